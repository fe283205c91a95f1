import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { device } from '../src/device';
import type { Kept } from '../src/device/shelf';
import { OfferedGames } from '../src/home/games.svelte';
import { OwnTables } from '../src/home/tables.svelte';
import { isRefused } from '../src/lib/history';
import { notices } from '../src/lib/notices.svelte';
import { keepSeats, knownTables } from '../src/lib/seats';
import { remember } from '../src/lib/storage';
import type { Table } from '../src/lib/types';

vi.hoisted(() => {
  const site = { folder: false, server: null, device: { shared: 'assets/device-1', games: {} } };
  Object.assign(globalThis, { __SITE__: site, location: { href: 'https://host/' } });
});
vi.mock('../src/lib/language.svelte', () => ({ say: (text: { en: string }) => text.en, language: {} }));

const tableOf = (id: string) =>
  ({
    id,
    game: 'tiny',
    seed_hash: '',
    status: 'playing',
    can: { move: true },
    seats: [],
  }) as unknown as Table;
const settle = () => vi.advanceTimersByTimeAsync(0);

/** The tables on the shelf of this device, as the browser keeps them. */
let kept: Map<string, Kept>;
let shelf: { get: ReturnType<typeof vi.spyOn>; all: ReturnType<typeof vi.spyOn> };

function sitHere(id: string): void {
  keepSeats(tableOf(id), { 0: 'secret' }, true);
  kept.set(id, { id, game: 'tiny', value: '', seen: tableOf(id), record: null, handedIn: false });
}

/** What the server has, by address below /api; null: it cannot be reached. */
let served: Record<string, unknown> | null;
/** The records that were handed in, in order; those refused with a code of the API. */
let handedIn: string[];
let refused: Record<string, string>;
/** The files of the games on this device. */
let files: Record<string, unknown>;

async function fakeFetch(address: string, { body }: RequestInit = {}) {
  const path = /^\/api(.*)$/.exec(address)?.[1];
  if (path !== undefined && served === null) throw new TypeError('Failed to fetch');
  if (path === '/records') return handInAnswer((JSON.parse(body as string) as { record: string }).record);
  const found = path === undefined ? files[address.split('/').at(-1) ?? ''] : served![path];
  return { ok: found !== undefined, status: 404, statusText: '', json: async () => found };
}

function handInAnswer(record: string) {
  handedIn.push(record);
  const code = refused[record];
  const answer = code ? { error: { code, message: '', data: {} } } : {};
  return { ok: !code, status: 422, statusText: '', json: async () => answer };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fakeFetch);
  served = {};
  files = {};
  handedIn = [];
  refused = {};
  remember('tables', []);
  remember('refused', []);
  kept = new Map();
  shelf = {
    get: vi.spyOn(device.shelf, 'get').mockImplementation(async (id) => kept.get(id)),
    all: vi.spyOn(device.shelf, 'all').mockImplementation(async () => [...kept.values()]),
  };
  vi.spyOn(device.shelf, 'put').mockImplementation(async (one) => void kept.set(one.id, one));
  vi.spyOn(device.shelf, 'remove').mockImplementation(async (id) => void kept.delete(id));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('tables on this device', () => {
  it('are listed; seats at those that are gone are forgotten, and those without seats', async () => {
    sitHere('one');
    sitHere('two');
    kept.delete('two');
    kept.set('three', { ...kept.get('one')!, id: 'three' });
    const own = new OwnTables();
    await settle();
    expect(own.running.map(({ id }) => id)).toEqual(['one']);
    expect(knownTables().map(({ id }) => id)).toEqual(['one']);
    expect([...kept.keys()]).toEqual(['one']);
  });

  it('that cannot be read are not forgotten', async () => {
    sitHere('one');
    shelf.get.mockRejectedValue(new DOMException('no', 'UnknownError'));
    new OwnTables();
    await settle();
    expect(knownTables()).toMatchObject([{ id: 'one', secrets: { 0: 'secret' } }]);
    expect(kept.size).toBe(1);
  });

  it('are not forgotten because the list of seats is lost', async () => {
    sitHere('one');
    remember('tables', []);
    new OwnTables();
    await settle();
    expect(kept.size).toBe(1);
  });

  it('that begin while the others are looked up are not forgotten', async () => {
    sitHere('one');
    shelf.all.mockImplementation(async () => {
      sitHere('two');
      return [...kept.values()];
    });
    new OwnTables();
    await settle();
    expect([...kept.keys()]).toEqual(['one', 'two']);
  });
});

