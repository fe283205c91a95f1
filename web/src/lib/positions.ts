import { SvelteMap } from 'svelte/reactivity';
import type { Replay } from './types';

type Step = Replay['steps'][number];

/** How many numbers fit into one question. */
const MOST = 200;
/** How many positions are fetched at once, before and after the one that is wanted. */
const BEFORE = 20;
const AFTER = 80;
/** How far ahead they are fetched before anybody gets there. */
const AHEAD = 30;

/** The positions of a game that is over: those the server sent, and those it is asked for when they are needed. */
export class Positions {
  #known = new SvelteMap<number, Step>();
  #wanted: number | null = null;
  #busy = false;

  /** `ask` gets positions by their numbers, as the API writes them; it may get fewer than that. */
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
      const { steps } = await this.ask(missing.slice(0, MOST).join(','));
      if (!steps.length) throw new Error('the server has no more positions');
      this.#keep(steps);
      missing = missing.filter((ply) => !this.#known.has(ply));
    }
    return plies.flatMap((ply) => this.#known.get(ply) ?? []);
  }

  /** Somebody looks at this one: get it and what lies around it. Of several questions in a row the last one counts. */
  async lookAt(ply: number): Promise<void> {
    const ahead = Math.min(this.last, ply + AHEAD);
    this.#wanted = this.#known.has(ply) ? ahead : ply;
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (!this.#known.has(this.#wanted)) await this.#fetch(this.#wanted);
    } finally {
      this.#busy = false;
    }
  }

  async #fetch(ply: number): Promise<void> {
    const from = Math.max(0, ply - BEFORE);
    const until = Math.min(this.last, ply + AFTER);
    this.#keep((await this.ask(`${from}-${until}`)).steps);
    // Long positions: the answer was full before it came to this one.
    if (!this.#known.has(ply)) this.#keep((await this.ask(`${ply}-${until}`)).steps);
    if (!this.#known.has(ply)) throw new Error('the server does not have this position');
  }

  #keep(steps: Step[]): void {
    for (const step of steps) this.#known.set(step.ply, step);
  }
}
