import { codeOf, isTransient } from './errors';
import { network } from './network.svelte';
import { backoff } from './backoff';
import type { ErrorCode } from './types';

/** A value loaded from the server. It tries again by itself while the server cannot be reached. */
export class Loaded<T> {
  value = $state.raw<T | null>(null);
  error = $state<ErrorCode | null>(null);
  #ask: () => Promise<T>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #stopped = false;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
    void this.load();
  }

  async load(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const value = await this.#ask();
      if (this.#stopped) return;
      this.value = value;
      this.error = null;
      network.restored(this);
      this.#failures = 0;
    } catch (error) {
      if (this.#stopped) return;
      this.error = codeOf(error);
      if (!isTransient(this.error)) return;
      if (this.error === 'unreachable') network.lost(this);
      this.#timer = setTimeout(() => void this.load(), backoff(this.#failures++));
    }
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    network.restored(this);
  }
}
