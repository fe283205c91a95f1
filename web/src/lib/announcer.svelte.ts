/** What screen readers hear: a live region in App.svelte holds the latest sentence. */
class Announcer {
  text = $state('');
  #latest = '';

  say(text: string): void {
    // A sentence said twice must differ to be read twice.
    this.#latest = text === this.#latest ? `${text}\u00a0` : text;
    this.text = this.#latest;
  }
}

export const announcer = new Announcer();
