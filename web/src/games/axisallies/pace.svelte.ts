import type { Table } from '../../lib/types';
import { viewOf } from './war';

export type Speed = 'skip' | 'quick' | 'slow';
export const speeds: Speed[] = ['skip', 'quick', 'slow'];

/** Programs give many orders at once: the map is redrawn at most this often, in milliseconds. */
const DRAWN = 450;
const BATTLE: Record<Speed, number> = { skip: 0, quick: 700, slow: 1_800 };

/**
 * Shows a table at a pace the map can follow, and the battles of others at the speed chosen. It can be
 * skipped at any time.
 */
export class Pace {
  shown = $state.raw<Table>() as Table;
  #queue: Table[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting = $state(false);

  constructor(table: Table) {
    this.shown = table;
  }

  /** The table shown so far; null when the board is up to date. */
  get soFar(): Table | null {
    return this.#waiting ? this.shown : null;
  }

  offer(table: Table, speed: Speed): void {
    const latest = this.#queue.at(-1) ?? this.shown;
    if (table === latest) return;
    if (table.id !== latest.id || table.moves.length < latest.moves.length) return this.skip(table);
    if (table.moves.length === latest.moves.length) {
      // Nothing was played: somebody started thinking, or sat down.
      if (this.#queue.length > 0) this.#queue[this.#queue.length - 1] = table;
      else this.shown = table;
      return;
    }
    const worth = (one: Table) => speed !== 'skip' && ofOthers(one);
    // Of tables that are only drawn, the latest is enough.
    if (this.#queue.length > 0 && !worth(latest)) this.#queue.pop();
    this.#queue.push(table);
    if (table.can.move && !this.#queue.some(worth)) return this.skip(table);
    this.#waiting = true;
    if (this.#timer === undefined) this.#next(speed, 0);
  }

  /** Skips to the latest table. */
  skip(table: Table): void {
    this.stop();
    this.shown = table;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    this.#waiting = false;
  }

  #next(speed: Speed, wait: number): void {
    this.#timer = setTimeout(() => {
      const table = this.#queue.shift();
      this.#timer = undefined;
      if (table) {
        this.shown = table;
        this.#next(speed, speed !== 'skip' && ofOthers(table) ? BATTLE[speed] : DRAWN);
      } else this.#waiting = false;
    }, wait);
  }
}

/** Whether a table shows a battle in which others decide. */
function ofOthers(table: Table): boolean {
  return viewOf(table).battle !== null && !table.can.move;
}
