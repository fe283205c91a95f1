import { say } from '../../../lib/language.svelte';
import { m } from '../../../paraglide/messages';
import { aloftWords, powerName } from '../phrases';
import { purchase } from '../shop';
import { unitCount } from '../war';
import type { Draft } from './draft.svelte';
import type { Movement } from './movement.svelte';
import type { Placement } from './placement.svelte';
import type { OrderQueue } from './queue.svelte';
import type { Situation } from './situation.svelte';

const LOWEST_PRICE = 3;

/** The phase we are in: what to do, what speaks against ending it, and its end. */
export class PhaseState {
  constructor(
    readonly situation: Situation,
    readonly draft: Draft,
    readonly queue: OrderQueue,
    readonly movement: Movement,
    readonly placement: Placement,
  ) {}

  #canEnd = $derived.by(() => this.situation.orders.some(({ kind }) => kind === 'end'));
  #stuck = $derived.by(() => this.situation.ownTurn && !this.#canEnd && !this.queue.busy);
  /** Aircraft that must land before the phase can end, and can. */
  landing = $derived.by(() =>
    this.#stuck ? this.movement.aloft.filter(({ goals }) => goals.length > 0) : [],
  );
  /** Why the phase cannot end yet. */
  blocked = $derived.by(() => {
    if (this.landing.length > 0) return m.axisallies_aloft_first({ aircraft: aloftWords(this.landing) });
    return this.#stuck ? m.axisallies_end_not_yet({ phase: this.situation.view.phase }) : '';
  });
  /** What could still be done in the phase. */
  doubt = $derived.by(() => {
    const { view } = this.situation;
    const cash = view.cash[view.power] ?? 0;
    const armies = this.movement.ready?.spaces.size ?? 0;
    if (armies > 0) return m.axisallies_still_armies({ count: armies });
    if (
      view.phase === 'buy' &&
      cash >= LOWEST_PRICE &&
      unitCount(this.draft.basket) === 0 &&
      unitCount(view.bought) === 0
    )
      return m.axisallies_still_cash({ cash });
    if (view.phase === 'place' && this.placement.places.length > 0)
      return m.axisallies_still_units({ count: unitCount(view.bought) });
    return '';
  });
  /** What to do, in one sentence. */
  todo = $derived.by(() => {
    const { over, table, view, ownTurn, onmove, live, own, power } = this.situation;
    if (over) return say(table.result?.reason?.text) || m.axisallies_todo({ phase: 'over' });
    if (view.phase === 'over' || ownTurn || !onmove) return m.axisallies_todo({ phase: view.phase });
    if (!live) return m.axisallies_watching({ power: powerName(power) });
    return own.includes(power) ? m.axisallies_todo_battle() : m.axisallies_todo_answer();
  });

  /**
   * Ends the phase, and buys what is in the basket first. While something could still be done, it takes two
   * presses.
   */
  end(): void {
    const { ownTurn, view } = this.situation;
    if (!ownTurn || this.queue.busy || !this.#canEnd) return;
    if (view.phase === 'buy' && unitCount(this.draft.basket) > 0)
      this.queue.send([...purchase(this.draft.basket), { do: 'give', order: { kind: 'end' } }]);
    else if (this.doubt && !this.draft.sure) this.draft.sure = true;
    else this.queue.give({ kind: 'end' });
  }

  buy(): void {
    const orders = purchase(this.draft.basket);
    this.draft.basket = {};
    this.queue.send(orders);
  }
}
