import type { BoardProps } from '../games/types';
import { nameOf, youOrName } from '../lib/names';
import { paced } from '../lib/motion';
import { settings } from '../lib/settings.svelte';
import { shortcuts, type Shortcuts } from '../lib/shortcuts';
import { say } from '../lib/language.svelte';
import type { Table } from '../lib/types';
import type { Shown } from '../lib/views';
import { m } from '../paraglide/messages';
import { rankOfKey, type Rank } from './deck';
import {
  clockwise,
  DEAL,
  dealOf,
  justTaken,
  sameDeal,
  type DealView,
  type Played,
  type TakenTrick,
} from './round';
import { Playback, type Special, type Stage } from './playback.svelte';
import { suitWords } from './words';

/** How long a forced card waits before it is played by itself, in milliseconds. */
const FORCED = 450;

/** What keys can do with our hand. */
export interface HandKeys {
  step: (by: 1 | -1) => void;
  find: (rank: Rank) => void;
}

/**
 * The state of a board of a trick-taking game: what is shown, what may be done, and what is open. Created
 * together with its board.
 */
export class Play<View extends DealView, Own extends string = never> {
  readonly playback: Playback<Own>;
  /** The last trick is shown again. */
  peeking = $state(false);
  /** The score sheet is open. */
  scoring = $state(false);
  /** Where the card we have just played was. */
  from = $state.raw<DOMRect | null>(null);
  /** The seat whose cards may be seen, where several people share this device. */
  #looked = $state<number | null>(null);
  /** The deal whose rest is played automatically. */
  #playingRest = $state('');
  #refusal = $state.raw<{ text: string; seq: number } | null>(null);
  #tally = $state.raw<number[]>([]);
  #read: (shown: Shown) => View;
  #props: () => BoardProps;

