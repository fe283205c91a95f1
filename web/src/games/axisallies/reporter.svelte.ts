import type { Table } from '../../lib/types';
import { Chronicle, type Turn } from './news';
import { playedOrder } from './orders';
import { powers } from './powers';
import { viewOf } from './war';

/** How many past moves are read when a table is opened: about two rounds. */
const LOOKED_BACK = 400;

/** Follows a table and keeps its news, turn by turn. */
export class Reporter {
  turns = $state.raw<Turn[]>([]);
  #chronicle = new Chronicle();
  #last: Table | null = null;
  /** The number of the move each turn begins with. */
  #starts: number[] = [];

  follow(table: Table): void {
    const last = this.#last;
    if (last === table) return;
    this.#last = table;
    const count = table.moves.length;
    const same = last?.id === table.id;
    if (same && last.moves.length === count) return;
    if (!same) {
      this.#chronicle = new Chronicle();
      this.#starts = [];
      this.#read(table, Math.max(0, count - LOOKED_BACK), null);
      this.#number(viewOf(table).round);
    } else if (last.moves.length < count) this.#read(table, last.moves.length, last);
    else this.#read(table, this.#rewound(count), null);
    this.turns = this.#chronicle.turns.map((turn) => ({ ...turn, items: [...turn.items] }));
  }

  /** After a takeback, drops the turn it belongs to and returns the move at which that turn starts. */
  #rewound(count: number): number {
    while ((this.#starts.at(-1) ?? 0) >= count && this.#starts.length > 0) this.#starts.pop();
    this.#chronicle.rewind(this.#starts.length);
    return this.#starts.at(-1) ?? 0;
  }

  #read(table: Table, from: number, last: Table | null): void {
    const moves = table.moves.slice(from);
    const single = moves.length === 1 && last;
    for (const [i, { seat, data }] of moves.entries()) {
      const order = playedOrder(data);
      if (!order) continue;
      this.#chronicle.tell({
        seat,
        order,
        ply: from + i,
        before: single ? viewOf(last) : null,
        after: single ? viewOf(table) : null,
      });
      if (this.#chronicle.turns.length > this.#starts.length) this.#starts.push(from + i);
    }
  }

  /** Numbers the rounds of turns that were read without views, backwards from the last. */
  #number(round: number): void {
    let after: number = powers.length;
    for (const turn of [...this.#chronicle.turns].reverse()) {
      const seat = powers.indexOf(turn.power);
      if (seat >= after) round -= 1;
      turn.round = round;
      after = seat;
    }
  }
}
