import { SvelteSet } from 'svelte/reactivity';

/** Whether the server can be reached, for the header. Whoever waits for the server in vain says so here, and takes it back when it answers. */
class Line {
  #waiting = new SvelteSet<object>();

  get down(): boolean {
    return this.#waiting.size > 0;
  }

  lost(who: object): void {
    this.#waiting.add(who);
  }

  back(who: object): void {
    this.#waiting.delete(who);
  }
}

export const line = new Line();
