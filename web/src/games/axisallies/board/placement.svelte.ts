import { fitting, placesOf } from '../placing';
import type { Army } from '../units';
import type { Draft } from './draft.svelte';
import type { OrderQueue } from './queue.svelte';
import type { Situation } from './situation.svelte';

/** Placing what was bought: where it may go, and the orders for it. */
export class Placement {
  constructor(
    readonly situation: Situation,
    readonly draft: Draft,
    readonly queue: OrderQueue,
  ) {}

  active = $derived.by(() => this.situation.ownTurn && this.situation.view.phase === 'place');
  places = $derived.by(() => (this.active ? placesOf(this.situation.orders, this.situation.view) : []));
  /** How many units each space can still take, as its badge says it. */
  limits = $derived.by(() =>
    Object.fromEntries(
      this.places.map(({ space }) => {
        const limit = this.situation.view.placeable[space] ?? null;
        return [space, limit === null ? null : `≤ ${limit}`];
      }),
    ),
  );
  /** The places, each with everything that fits there. */
  filled = $derived.by(() =>
    this.places.map(({ space, able }) => ({ space, army: fitting(this.situation.view, space, able) })),
  );
  able = $derived.by(() => this.places.find(({ space }) => space === this.draft.space)?.able ?? {});
  picks = $derived.by(() => {
    const { placing, space } = this.draft;
    return placing ?? (space ? fitting(this.situation.view, space, this.able) : {});
  });

  choose(space: string | null): void {
    this.draft.space = space;
    this.draft.placing = null;
  }

  place(space: string, army: Army): void {
    this.draft.placing = null;
    this.queue.give(
      ...this.situation.orders.filter(
        ({ kind, to, unit, n }) => kind === 'place' && to === space && unit && army[unit] === n,
      ),
    );
  }
}
