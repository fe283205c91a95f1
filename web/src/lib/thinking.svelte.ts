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

/** A device is fast enough if each program at the table needs no more seconds than this for its first move. */
export const FAST_ENOUGH = 2;
/** Measurements that take longer than this, in milliseconds, with what they load, do not delay a game. */
const PATIENCE = 6_000;
const MOST_SECONDS = 5;

/** How fast programs of a game are on this device, by program, in one build. */
interface Speed {
  build: string;
  seconds: Record<string, number>;
}

/** Where the programs of new tables think, and how fast they do so on this device. */
class Thinking {
  #preference = $state<Preference>(
    preferences.find((one) => one === recall<string>('thinking', '')) ?? 'automatic',
  );
  #speeds = $state<Record<string, Speed>>(recall('speeds', {}));
  #measuring = new Map<string, Promise<number>>();

  get preference(): Preference {
    return this.#preference;
  }

  set preference(choice: Preference) {
    this.#preference = choice;
    remember('thinking', choice);
  }

  /** Seconds that programs of a game need for their first move on this device, by program. */
  secondsIn(game: string): Readonly<Record<string, number>> {
    const speed = this.#speeds[game];
    return speed?.build === buildOf(game) ? speed.seconds : {};
  }

  /** Whether a new table is to be on this device. */
  async choosesHere(request: Pick<TableRequest, 'game' | 'seats' | 'after' | 'clock'>): Promise<boolean> {
    if (!hasServer) return true;
    if (request.after) return isHere(request.after);
    if (request.clock) return false; // the server keeps the time
    const game = await playableHere(request);
    if (!game || this.preference === 'server') return false;
    return this.preference === 'device' || (await this.#areFastEnough(game, programsAt(game, request)));
  }

  /** Measures how fast a program of a game thinks here, the usual one unless said otherwise. The worker stays ready. */
  measure(game: Game, agent = usualProgram(game)): Promise<number> {
    const name = `${game.name} ${agent}`;
    const running = this.#measuring.get(name) ?? timed(game, agent);
    this.#measuring.set(name, running);
    running
      .then((seconds) => this.#note(game.name, agent, seconds))
      .catch(() => {}) // the files could not be loaded: measured another time
      .finally(() => this.#measuring.delete(name));
    return running;
  }

  #note(game: string, agent: string, seconds: number): void {
    const speed = { build: buildOf(game), seconds: { ...this.secondsIn(game), [agent]: seconds } };
    this.#speeds = { ...this.#speeds, [game]: speed };
    remember('speeds', this.#speeds);
  }

  /** Whether all of these programs are fast enough; the first that is not decides. */
  async #areFastEnough(game: Game, agents: string[]): Promise<boolean> {
    const known = this.secondsIn(game.name);
    if (agents.some((agent) => (known[agent] ?? 0) > FAST_ENOUGH)) return false;
    const tooLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), PATIENCE));
    return Promise.race([this.#measureAll(game, agents), tooLate]);
  }

  /** Measures those that have not been measured, one after the other: they would slow each other down. */
  async #measureAll(game: Game, agents: string[]): Promise<boolean> {
    for (const agent of agents) {
      const known = this.secondsIn(game.name)[agent];
      const seconds = known ?? (await this.measure(game, agent).catch(() => Infinity));
      if (seconds > FAST_ENOUGH) return false;
    }
    return true;
  }
}

/** Another build may be faster or slower. */
const buildOf = (game: string): string => `${site.device?.shared} ${site.device?.games[game]}`;

/** The programs at a table, each once. Where there are none, one may be asked for hints: the usual one. */
function programsAt(game: Game, { seats }: Pick<TableRequest, 'seats'>): string[] {
  const seated = seats.flatMap(({ kind, agent }) => (kind === 'program' && agent ? agent : []));
  return seated.length ? [...new Set(seated)] : [usualProgram(game)];
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

/** Seconds that a program needs for its first move. */
async function timed(game: Game, agent: string): Promise<number> {
  const alone = Array.from({ length: game.seats.usual }, () => ({ kind: 'person' as const, name: '-' }));
  const ask = <T>(path: string, body: unknown, secret = '') =>
    device.request<T>({ method: 'POST', path, body, secret, game: game.name });
  const request = { game: game.name, options: {}, seats: alone, hints: 'all', lang: 'en' };
  const { id, secrets } = await ask<Created>('/tables', request);
  device.scratch(id);
  const begun = performance.now();
  await ask<Decision>(
    `/tables/${id}/hint`,
    { agent, seconds: MOST_SECONDS },
    Object.values(secrets).join(','),
  );
  return (performance.now() - begun) / 1000;
}

export const thinking = new Thinking();
