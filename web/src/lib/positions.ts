import { SvelteMap } from 'svelte/reactivity';
import type { Replay } from './types';

type Step = Replay['steps'][number];

/** How many positions can be asked for by number at once. */
const MAX_PER_REQUEST = 200;
/** How many positions are fetched before and after the one that is shown. */
const BEFORE = 20;
const AFTER = 80;
/** How many positions ahead are fetched before they are shown. */
const AHEAD = 30;

/** The positions of a finished game, fetched from the server as they are needed. */
export class Positions {
  #known = new SvelteMap<number, Step>();
  #target: number | null = null;
  #busy = false;

  /**
   * `ask` fetches positions by number, as the API writes them; the answer may hold only the first of them.
   */
  constructor(
    readonly last: number,
    readonly ask: (plies: string) => Promise<Replay>,
    first: Step[] = [],
  ) {
    this.#keep(first);
  }

  at(ply: number): Step | undefined {
    return this.#known.get(ply);
  }

  /** All of these, in order. */
  async all(plies: number[]): Promise<Step[]> {
    let missing = plies.filter((ply) => !this.#known.has(ply));
    while (missing.length) {
      const { steps } = await this.ask(missing.slice(0, MAX_PER_REQUEST).join(','));
      if (!steps.length) throw new Error('the server has no more positions');
      this.#keep(steps);
      missing = missing.filter((ply) => !this.#known.has(ply));
    }
    return plies.flatMap((ply) => this.#known.get(ply) ?? []);
  }

  /**
   * Fetches a position that is to be shown, and those around it. Of several calls in a row the last one
   * counts.
   */
  async lookAt(ply: number): Promise<void> {
    const ahead = Math.min(this.last, ply + AHEAD);
    this.#target = this.#known.has(ply) ? ahead : ply;
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (!this.#known.has(this.#target)) await this.#fetch(this.#target);
    } finally {
      this.#busy = false;
    }
  }

  async #fetch(ply: number): Promise<void> {
    const from = Math.max(0, ply - BEFORE);
    const until = Math.min(this.last, ply + AFTER);
    this.#keep((await this.ask(`${from}-${until}`)).steps);
    // Positions are long: the answer was full before this one.
    if (!this.#known.has(ply)) this.#keep((await this.ask(`${ply}-${until}`)).steps);
    if (!this.#known.has(ply)) throw new Error('the server does not have this position');
  }

  #keep(steps: Step[]): void {
    for (const step of steps) this.#known.set(step.ply, step);
  }
}
