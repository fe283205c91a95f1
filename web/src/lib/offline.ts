import { filesOf } from '../device/files';
import { fileAddress } from './site';

/** The cache of what is loaded on demand; the service worker fills it, too (`vite.config.ts`). */
const CACHE = 'on-demand';

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
  if (!canKeep()) return;
  const cache = await caches.open(CACHE);
  await cache.addAll(await missing(game));
}

/** The files of a game that are not kept yet. */
async function missing(game: string): Promise<string[]> {
  const [boards, device] = await Promise.all([boardFiles(), filesOf(game)]);
  const files = [...(boards[game] ?? []).map(fileAddress), ...Object.keys(device)];
  const found = await Promise.all(files.map((file) => caches.match(file)));
  return files.filter((_, i) => found[i] === undefined);
}

/** The files of each board, as the build lists them. */
async function boardFiles(): Promise<Record<string, string[]>> {
  return (await fetch(fileAddress('boards.json'))).json() as Promise<Record<string, string[]>>;
}
