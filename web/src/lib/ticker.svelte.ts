import { createSubscriber } from 'svelte/reactivity';

/** The time, to the second, for as long as something shows it. */
class Ticker {
  #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  });

  /** Milliseconds since 1970, as `Date.now()` gives them. */
  get now(): number {
    this.#subscribe();
    return Date.now();
  }
}

export const ticker = new Ticker();
