import { Loaded } from './loaded.svelte';

/** Loads a value again every `pause` milliseconds, for as long as `changing` says that it may change. */
export class Polled<T> extends Loaded<T> {
  #repeat: ReturnType<typeof setInterval>;

  constructor(ask: () => Promise<T>, pause: number, changing: (value: T) => boolean = () => true) {
    super(ask);
    this.#repeat = setInterval(() => {
      if (this.value !== null && !document.hidden && changing(this.value)) void this.load();
    }, pause);
  }

  override stop(): void {
    clearInterval(this.#repeat);
    super.stop();
  }
}
