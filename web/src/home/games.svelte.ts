import { gamesHere } from '../device/files';
import { api } from '../lib/api';
import { codeOf } from '../lib/errors';
import { Loaded } from '../lib/loaded.svelte';
import type { ErrorCode, Game } from '../lib/types';

/** The games to choose from: those of the server, or while it cannot be reached, those of this device. */
export class OfferedGames {
  #here = $state.raw<Game[]>([]);
  #asked = new Loaded(() => api.games().catch((error: unknown) => this.#without(error)));

  get value(): Game[] | null {
    return this.#asked.value ?? (this.#here.length ? this.#here : null);
  }

  get error(): ErrorCode | null {
    return this.#asked.error;
  }

  load(): Promise<void> {
    return this.#asked.load();
  }

  stop(): void {
    this.#asked.stop();
  }

  /** Looks here, and fails all the same: the server is asked again. */
  async #without(error: unknown): Promise<never> {
    if (codeOf(error) === 'unreachable') this.#here = await gamesHere();
    throw error;
  }
}
