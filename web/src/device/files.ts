import { fileAddress, site } from '../lib/site';
import type { Game } from '../lib/types';

/** Bytes of each file as it is transferred. */
type Sizes = Record<string, number>;

/** The address of a file of the games on this device; null where these pages come without them. */
export function deviceFile(name: string): string | null {
  return site.device === null ? null : fileAddress(`${site.device}/${name}`);
}

const asked = new Map<string, Promise<unknown>>();

/** Reads a file of the games on this device, once. */
export function readFile<T>(name: string): Promise<T> {
  const known = asked.get(name);
  if (known) return known as Promise<T>;
  const answer = fetch(deviceFile(name) ?? '').then((response) => {
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response.json() as Promise<T>;
  });
  asked.set(name, answer);
  answer.catch(() => asked.delete(name));
  return answer;
}

/** The games that can be played on this device; none where these pages come without their files. */
export async function gamesHere(): Promise<Game[]> {
  return site.device === null ? [] : readFile<Game[]>('games.json').catch(() => []);
}

/** The addresses of all files that a game needs on this device, and their sizes. */
export async function filesOf(game: string): Promise<Sizes> {
  const [common, own] = await Promise.all([
    readFile<Sizes>('sizes.json'),
    readFile<Sizes>(`${game}/sizes.json`),
  ]);
  const all = [
    ...Object.entries(common),
    ...Object.entries(own).map(([name, size]) => [`${game}/${name}`, size] as const),
  ];
  return Object.fromEntries(all.map(([name, size]) => [deviceFile(name) ?? name, size]));
}
