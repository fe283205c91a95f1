import { fileAddress, site, type Folders } from '../lib/site';
import type { Game } from '../lib/types';

/** Bytes of each file as it is transferred. */
type Sizes = Record<string, number>;

/** The address of a file that all games on this device share; null where these pages come without them. */
export function deviceFile(name: string): string | null {
  return site.device && fileAddress(`${site.device.shared}/${name}`);
}

/** The address of the folder with the files of a game; null where these pages come without them. */
export function gameFolder(game: string): string | null {
  const folder = site.device?.games[game];
  return folder === undefined ? null : fileAddress(folder);
}

const asked = new Map<string, Promise<unknown>>();

/** Reads a file of the games on this device, once: one of a game, or one that all share. */
export function readFile<T>(name: string, game?: string): Promise<T> {
  const address = game === undefined ? deviceFile(name) : `${gameFolder(game) ?? ''}/${name}`;
  return readOnce(address ?? '');
}

function readOnce<T>(address: string): Promise<T> {
  const known = asked.get(address);
  if (known) return known as Promise<T>;
  const answer = fetch(address).then((response) => {
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return response.json() as Promise<T>;
  });
  asked.set(address, answer);
  answer.catch(() => asked.delete(address));
  return answer;
}

/** The games that can be played on this device; none where these pages come without their files. */
export async function gamesHere(): Promise<Game[]> {
  return site.device === null ? [] : readFile<Game[]>('games.json').catch(() => []);
}

/** The addresses of all files that a game in these folders needs on a device, and their sizes. */
export async function filesOf(game: string, { shared, games }: Folders): Promise<Sizes> {
  const sizesIn = async (folder: string) =>
    Object.entries(await readOnce<Sizes>(fileAddress(`${folder}/sizes.json`))).map(
      ([name, size]) => [fileAddress(`${folder}/${name}`), size] as const,
    );
  const own = games[game];
  if (own === undefined) throw new Error(`${game} cannot be played on this device.`);
  return Object.fromEntries((await Promise.all([shared, own].map(sizesIn))).flat());
}
