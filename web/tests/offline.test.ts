import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Folders } from '../src/lib/site';

const AT = 'https://host/';
const OLD: Folders = {
  shared: 'assets/device-0',
  games: { tiny: 'assets/game-tiny-0', big: 'assets/game-big-0' },
};
/** A build in which only `tiny` is another. */
const NEW: Folders = { ...OLD, games: { ...OLD.games, tiny: 'assets/game-tiny-1' } };
const SIZES = { 'game.wasm': 300_000, 'code.json': 1000, 'files/book.gz': 1000, 'files/net.gz': 900_000 };

/** What the host has: by address, JSON or just something. */
let hosted: Map<string, unknown>;
let cached: Map<string, unknown>;
let persisted: number;

function host(device: Folders, tinyBoard: string) {
  hosted = new Map<string, unknown>([
    [`${AT}files.json`, { boards: { tiny: [tinyBoard], big: ['assets/big-0.js'] }, device }],
    ...[tinyBoard, 'assets/big-0.js'].map((name) => [AT + name, 'board'] as const),
    [`${AT}${device.shared}/sizes.json`, { 'worker.mjs': 10 }],
    [`${AT}${device.shared}/worker.mjs`, 'worker'],
  ]);
  for (const folder of Object.values(device.games)) {
    hosted.set(`${AT}${folder}/sizes.json`, SIZES);
    for (const name of Object.keys(SIZES)) hosted.set(`${AT}${folder}/${name}`, name);
  }
}

/** The module as it is in pages of a build. */
async function pages(device: Folders) {
  vi.resetModules();
  vi.stubGlobal('__SITE__', { folder: true, server: null, device });
  return import('../src/lib/offline');
}

const names = () => [...cached.keys()].map((address) => address.replace(AT, '')).sort();

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => {
  vi.unstubAllGlobals();
  cached = new Map();
  persisted = 0;
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  vi.stubGlobal('location', { href: `${AT}index.html` });
  vi.stubGlobal('navigator', { storage: { persist: async () => ++persisted > 0 } });
  vi.stubGlobal('fetch', async (address: string) => ({
    ok: hosted.has(address),
    json: async () => hosted.get(address),
  }));
  const cache = {
    keys: async () => [...cached.keys()].map((url) => ({ url })),
    delete: async (address: string) => cached.delete(address),
    addAll: async (files: string[]) => {
      for (const file of files) {
        if (!hosted.has(file)) throw new TypeError(`${file} is not there`);
        cached.set(file, hosted.get(file));
      }
    },
  };
  vi.stubGlobal('caches', { open: async () => cache, match: async (file: string) => cached.get(file) });
});

const essential = (game: string, board: string, folder: string) => [
  `assets/device-0/worker.mjs`,
  board,
  ...['code.json', 'files/book.gz', 'game.wasm'].map((name) => `${folder}/${name}`),
];

describe('games that are kept', () => {
  it('whole if somebody asks for it, and not to be dropped by the browser', async () => {
    host(OLD, 'assets/tiny-0.js');
    const { keep, keepingOf } = await pages(OLD);
    expect((await keepingOf('tiny')).kept).toBe(false);
    await keep('tiny');
    expect(await keepingOf('tiny')).toEqual({ kept: true, bytes: 901_000 + 301_000 + 10 });
    expect((await keepingOf('big')).kept).toBe(false);
    expect(persisted).toBe(1);
  });

  it('without what is large and may not be needed when they are just played, which asks for nothing', async () => {
    host(OLD, 'assets/tiny-0.js');
    const { keepEssentials } = await pages(OLD);
    await keepEssentials('tiny');
    expect(names()).toEqual(essential('tiny', 'assets/tiny-0.js', 'assets/game-tiny-0').sort());
    expect(persisted).toBe(0);
  });
});

describe('a new build', () => {
  it.each([
    ['of before', OLD],
    ['of its own', NEW],
  ])('has the games that were kept fetched by a page %s, whole if they were', async (_, build) => {
    host(OLD, 'assets/tiny-0.js');
    const before = await pages(OLD);
    await before.keep('tiny');
    await before.keepEssentials('big');
    const untouched = names().filter((name) => name.includes('big'));
    host(NEW, 'assets/tiny-1.js');
    await (await pages(build)).renew();
    expect(names()).toContain('assets/game-tiny-1/files/net.gz');
    expect(names().some((name) => name.includes('game-tiny-0'))).toBe(build === OLD);
    const after = await pages(NEW);
    await after.renew();
    expect((await after.keepingOf('tiny')).kept).toBe(true);
    expect(names().filter((name) => name.includes('big'))).toEqual(untouched);
    expect(names().filter((name) => /game-tiny-0|tiny-0.js/.test(name))).toEqual([]);
  });

  it('has no more of a game fetched than was kept of it, and what a program had needed', async () => {
    host(OLD, 'assets/tiny-0.js');
    await (await pages(OLD)).keepEssentials('tiny');
    host(NEW, 'assets/tiny-1.js');
    const { renew } = await pages(NEW);
    await renew();
    expect(names()).toEqual(essential('tiny', 'assets/tiny-1.js', 'assets/game-tiny-1').sort());
    cached.set(`${AT}assets/game-tiny-1/files/net.gz`, 'net');
    host(OLD, 'assets/tiny-0.js');
    await (await pages(OLD)).renew();
    expect(names()).toContain('assets/game-tiny-0/files/net.gz');
  });

  it('of what all games share leaves a page that still runs its own files', async () => {
    host(OLD, 'assets/tiny-0.js');
    await (await pages(OLD)).keep('tiny');
    const shared = { ...OLD, shared: 'assets/device-1' };
    host(shared, 'assets/tiny-0.js');
    await (await pages(OLD)).renew();
    expect(names().filter((name) => name.endsWith('worker.mjs'))).toEqual([
      'assets/device-0/worker.mjs',
      'assets/device-1/worker.mjs',
    ]);
    await (await pages(shared)).renew();
    expect(names().filter((name) => name.endsWith('worker.mjs'))).toEqual(['assets/device-1/worker.mjs']);
  });

  it('that cannot be fetched leaves what there is', async () => {
    host(OLD, 'assets/tiny-0.js');
    await (await pages(OLD)).keep('tiny');
    const had = names();
    host(NEW, 'assets/tiny-1.js');
    hosted.delete(`${AT}assets/game-tiny-1/game.wasm`);
    const { renew } = await pages(NEW);
    await expect(renew()).rejects.toThrow('is not there');
    expect(names()).toEqual(expect.arrayContaining(had));
  });

  it('fetches nothing where nothing is kept', async () => {
    host(NEW, 'assets/tiny-1.js');
    const asked = vi.spyOn(globalThis, 'fetch');
    await (await pages(NEW)).renew();
    expect(asked).not.toHaveBeenCalled();
  });
});
