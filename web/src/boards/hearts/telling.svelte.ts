import type { Table } from '../../lib/types';
import { justReceived, justTaken, type HeartsView } from './logic';

/** `now`: as it is. `full`: a trick lies there, taken by somebody. `received`: the cards one was passed. `summary`: a deal is over. */
export type Stage = 'now' | 'full' | 'received' | 'summary';

const CARD = 330;
const FULL = 1_050;
const RECEIVED = 3_200;
/** Where much is waiting to be told, everything goes faster. */
const MANY = 8;
const HURRY = 0.55;

/** Shows what happens at the table at a pace one can follow. It may be skipped at any time, and nothing waits for it. */
export class Telling {
  shown = $state.raw<Table>() as Table;
  stage = $state<Stage>('now');
  #queue = $state.raw<Table[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What was there when the page opened is not told again; but a deal that is over is summed up. */
  constructor(table: Table) {
    this.#show(table, viewOf(table).phase === 'between' ? 'summary' : 'now');
  }

  /** The table as far as it has been told; null when there is no more to tell. */
  get told(): Table | null {
    return this.#queue.length || this.stage !== 'now' ? this.shown : null;
  }

  /** The table after each event. */
  offer(table: Table): void {
    const latest = this.#queue.at(-1) ?? this.shown;
    if (table === latest) return;
    if (table.id !== latest.id || table.moves.length < latest.moves.length) return this.catchUp(table);
    if (table.moves.length === latest.moves.length) {
      // Nothing was played: somebody begins to think, or sits down.
      if (this.#queue.length) this.#queue = [...this.#queue.slice(0, -1), table];
      else this.shown = table;
      return;
    }
    if (table.moves.length > latest.moves.length + 1 && !sameDeal(table, latest)) return this.catchUp(table);
    this.#queue = [...this.#queue, table];
    if (this.stage === 'now' && this.#timer === undefined) this.#next();
  }

  /** Enough of this. */
  skip(): void {
    this.#rest();
    if (this.stage === 'full') return this.#afterTrick();
    this.stage = 'now';
    this.#next();
  }

  /** Enough of everything up to the end of this deal. */
  skipAll(): void {
    this.#rest();
    if (viewOf(this.shown).phase === 'between') return this.#afterTrick();
    const end = this.#queue.findIndex((table) => viewOf(table).phase === 'between');
    const last = end < 0 ? this.#queue.at(-1) : this.#queue[end];
    if (!last) return this.skip();
    this.#queue = end < 0 ? [] : this.#queue.slice(end + 1);
    this.#show(last, viewOf(last).phase === 'between' ? 'summary' : 'now');
  }

  /** To the table as it is. */
  catchUp(table: Table): void {
    this.#rest();
    this.#queue = [];
    this.#show(table, viewOf(table).phase === 'between' ? 'summary' : 'now');
  }

  stop(): void {
    this.#rest();
  }

  #next(): void {
    this.#timer = undefined;
    const [table, ...later] = this.#queue;
    if (!table) return;
    const before = viewOf(this.shown);
    const view = viewOf(table);
    this.#queue = later;
    if (justTaken(view)) this.#show(table, 'full', FULL);
    else if (before.phase === 'pass' && justReceived(view)) this.#show(table, 'received', RECEIVED);
    else this.#show(table, 'now', CARD);
  }

  #show(table: Table, stage: Stage, hold?: number): void {
    this.shown = table;
    this.stage = stage;
    if (hold === undefined) return;
    const pause = this.#queue.length >= MANY ? hold * HURRY : hold;
    this.#timer = setTimeout(() => this.skip(), pause);
  }

  #afterTrick(): void {
    if (viewOf(this.shown).phase === 'between') this.stage = 'summary';
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

export function viewOf(table: Pick<Table, 'view'>): HeartsView {
  return table.view as unknown as HeartsView;
}

function sameDeal(one: Table, other: Table): boolean {
  return viewOf(one).deal === viewOf(other).deal;
}
