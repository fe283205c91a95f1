import { untrack } from 'svelte';
import type { Picks, Plan } from '../moving';
import type { Army } from '../units';
import type { Situation } from './situation.svelte';

/** What the player has chosen in this phase and not ordered yet. It is dropped when the next phase begins. */
export class Draft {
  /** The space whose units are to move, or where units are to be placed. */
  space = $state<string | null>(null);
  /** The units to move; null for the usual choice. */
  picks = $state.raw<Picks | null>(null);
  /** The units to place; null for all that fit. */
  placing = $state.raw<Army | null>(null);
  /** A plan with several ways to its target, until the player has chosen one. */
  question = $state.raw<{ plan: Plan; to: string } | null>(null);
  basket = $state.raw<Army>({});
  /** The player has asked to end the phase, though something could still be done. */
  sure = $state(false);

  constructor(situation: Situation) {
    $effect(() => {
      void situation.stage;
      untrack(() => this.#clear());
    });
  }

  /** Chooses a space, with the usual units of it. */
  choose(space: string | null): void {
    this.picks = null;
    this.question = null;
    this.space = space;
  }

  #clear(): void {
    this.choose(null);
    this.placing = null;
    this.basket = {};
    this.sure = false;
  }
}