  constructor(read: (shown: Shown) => View, props: () => BoardProps, special: Special<Own> = () => null) {
    this.#read = read;
    this.#props = props;
    this.playback = new Playback(props().table, special);
    $effect.pre(() => {
      if (this.stage !== 'full') this.#tally = this.view.points;
    });
    $effect(() => {
      if (this.onmove) this.playback.offer(this.table);
    });
    $effect(() => this.#props().onplayback?.(this.playback.soFar));
    $effect(() => this.#props().oncovered?.(this.covered));
    $effect(() => () => this.playback.stop());
    $effect(() => this.#playForced());
    // Nothing is left to decide: any legal card will do. Each turn is answered once, however often the table
    // is updated.
    let answered = 0;
    $effect(() => {
      const [card] = this.table.legal;
      if (!this.playingRest || !card || dealOf(this.table).phase !== 'play' || answered === this.table.seq)
        return;
      answered = this.table.seq;
      this.onmove?.(card);
    });
  }

  /** Plays the only legal card, where the player wants that, once they have seen what it answers. */
  #playForced(): (() => void) | undefined {
    const [card, another] = this.legal;
    const forced = card && !another && this.ready && dealOf(this.table).phase === 'play';
    if (!forced || !settings.chosen.forced || this.playingRest) return;
    const timer = setTimeout(() => this.onmove?.(card), paced(FORCED));
    return () => clearTimeout(timer);
  }

  /** The latest table, which may be ahead of the one shown. */
  get table(): Table {
    return this.#props().table;
  }

  get onmove(): BoardProps['onmove'] {
    return this.#props().onmove;
  }

  /** A replay shows each step as it is. */
  shown = $derived.by((): Table => (this.onmove ? this.playback.shown : this.table));
  view = $derived.by(() => this.#read(this.shown));
  stage = $derived.by((): Stage | Own => {
    if (this.onmove) return this.playback.stage;
    if (this.view.phase === 'between') return 'summary';
    return justTaken(this.view) && this.view.phase === 'play' ? 'full' : 'now';
  });
  near = $derived.by(() => this.shown.seat ?? 0);
  seats = $derived.by(() => clockwise(this.near));
  covered = $derived.by(
    () =>
      this.onmove !== undefined &&
      this.table.seats.filter(({ you }) => you).length > 1 &&
      this.#looked !== this.near,
  );
  /** Null where they may not be seen. */
  cards = $derived.by(() => (this.covered ? null : (this.view.hands[this.near] ?? null)));
  /** The player may act on what is shown, even while the board plays back what happened. */
  current = $derived.by(() => {
    const now = dealOf(this.table);
    return sameDeal(now, this.view) && now.phase === this.view.phase && this.table.seat === this.shown.seat;
  });
  legal = $derived.by(() => (this.onmove && this.current && !this.covered ? this.table.legal : []));
  ready = $derived.by(() => this.legal.length > 0 && this.playback.soFar === null);
  /** Changes with every deal. */
  key = $derived.by(() => `${this.table.id} ${this.view.deal} ${this.view.dealer} ${this.near}`);
  playingRest = $derived.by(() => this.#playingRest === this.key);
  refusal = $derived.by(() => (this.#refusal?.seq === this.table.seq ? this.#refusal.text : ''));

  #full = $derived.by(() => this.peeking || this.stage === 'full');
  middle = $derived.by((): Played[] =>
    this.#full ? (this.view.last_trick?.cards ?? []) : this.view.trick.cards,
  );
  winner = $derived.by(() => (this.#full ? (this.view.last_trick?.winner ?? null) : null));
  /** The points of a trick are shown when it is taken. */
  points = $derived.by(() => (this.stage === 'full' && this.onmove ? this.#tally : this.view.points));
  over = $derived.by(() => this.view.phase === 'over' && this.stage === 'now');
  turn = $derived.by(() =>
    this.shown.status === 'playing' && this.stage === 'now' ? this.shown.to_move : null,
  );
  thinking = $derived.by(() => (this.table.thinking && this.playback.soFar === null ? this.turn : null));
  /** Nothing is left to decide, but there are cards left to play. */
  canPlayRest = $derived.by(
    () =>
      this.onmove !== undefined &&
      dealOf(this.table).rest_decided &&
      this.view.phase === 'play' &&
      this.current &&
      this.shown.seat !== null &&
      (this.view.counts[this.near] ?? 0) > 1 &&
      !this.playingRest,
  );
  /** The button that has the rest played. */
  restAction = $derived.by(() =>
    this.canPlayRest && !this.covered
      ? { label: m.cards_rest(), id: 'rest', enabled: true, run: () => this.rest() }
      : null,
  );
  /** It is our turn to deal. */
  dealing = $derived.by(() => this.table.legal.includes(DEAL));

  name(seat: number): string {
    return youOrName(this.shown, seat);
  }

  /** What the prompt says: how a trick was taken, why we wait, or what we are asked. */
  prompt(takenWords: (trick: TakenTrick) => string, ask: () => string): string {
    const trick = this.view.last_trick;
    if (this.peeking && trick) return `${m.cards_last_trick()}${m.colon()} ${takenWords(trick)}`;
    if (this.table.status === 'waiting') return m.status_waiting();
    if (!this.onmove || this.shown.to_move === null || this.over) return '';
    if (this.stage === 'full' && trick) return takenWords(trick);
    return this.playingRest ? m.cards_rest_plays() : ask();
  }

  /** The question to a player who has to play a card. */
  cardQuestion(): string {
    const { led } = this.view.trick;
    return led ? m.cards_follow({ suit: suitWords(led) }) : m.cards_lead();
  }

  won(seat: number): boolean {
    return this.over && (this.shown.result?.winners.includes(seat) ?? false);
  }

  look(): void {
    this.#looked = this.near;
  }

  rest(): void {
    this.#playingRest = this.key;
  }

  /** The player acts: what was open for a moment closes. */
  touch(): void {
    this.peeking = false;
    this.#refusal = null;
  }

  /** Plays a card, or says why not. */
  pick(card: string, rect: DOMRect): void {
    this.touch();
    if (!this.onmove || this.table.status !== 'playing') return;
    if (this.legal.includes(card)) {
      this.from = rect;
      this.playback.catchUp(this.table);
      return this.onmove(card);
    }
    if (!this.current) return this.playback.skip();
    this.refuse(this.whyNot(card));
  }

  refuse(text: string): void {
    this.#refusal = text ? { text, seq: this.table.seq } : null;
  }

  /** Why a card cannot be played now. */
  whyNot(card: string): string {
    const reason = dealOf(this.table).illegal[card];
    if (reason) return say(reason);
    if (this.table.to_move === null || this.table.status !== 'playing') return '';
    return m.cards_refuse_turn({ name: nameOf(this.table, this.table.to_move) });
  }

  peek(): void {
    this.#refusal = null;
    this.peeking = !this.peeking && this.view.last_trick !== null;
  }

  /** Goes from the summary to the next deal. */
  nextDeal(): void {
    const mine = this.dealing;
    this.playback.skip();
    if (mine) this.onmove?.(DEAL);
  }

  /** A click on the table itself. */
  touched(event: MouseEvent): void {
    if ((event.target as Element).closest('button, label, dialog')) return;
    this.#refusal = null;
    if (this.peeking) this.peeking = false;
    else if (this.playback.soFar && this.stage !== 'summary') this.playback.skip();
  }

  /** Handles the keys of all trick-taking games, and those of this one. */
  onkeydown(event: KeyboardEvent, hand: HandKeys | undefined, own: Shortcuts = {}): void {
    if (!this.onmove) return;
    const keys: Shortcuts = {
      ArrowLeft: () => hand?.step(-1),
      ArrowRight: () => hand?.step(1),
      t: () => this.peek(),
      s: () => (this.scoring = true),
      Escape: () => this.#escape(),
      ...own,
    };
    const rank = rankOfKey(event.key);
    if (rank) keys[event.key] ??= () => hand?.find(rank);
    shortcuts(keys)(event);
  }

  #escape(): void {
    if (this.peeking) this.peeking = false;
    else if (this.stage !== 'summary') this.playback.skipAll();
    this.#refusal = null;
  }
}
