import { paced } from '../lib/motion';
import type { Table } from '../lib/types';
import { dealOf, justTaken, sameDeal, type DealView } from './round';

/**
 * `now`: the current position. `full`: a complete trick before it is cleared. `summary`: a deal is over.
 * Games may add stages.
 */
export type Stage = 'now' | 'full' | 'summary';

export interface Pause<Special extends string> {
  stage: Stage | Special;
  /** Milliseconds. */
  hold: number;
}

/** The stage a game adds between two views; null for none. */
export type Special<Own extends string> = (before: DealView, after: DealView) => Pause<Own> | null;

const CARD = 330;
const FULL = 1_050;
/** While many events wait to be shown, everything goes faster. */
const MANY = 8;
const HURRY = 0.55;

/**
 * Plays back what happens at the table slowly enough to follow. It can be skipped at any time, and nothing
 * waits for it.
 */
export class Playback<Own extends string = never> {
  shown = $state.raw<Table>() as Table;
  stage = $state<Stage | Own>('now');
  #queue = $state.raw<Table[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #special: Special<Own>;

  /**
   * Starts with the current table: what happened before is not played back, but a deal that is over is summed
   * up.
   */
  constructor(table: Table, special: Special<Own>) {
    this.#special = special;
    this.#show(table, playingRest(table));
  }

  /** The table shown so far; null when the board is up to date. */
  get soFar(): Table | null {
    return this.#queue.length || this.stage !== 'now' ? this.shown : null;
  }

  /** Takes the table after each event. */
  offer(table: Table): void {
    const latest = this.#queue.at(-1) ?? this.shown;
    if (table === latest) return;
    if (table.id !== latest.id || table.moves.length < latest.moves.length) return this.catchUp(table);
    if (table.moves.length === latest.moves.length) {
      // Broken off: the result is not kept waiting for a summary.
      if (table.status === 'over' && latest.status !== 'over') return this.catchUp(table);
      // Nothing was played: somebody started thinking, or sat down.
      if (this.#queue.length) this.#queue = [...this.#queue.slice(0, -1), table];
      else this.shown = table;
      return;
    }
    if (table.moves.length > latest.moves.length + 1 && !sameDeal(dealOf(table), dealOf(latest)))
      return this.catchUp(table);
    this.#queue = [...this.#queue, table];
    if (this.stage === 'now' && this.#timer === undefined) this.#next();
  }

  /** Skips what is being shown. */
  skip(): void {
    this.#rest();
    if (this.stage === 'full') return this.#afterTrick();
    this.stage = 'now';
    this.#next();
  }

  /** Skips everything up to the end of this deal. */
  skipAll(): void {
    this.#rest();
    // A summary that has been read does not come back.
    if (this.stage === 'full' && dealOf(this.shown).phase === 'between') return this.#afterTrick();
    const end = this.#queue.findIndex((table) => dealOf(table).phase === 'between');
    const last = end < 0 ? this.#queue.at(-1) : this.#queue[end];
    if (!last) return this.skip();
    this.#queue = end < 0 ? [] : this.#queue.slice(end + 1);
    this.#show(last, playingRest(last));
  }

  /** Skips to the latest table. */
  catchUp(table: Table): void {
    this.#rest();
    this.#queue = [];
    this.#show(table, playingRest(table));
  }

  stop(): void {
    this.#rest();
  }

  #next(): void {
    this.#timer = undefined;
    const [table, ...later] = this.#queue;
    if (!table) return;
    const before = dealOf(this.shown);
    const view = dealOf(table);
    this.#queue = later;
    const special = this.#special(before, view);
    if (special) this.#show(table, special.stage, special.hold);
    else if (justTaken(view)) this.#show(table, 'full', FULL);
    else this.#show(table, 'now', CARD);
  }

  #show(table: Table, stage: Stage | Own, hold?: number): void {
    this.shown = table;
    this.stage = stage;
    if (hold === undefined || stage === 'summary') return;
    const pause = paced(this.#queue.length >= MANY ? hold * HURRY : hold);
    this.#timer = setTimeout(() => this.skip(), pause);
  }

  #afterTrick(): void {
    if (dealOf(this.shown).phase === 'between') this.stage = 'summary';
    else {
      this.stage = 'now';
      this.#next();
    }
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** The stage of a table that is shown without playback. */
function playingRest(table: Table): Stage {
  return dealOf(table).phase === 'between' && table.status !== 'over' ? 'summary' : 'now';
}
