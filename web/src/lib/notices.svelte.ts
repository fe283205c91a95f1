import { sentence } from './errors';

const STAYS = 8_000;

/** The one notice on the page: the latest one. */
class Notices {
  latest = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(text: string): void {
    this.latest = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.dismiss(), STAYS);
  }

  error(error: unknown): void {
    this.show(sentence(error));
  }

  dismiss(): void {
    clearTimeout(this.#timer);
    this.latest = null;
  }
}

export const notices = new Notices();
