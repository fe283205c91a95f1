import { filesOf } from '../device/files';
import { fileAddress, site, type Folders } from './site';
import { recall, remember } from './storage';

/** The cache of what is loaded on demand; the service worker fills it, too (`vite.config.ts`). */
const CACHE = 'on-demand';
/** Bytes, as transferred, from which a file is only loaded when a program needs it. */
const LARGE = 200_000;
/** Where the games are noted that somebody wants to keep with all their programs. */
const WHOLE = 'kept';
/** What every game has that can be played without a network. */
const MARK = 'game.wasm';
/** What only some programs read is in this folder of a game. */
const ON_DEMAND = 'files/';
/** Milliseconds after its start from which a page renews what it keeps. */
const AFTER_START = 3_000;

/** Whether a game is kept on this device, and the size in bytes, as transferred, of its rules and programs. */
export interface Keeping {
  kept: boolean;
  bytes: number;
}

/** What a build says about its games (`scripts/files.ts`): the files of each board, the folders of all. */
interface Build {
  boards: Record<string, string[]>;
  device: Folders | null;
}

/** A file of a game on this device, of whichever build. */
interface GameFile {
  game: string;
  /** Its name in the folder of the game. */
  name: string;
}

type Wanted = (file: GameFile, size: number) => boolean;

/** Whether this browser can keep games: pages that are not served securely may not. */
export const canKeep = (): boolean => 'caches' in globalThis;

export async function keepingOf(game: string): Promise<Keeping> {
  const files = site.device ? await filesOf(game, site.device) : {};
  const bytes = Object.values(files).reduce((sum, size) => sum + size, 0);
  return { kept: (await missing(game, everything)).length === 0, bytes };
}

/** Keeps a game on this device: its board, its rules and its programs. */
export async function keep(game: string): Promise<void> {
  // A browser that runs out of space asks no one before it drops what was not to persist.
  await globalThis.navigator?.storage?.persist?.().catch(() => false);
  await add(await missing(game, everything));
  remember(WHOLE, [...new Set([...recall<string[]>(WHOLE, []), game])]);
}

/**
 * Keeps what a game needs to be played, when it is played for the first time. What is large, such as networks
 * of single levels, is kept by the service worker when a program first needs it.
 */
export async function keepEssentials(game: string): Promise<void> {
  if (canKeep()) await add(await missing(game, essentials));
}

/**
 * Fetches what the newest build has changed of the games that are kept, and drops the files of older builds.
 * When the app has been updated, a page of before does the first, so that nobody has to come twice with a
 * network.
 */
export async function renew(): Promise<void> {
  if (!canKeep()) return;
  const cache = await caches.open(CACHE);
  const cached = (await cache.keys()).map(({ url }) => url);
  const files = cached.flatMap((address) => gameFile(address) ?? []);
  const kept = files.filter(({ name }) => name === MARK).map(({ game }) => game);
  if (!kept.length) return;
  const build = await newest();
  for (const game of new Set(kept.filter((one) => build.device?.games[one] !== undefined))) {
    const had = new Set(files.filter((file) => file.game === game).map(({ name }) => name));
    const whole = recall<string[]>(WHOLE, []).includes(game);
    await add(
      await missing(game, (file, size) => whole || had.has(file.name) || essentials(file, size), build),
    );
  }
  if (JSON.stringify(build.device) !== JSON.stringify(site.device)) return; // this page needs its own files
  await Promise.all(cached.filter((file) => isOutdated(file, build)).map((file) => cache.delete(file)));
}

/** Renews what is kept soon after the start, when the app has been updated, and when the network is back. */
export function keepRenewed(): void {
  const soon = () => void renew().catch(() => {}); // tried again at the next start
  setTimeout(soon, AFTER_START);
  addEventListener('online', soon);
  globalThis.navigator?.serviceWorker?.addEventListener('controllerchange', soon);
}

const everything: Wanted = () => true;
const essentials: Wanted = ({ name }, size) => !name.startsWith(ON_DEMAND) || size <= LARGE;

async function add(files: string[]): Promise<void> {
  await (await caches.open(CACHE)).addAll(files);
}

/** The files of a game that are not kept yet, of those that are wanted. */
async function missing(game: string, wanted: Wanted, build?: Build): Promise<string[]> {
  const { boards, device } = build ?? { ...(await newest()), device: site.device };
  const sizes = device ? await filesOf(game, device) : {};
  const own = Object.entries(sizes).flatMap(([address, size]) => {
    const file = gameFile(address);
    return !file || wanted(file, size) ? address : []; // what all games share is always needed
  });
  const files = [...(boards[game] ?? []).map(fileAddress), ...own];
  const found = await Promise.all(files.map((file) => caches.match(file)));
  return files.filter((_, i) => found[i] === undefined);
}

async function newest(): Promise<Build> {
  return (await fetch(fileAddress('files.json'))).json() as Promise<Build>;
}

/** The file of a game at an address. */
function gameFile(address: string): GameFile | null {
  const [, game, name] = /\/assets\/game-(\w+)-[0-9a-f]+\/(.+)$/.exec(address) ?? [];
  return game && name ? { game, name } : null;
}

/** Whether a file belongs to another build: to a board, to a game or to what all games share. */
function isOutdated(address: string, { boards, device }: Build): boolean {
  const current = (folder: string | undefined) => folder && address.startsWith(fileAddress(`${folder}/`));
  const file = gameFile(address);
  if (file) return !current(device?.games[file.game]);
  if (/\/assets\/device-[0-9a-f]+\//.test(address)) return !current(device?.shared);
  const board = boards[/\/assets\/(\w+)-[^/]+$/.exec(address)?.[1] ?? ''];
  return board !== undefined && !board.map(fileAddress).includes(address);
}
