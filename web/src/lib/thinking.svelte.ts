import { usualProgram } from './company';
import { device } from '../device';
import { gamesHere } from '../device/files';
import { isHere } from './places';
import { hasServer, site } from './site';
import { familyOf } from './spec';
import { recall, remember } from './storage';
import type { Created, Decision, Game, TableRequest } from './types';

export const preferences = ['automatic', 'device', 'server'] as const;
/** Where programs think. Automatic: on this device if it is fast enough. */
export type Preference = (typeof preferences)[number];

/** A device is fast enough if the usual opponent needs no more seconds than this for its first move. */
export const FAST_ENOUGH = 2;
/** A measurement that takes longer than this, in milliseconds, with what it loads, does not delay a game. */
const PATIENCE = 6_000;
const MOST_SECONDS = 5;

/** Where the programs of new tables think, and how fast they do so on this device. */
class Thinking {
  #preference = $state<Preference>(
    preferences.find((one) => one === recall<string>('thinking', '')) ?? 'automatic',
  );
  /** Seconds that the usual opponent of a game needs for its first move on this device, by game. */
  #seconds = $state<Record<string, number>>(recall(this.#key, {}));
  #measuring = new Map<string, Promise<number>>();

  get preference(): Preference {
    return this.#preference;
  }

  set preference(choice: Preference) {
    this.#preference = choice;
    remember('thinking', choice);
  }

  get seconds(): Readonly<Record<string, number>> {
    return this.#seconds;
  }

  /** Whether a new table is to be on this device. */
  async choosesHere(request: Pick<TableRequest, 'game' | 'seats' | 'after' | 'clock'>): Promise<boolean> {
    if (!hasServer) return true;
    if (request.after) return isHere(request.after);
    if (request.clock) return false; // the server keeps the time
    const game = await playableHere(request);
    if (!game || this.preference === 'server') return false;
    return this.preference === 'device' || (await this.#isFastEnough(game));
  }

  /** Measures how fast programs of a game think here. The worker stays ready for a table. */
  measure(game: Game): Promise<number> {
    const running = this.#measuring.get(game.name) ?? timed(game);
    this.#measuring.set(game.name, running);
    running
      .then((seconds) => {
        this.#seconds = { ...this.#seconds, [game.name]: seconds };
        remember(this.#key, this.#seconds);
      })
      .catch(() => {}) // the files could not be loaded: measured another time
      .finally(() => this.#measuring.delete(game.name));
    return running;
  }

  /** Another build may be faster or slower. */
  get #key(): string {
    return `speed.${site.device?.shared ?? ''}`;
  }

  async #isFastEnough(game: Game): Promise<boolean> {
    const tooLate = new Promise<number>((resolve) => setTimeout(() => resolve(Infinity), PATIENCE));
    const seconds =
      this.#seconds[game.name] ?? (await Promise.race([this.measure(game).catch(() => Infinity), tooLate]));
    return seconds <= FAST_ENOUGH;
  }
}

/** The game of a table, if all who play there can play on this device. */
export async function playableHere({
  game: name,
  seats,
}: Pick<TableRequest, 'game' | 'seats'>): Promise<Game | undefined> {
  const game = (await gamesHere()).find((one) => one.name === name);
  const able = (agent: string) => game?.agents.some((one) => one.name === familyOf(game, agent));
  const everybody = seats.every(
    ({ kind, agent }) => kind === 'person' || (kind === 'program' && able(agent ?? '')),
  );
  return everybody ? game : undefined;
}

/** Seconds that the usual opponent needs for its first move. */
async function timed(game: Game): Promise<number> {
  const alone = Array.from({ length: game.seats.usual }, () => ({ kind: 'person' as const, name: '-' }));
  const ask = <T>(path: string, body: unknown, secret = '') =>
    device.request<T>({ method: 'POST', path, body, secret, game: game.name });
  const request = { game: game.name, options: {}, seats: alone, hints: 'all', lang: 'en' };
  const { id, secrets } = await ask<Created>('/tables', request);
  device.scratch(id);
  const begun = performance.now();
  await ask<Decision>(
    `/tables/${id}/hint`,
    { agent: usualProgram(game), seconds: MOST_SECONDS },
    Object.values(secrets).join(','),
  );
  return (performance.now() - begun) / 1000;
}

export const thinking = new Thinking();