describe('records of games on this device', () => {
  const waiting = () => [...kept.values()].filter((one) => !one.handedIn).map(({ id }) => id);

  beforeEach(() => {
    notices.dismiss();
    for (const id of ['one', 'two', 'three']) {
      sitHere(id);
      kept.set(id, { ...kept.get(id)!, record: `record of ${id}` });
    }
  });

  it('are sent although the server refuses one, which is sent only once', async () => {
    refused = { 'record of one': 'bad_request' };
    new OwnTables();
    await settle();
    expect(waiting()).toEqual(['one']);
    expect(isRefused('one')).toBe(true);
    expect(notices.latest).toContain('does not accept');
    notices.dismiss();
    new OwnTables();
    await settle();
    expect(handedIn).toEqual(['record of one', 'record of two', 'record of three']);
    expect(notices.latest).toBeNull();
  });

  it('are sent again where the server is in trouble with one', async () => {
    refused = { 'record of two': 'internal' };
    new OwnTables();
    await settle();
    expect(waiting()).toEqual(['two']);
    refused = {};
    new OwnTables();
    await settle();
    expect(waiting()).toEqual([]);
    expect(notices.latest).toBeNull();
  });

  it('wait while the server cannot be reached, or is busy', async () => {
    refused = { 'record of two': 'unavailable' };
    new OwnTables();
    await settle();
    expect(handedIn).toEqual(['record of one', 'record of two']);
    expect(waiting()).toEqual(['two', 'three']);
    served = null;
    new OwnTables();
    await settle();
    expect(waiting()).toEqual(['two', 'three']);
    expect(['two', 'three'].map(isRefused)).toEqual([false, false]);
  });

  it('are no longer remembered as refused when their game is forgotten', async () => {
    refused = { 'record of one': 'illegal_move' };
    new OwnTables();
    await settle();
    kept.delete('one');
    new OwnTables();
    await settle();
    expect(isRefused('one')).toBe(false);
  });
});

describe('tables on a server', () => {
  const play = () => keepSeats(tableOf('far'), { 0: 'secret' });

  it('are listed as soon as it can be reached', async () => {
    sitHere('near');
    play();
    served = null;
    const own = new OwnTables();
    await settle();
    expect(own).toMatchObject({ loaded: true, failed: true, running: [{ id: 'near' }] });
    served = { '/tables/far': tableOf('far') };
    await vi.advanceTimersByTimeAsync(500);
    expect(own.failed).toBe(false);
    expect(own.running.map(({ id }) => id).sort()).toEqual(['far', 'near']);
  });

  it('are forgotten if it has them no more', async () => {
    play();
    const own = new OwnTables();
    await settle();
    expect(own).toMatchObject({ loaded: true, failed: false, running: [] });
    expect(knownTables()).toEqual([]);
  });

  it('are no longer asked for when the page is left', async () => {
    play();
    served = null;
    const own = new OwnTables();
    own.stop();
    await settle();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('games', () => {
  const [quarto, war] = [{ name: 'quarto' }, { name: 'war' }];

  it('are those of this device while the server cannot be reached, then those of the server', async () => {
    served = null;
    const games = new OfferedGames();
    await settle();
    expect(games).toMatchObject({ value: null, error: 'unreachable' });
    files['games.json'] = [quarto];
    await vi.advanceTimersByTimeAsync(500);
    expect(games).toMatchObject({ value: [quarto], error: 'unreachable' });
    served = { '/games': [quarto, war] };
    await vi.advanceTimersByTimeAsync(1_000);
    expect(games).toMatchObject({ value: [quarto, war], error: null });
    games.stop();
  });
});
