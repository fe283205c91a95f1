/** What screen readers hear: a live region in App.svelte holds the latest sentence. */
class Announcer {
  text = $state('');

  say(text: string): void {
    // A sentence said twice must differ to be read twice.
    this.text = text === this.text ? `${text}\u00a0` : text;
  }
}

export const announcer = new Announcer();
