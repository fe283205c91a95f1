import { filesOf } from '../device/files';
import { fileAddress } from './site';

/** The cache of what is loaded on demand; the service worker fills it, too (`vite.config.ts`). */
const CACHE = 'on-demand';
/** Bytes, as transferred, from which a file is only loaded when a program needs it. */
const LARGE = 200_000;

/** Whether a game is kept on this device, and the size in bytes, as transferred, of its rules and programs. */
export interface Keeping {
  kept: boolean;
  bytes: number;
}

/** Whether this browser can keep games: pages that are not served securely may not. */
export const canKeep = (): boolean => 'caches' in globalThis;

export async function keepingOf(game: string): Promise<Keeping> {
  const device = await filesOf(game);
  const bytes = Object.values(device).reduce((sum, size) => sum + size, 0);
  return { kept: (await missing(game)).length === 0, bytes };
}

/** Keeps a game on this device: its board, its rules and its programs. */
export async function keep(game: string): Promise<void> {
  await add(await missing(game));
}

/**
 * Keeps what a game needs to be played, when it is played for the first time. What is large, such as networks
 * of single levels, is kept by the service worker when a program first needs it.
 */
export async function keepEssentials(game: string): Promise<void> {
  if (canKeep()) await add(await missing(game, LARGE));
}

async function add(files: string[]): Promise<void> {
  await (await caches.open(CACHE)).addAll(files);
}

/** The files of a game that are not kept yet, and not larger than `most` bytes. */
async function missing(game: string, most = Infinity): Promise<string[]> {
  const [boards, device] = await Promise.all([boardFiles(), filesOf(game)]);
  const own = Object.keys(device).filter((file) => device[file]! <= most);
  const files = [...(boards[game] ?? []).map(fileAddress), ...own];
  const found = await Promise.all(files.map((file) => caches.match(file)));
  return files.filter((_, i) => found[i] === undefined);
}

/** The files of each board, as the build lists them. */
async function boardFiles(): Promise<Record<string, string[]>> {
  return (await fetch(fileAddress('boards.json'))).json() as Promise<Record<string, string[]>>;
}
