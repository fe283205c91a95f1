import { untrack } from 'svelte';
import { notices } from '../../../lib/notices.svelte';
import { m } from '../../../paraglide/messages';
import { nextOrder, type Intent } from '../moving';
import { ordersOf, type OrderPattern } from '../orders';
import { viewOf } from '../war';
import type { Situation } from './situation.svelte';

/**
 * An order that was refused or discarded must not hold up the board for longer, in milliseconds. The answer to
 * one that was sent takes less, or the connection counts as lost.
 */
const PATIENCE = 12_000;

/** Sends orders one by one: each is made from what is legal when its turn comes. */
export class OrderQueue {
  #intents = $state.raw<Intent[]>([]);
  /** The event at which the last order was sent. */
  #sent = $state(-1);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly situation: Situation,
    readonly onsend: () => void,
  ) {
    $effect(() => {
      void situation.table.seq;
      untrack(() => this.next());
    });
    $effect(() => () => clearTimeout(this.#timer));
  }

  busy = $derived.by(() => this.#intents.length > 0 || this.#sent === this.situation.table.seq);

  send(intents: Intent[]): void {
    this.#intents = intents;
    this.#sent = -1;
    this.onsend();
    this.next();
  }

  give(...orders: OrderPattern[]): void {
    this.send(orders.map((order): Intent => ({ do: 'give', order })));
  }

  /** Sends the next order if the table allows it. Called for every table. */
  next(): void {
    clearTimeout(this.#timer);
    const { table, onmove } = this.situation;
    if (!onmove || !table.can.move) return;
    if (this.#sent === table.seq) return this.#wait();
    const [first, ...rest] = this.#intents;
    if (!first) return;
    const next = nextOrder(first, ordersOf(table), viewOf(table));
    if (!next) {
      this.#intents = [];
      notices.show(m.axisallies_not_possible());
      return;
    }
    this.#sent = table.seq;
    this.#intents = next.rest ? [next.rest, ...rest] : rest;
    this.#wait();
    onmove(next.text);
  }

  /** Frees the board if nothing happens at the table for a while. */
  #wait(): void {
    this.#timer = setTimeout(() => {
      if (this.#intents.length > 0) notices.show(m.axisallies_not_possible());
      this.#intents = [];
      this.#sent = -1;
    }, PATIENCE);
  }
}
