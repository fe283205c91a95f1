const KEPT_MS = 10_000;

/**
 * Speaks to screen readers: a live region in App.svelte holds the sentences of the last seconds. Each is an
 * element of its own, so that a sentence does not replace one that has not been read, and is read each time.
 */
export class Announcer {
  sentences = $state.raw<{ id: number; text: string; at: number }[]>([]);
  #count = 0;

  say(text: string): void {
    if (!text) return;
    const now = performance.now();
    const recent = this.sentences.filter((one) => now - one.at < KEPT_MS);
    this.sentences = [...recent, { id: this.#count++, text, at: now }];
  }
}

export const announcer = new Announcer();
