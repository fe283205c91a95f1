import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepSeats, knownTable, knownTables, secretsOf, type KnownTable } from '../src/lib/seats';
import { recall, remember } from '../src/lib/storage';
import type { Table } from '../src/lib/types';

/** A browser's storage, which takes nothing more while it is `full`. */
const storage = {
  full: false,
  values: new Map<string, string>(),
  getItem: (key: string) => storage.values.get(key) ?? null,
  setItem(key: string, text: string) {
    if (storage.full) throw new DOMException('full', 'QuotaExceededError');
    storage.values.set(key, text);
  },
};

beforeEach(() => {
  storage.full = false;
  storage.values.clear();
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => void vi.unstubAllGlobals());

describe('values kept in this browser', () => {
  it('are the latest ones when storage is full, and when it takes some again', () => {
    remember('name', 'Ann');
    storage.full = true;
    remember('name', 'Bob');
    expect(recall('name', '')).toBe('Bob');
    storage.full = false;
    remember('name', 'Cleo');
    expect(recall('name', '')).toBe('Cleo');
    storage.values.set('partie.name', '"Dan"'); // in another tab
    expect(recall('name', '')).toBe('Dan');
  });

  it('are what is usual where there are none, or none that can be read', () => {
    expect(recall('level', 'easy')).toBe('easy');
    storage.values.set('partie.level', '{');
    expect(recall('level', 'easy')).toBe('easy');
  });
});

describe('seats kept in this browser', () => {
  const many = Array.from({ length: 300 }, (_, i) => i);
  const known = (id: string, touched: number, over: boolean): KnownTable => ({
    id,
    game: 'tiny',
    secrets: { 0: `secret of ${id}` },
    seedHash: '',
    touched,
    over,
  });
  const sit = (id: string) =>
    keepSeats({ id, game: 'tiny', seed_hash: '', status: 'playing' } as Table, { 0: 's' });

  it('are not lost while a game waits, however many others are played', () => {
    remember('tables', [known('slow', 0, false), ...many.map((i) => known(`quick ${i}`, 1 + i, true))]);
    sit('new');
    expect(secretsOf('slow')).toBe('secret of slow');
    expect(knownTable('quick 299')).toBeDefined();
    expect(knownTables()).toHaveLength(52);
  });

  it('are those of the latest games where too many are not over', () => {
    remember('tables', [known('done', 0, true), ...many.map((i) => known(`open ${i}`, 1 + i, false))]);
    sit('new');
    expect(['new', 'open 101', 'open 100', 'done'].map((id) => !!knownTable(id))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(knownTables()).toHaveLength(201);
  });
});
