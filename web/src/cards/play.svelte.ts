import type { BoardProps } from '../games/types';
import { isYou, nameOf } from '../lib/names';
import { shortcuts, type Shortcuts } from '../lib/shortcuts';
import { say } from '../lib/language.svelte';
import type { Table } from '../lib/types';
import type { Shown } from '../lib/views';
import { m } from '../paraglide/messages';
import { rankOfKey, type Rank } from './deck';
import { clockwise, DEAL, dealOf, justTaken, sameDeal, type DealView, type Played } from './round';
import { Telling, type Special, type Stage } from './telling.svelte';

/** The cards in front of us, for keys. */
export interface HandKeys {
  step: (by: 1 | -1) => void;
  find: (rank: Rank) => void;
}

/** A game of tricks at a board: what is shown, what may be done, and everything that is open for a moment. Made while a board is made. */
export class Play<View extends DealView, Own extends string = never> {
  readonly telling: Telling<Own>;
  /** The last trick is looked at again. */
  peeking = $state(false);
  /** The score sheet is open. */
  scoring = $state(false);
  /** Where the card was that we have just played. */
  from = $state.raw<DOMRect | null>(null);
  /** Several people share this device: the seat whose cards may be seen. */
  #looked = $state<number | null>(null);
  /** The deal whose rest is to be played by itself. */
  #resting = $state('');
  #refusal = $state.raw<{ text: string; seq: number } | null>(null);
  #tally = $state.raw<number[]>([]);
  #read: (shown: Shown) => View;
  #props: () => BoardProps;

  constructor(read: (shown: Shown) => View, props: () => BoardProps, special: Special<Own> = () => null) {
    this.#read = read;
    this.#props = props;
    this.telling = new Telling(props().table, special);
    $effect.pre(() => {
      if (this.stage !== 'full') this.#tally = this.view.points;
    });
    $effect(() => {
      if (this.onmove) this.telling.offer(this.table);
    });
    $effect(() => this.#props().ontelling?.(this.telling.told));
    $effect(() => this.#props().oncovered?.(this.covered));
    $effect(() => () => this.telling.stop());
    // Nothing is left to decide: any legal card will do. Each turn is answered once, however often the page hears of it.
    let answered = 0;
    $effect(() => {
      const [card] = this.table.legal;
      if (!this.resting || !card || dealOf(this.table).phase !== 'play' || answered === this.table.seq)
        return;
      answered = this.table.seq;
      this.onmove?.(card);
    });
  }

  /** The table as it is, which may be ahead of what is shown. */
  get table(): Table {
    return this.#props().table;
  }

  get onmove(): BoardProps['onmove'] {
    return this.#props().onmove;
  }

  /** A replay shows each step as it is. */
  shown = $derived.by((): Table => (this.onmove ? this.telling.shown : this.table));
  view = $derived.by(() => this.#read(this.shown));
  stage = $derived.by((): Stage | Own => {
    if (this.onmove) return this.telling.stage;
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
  /** The person may act on what is shown, even while something is still being told. */
  current = $derived.by(() => {
    const now = dealOf(this.table);
    return sameDeal(now, this.view) && now.phase === this.view.phase && this.table.seat === this.shown.seat;
  });
  legal = $derived.by(() => (this.onmove && this.current && !this.covered ? this.table.legal : []));
  ready = $derived.by(() => this.legal.length > 0 && this.telling.told === null);
  /** Changes with every deal. */
  key = $derived.by(() => `${this.table.id} ${this.view.deal} ${this.view.dealer} ${this.near}`);
  resting = $derived.by(() => this.#resting === this.key);
  refusal = $derived.by(() => (this.#refusal?.seq === this.table.seq ? this.#refusal.text : ''));

  #full = $derived.by(() => this.peeking || this.stage === 'full');
  middle = $derived.by((): Played[] =>
    this.#full ? (this.view.last_trick?.cards ?? []) : this.view.trick.cards,
  );
  winner = $derived.by(() => (this.#full ? (this.view.last_trick?.winner ?? null) : null));
  /** What a trick brings is told when it is taken. */
  points = $derived.by(() => (this.stage === 'full' && this.onmove ? this.#tally : this.view.points));
  over = $derived.by(() => this.view.phase === 'over' && this.stage === 'now');
  turn = $derived.by(() =>
    this.shown.status === 'playing' && this.stage === 'now' ? this.shown.to_move : null,
  );
  thinking = $derived.by(() => (this.table.thinking && this.telling.told === null ? this.turn : null));
  /** Nothing is left to decide, and there is something left to play. */
  restable = $derived.by(
    () =>
      this.onmove !== undefined &&
      dealOf(this.table).rest_decided &&
      this.view.phase === 'play' &&
      this.current &&
      this.shown.seat !== null &&
      (this.view.counts[this.near] ?? 0) > 1 &&
      !this.resting,
  );
  /** It is ours to deal. */
  dealing = $derived.by(() => this.table.legal.includes(DEAL));

  name(seat: number): string {
    return isYou(this.table, seat) ? m.seat_you_name() : nameOf(this.shown, seat);
  }

  won(seat: number): boolean {
    return this.over && (this.shown.result?.winners.includes(seat) ?? false);
  }

  look(): void {
    this.#looked = this.near;
  }

  rest(): void {
    this.#resting = this.key;
  }

  /** Somebody acts: what was open for a moment closes. */
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
      this.telling.catchUp(this.table);
      return this.onmove(card);
    }
    if (!this.current) return this.telling.skip();
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

  /** From the summary to the next deal. */
  nextDeal(): void {
    const mine = this.dealing;
    this.telling.skip();
    if (mine) this.onmove?.(DEAL);
  }

  /** A click on the cloth, not on something of it. */
  touched(event: MouseEvent): void {
    if ((event.target as Element).closest('button, label, dialog')) return;
    this.#refusal = null;
    if (this.peeking) this.peeking = false;
    else if (this.telling.told && this.stage !== 'summary') this.telling.skip();
  }

  /** The keys of every game of tricks, and those of this one. */
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
    else if (this.stage !== 'summary') this.telling.skipAll();
    this.#refusal = null;
  }
}
