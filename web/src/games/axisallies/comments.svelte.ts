import { SvelteMap } from 'svelte/reactivity';
import type { Table } from '../../lib/types';
import { comments, type Explanation, type Remark } from './api';

/** The comments of the server on a table: its turns in a few sentences, and why orders were given. */
export class Comments {
  remarks = $state.raw<Remark[]>([]);
  /** Explanations by the number of the move; null while one is on its way, `failed` if there is none. */
  readonly #why = new SvelteMap<number, Explanation | 'failed' | null>();
  #table = '';
  #moves = -1;

  /** Asks for comments on what was played from move number `since` on, once for every length of the game. */
  async follow(table: Table, since: number): Promise<void> {
    if (!table.id || (this.#table === table.id && this.#moves === table.moves.length)) return;
    this.#table = table.id;
    this.#moves = table.moves.length;
    try {
      const { remarks } = await comments.turns(table.id, since);
      if (this.#moves === table.moves.length) this.remarks = remarks;
    } catch {
      // The news can be read without them.
    }
  }

  /** The comment on the turn to which a move belongs. */
  about(ply: number): Remark | undefined {
    return this.remarks.find(({ first, last }) => first <= ply && ply <= last);
  }

  /** Why a move was played; undefined until it is asked for. */
  why(ply: number): Explanation | 'failed' | null | undefined {
    return this.#why.get(ply);
  }

  async ask(ply: number): Promise<void> {
    if (!this.#table || this.#why.get(ply)) return;
    this.#why.set(ply, null);
    try {
      this.#why.set(ply, await comments.why(this.#table, ply));
    } catch {
      this.#why.set(ply, 'failed');
    }
  }
}
