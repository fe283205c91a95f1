import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { device } from '../src/device';
import type { Kept } from '../src/device/shelf';
import { OwnTables } from '../src/home/tables.svelte';
import { keepSeats, knownTables } from '../src/lib/seats';
import { remember } from '../src/lib/storage';
import type { Table } from '../src/lib/types';

vi.mock('../src/lib/language.svelte', () => ({ say: (text: { en: string }) => text.en, language: {} }));

const tableOf = (id: string) =>
  ({ id, game: 'tiny', seed_hash: '', status: 'playing', can: { move: true }, seats: [] }) as unknown as Table;
const settle = () => vi.advanceTimersByTimeAsync(0);

/** The tables on the shelf of this device, as the browser keeps them. */
let kept: Map<string, Kept>;
let shelf: { get: ReturnType<typeof vi.spyOn>; all: ReturnType<typeof vi.spyOn> };

function sitHere(id: string): void {
  keepSeats(tableOf(id), { 0: 'secret' }, true);
  kept.set(id, { id, game: 'tiny', value: '', seen: tableOf(id), record: null, handedIn: false });
}

beforeEach(() => {
  vi.useFakeTimers();
  remember('tables', []);
  kept = new Map();
  shelf = {
    get: vi.spyOn(device.shelf, 'get').mockImplementation(async (id) => kept.get(id)),
    all: vi.spyOn(device.shelf, 'all').mockImplementation(async () => [...kept.values()]),
  };
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
