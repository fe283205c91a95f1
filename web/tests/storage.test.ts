import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepSeats, knownTable, knownTables, secretsOf } from '../src/lib/seats';
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
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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
  function play(id: string, status: Table['status']) {
    vi.advanceTimersByTime(1);
    keepSeats({ id, game: 'tiny', seed_hash: '', status } as Table, { 0: `secret of ${id}` });
  }

  it('are not lost while a game waits, however many others are played', () => {
    play('slow', 'playing');
    for (let i = 0; i < 300; i++) play(`quick ${i}`, 'over');
    expect(secretsOf('slow')).toBe('secret of slow');
    expect(knownTable('quick 299')).toBeDefined();
    expect(knownTables()).toHaveLength(51);
  });

  it('are those of the latest games where too many are not over', () => {
    play('done', 'over');
    for (let i = 0; i < 300; i++) play(`open ${i}`, 'playing');
    expect(knownTables()).toHaveLength(201);
    expect(knownTable('open 100')).toBeDefined();
    expect(knownTable('open 99')).toBeUndefined();
    expect(knownTable('done')).toBeDefined();
  });
});
