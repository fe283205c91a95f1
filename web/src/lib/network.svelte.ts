import { SvelteSet } from 'svelte/reactivity';

/**
 * Whether the server can be reached, for the header. Requests that get no answer report it here, and again
 * when the server answers.
 */
class Network {
  #waiting = new SvelteSet<object>();

  get down(): boolean {
    return this.#waiting.size > 0;
  }

  lost(who: object): void {
    this.#waiting.add(who);
  }

  restored(who: object): void {
    this.#waiting.delete(who);
  }
}

export const network = new Network();
