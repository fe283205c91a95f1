import { untrack } from 'svelte';
import { Comments } from '../comments.svelte';
import { placeOf } from '../news';
import { capitalOf } from '../war';
import type { Situation } from './situation.svelte';

/** The latest turns, and the line of them that is shown on the map. Those of other powers are news. */
export class NewsReader {
  open = $state(false);
  line = $state.raw<[turn: number, item: number] | null>(null);
  /** How many turns of the others have been read, or at least shown. */
  #read = $state(0);
  readonly comments = new Comments();

  constructor(readonly situation: Situation) {
    // Turns that were over when the page opened are not news. When our turn begins, the others' turns are
    // told.
    let opening = true;
    $effect(() => {
      const { ownTurn, view, own, power } = situation;
      const begins = ownTurn && (view.phase === 'research' || view.phase === 'buy');
      untrack(() => {
        const running = own.includes(power) ? 0 : 1;
        if (opening) this.#read = Math.max(0, this.#others.length - (begins ? this.#recent : running));
        opening = false;
        if (begins && this.unread > 0 && !this.open) this.show();
      });
    });
    // While the news are open, a turn that ends is commented on.
    $effect(() => {
      const turns = this.turns.length + situation.reporter.turns.length;
      untrack(() => this.open && turns && this.#comment());
    });
  }

  /** Asks for comments on the turns that are shown. */
  #comment(): void {
    void this.comments.follow(this.situation.table, this.turns[0]?.first ?? 0);
  }

  #others = $derived.by(() =>
    this.situation.reporter.turns.filter(({ power }) => !this.situation.own.includes(power)),
  );
  /** The turns of a round: the last one of every power. */
  turns = $derived.by(() => this.situation.reporter.turns.slice(-this.situation.table.seats.length));
  /** How many of them are of others. */
  #recent = $derived.by(() => this.turns.filter(({ power }) => !this.situation.own.includes(power)).length);
  unread = $derived.by(() => Math.max(0, Math.min(this.#recent, this.#others.length - this.#read)));
  /** The move that is being read, as an arrow on the map. */
  arrow = $derived.by(() => {
    const turn = this.line ? this.turns[this.line[0]] : undefined;
    const item = this.line ? turn?.items[this.line[1]] : undefined;
    return this.open && item?.kind === 'moved' ? { from: item.from, to: item.to, power: turn?.power } : null;
  });

  show(): void {
    this.open = true;
    this.line = null;
    this.#comment();
    this.#read = this.#others.length;
  }

  /** Closes the news. The map goes back from where they have led. */
  close(): void {
    if (this.line && this.situation.ownTurn)
      this.situation.lookAt(capitalOf(this.situation.view, this.situation.power));
    this.open = false;
    this.line = null;
    this.#read = this.#others.length;
  }

  toggle(): void {
    if (this.open) this.close();
    else this.show();
  }

  goTo(line: [turn: number, item: number]): void {
    this.line = line;
    const item = this.turns[line[0]]?.items[line[1]];
    const space = item ? placeOf(item) : null;
    if (space) this.situation.lookAt(space);
  }
}
