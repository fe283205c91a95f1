import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BrowserShelf, type Kept } from '../src/device/shelf';

/** A database of a browser that fails when the test says so. */
class FakeDatabase {
  kept = new Map<string, Kept>();
  /** What the browser refuses now. */
  refuses: 'opening' | 'reading' | 'writing' | null = null;
  connections: { onclose: (() => void) | null; closed: boolean }[] = [];

  open() {
    return this.#answer('opening', () => {
      const connection = { onclose: null, closed: false, close: () => {}, transaction: () => ({}) };
      connection.close = () => void (connection.closed = true);
      connection.transaction = () => {
        if (connection.closed) throw new DOMException('The connection is closed.', 'InvalidStateError');
        return { objectStore: () => this.#store() };
      };
      this.connections.push(connection);
      return connection;
    });
  }

  #store() {
    return {
      get: (id: string) => this.#answer('reading', () => this.kept.get(id)),
      getAll: () => this.#answer('reading', () => [...this.kept.values()]),
      put: (kept: Kept) => this.#answer('writing', () => void this.kept.set(kept.id, kept)),
      delete: (id: string) => this.#answer('writing', () => void this.kept.delete(id)),
    };
  }

  #answer(what: FakeDatabase['refuses'], act: () => unknown) {
    const asked = {
      onsuccess: null as (() => void) | null,
      onerror: null as (() => void) | null,
      result: undefined as unknown,
      error: new DOMException(`${what} failed`, 'UnknownError'),
    };
    queueMicrotask(() => {
      if (this.refuses === what) return asked.onerror?.();
      asked.result = act();
      asked.onsuccess?.();
    });
    return asked;
  }
}

const one: Kept = { id: 'one', game: 'tiny', value: 'v', seen: null, record: null, handedIn: false };
let database: FakeDatabase;
let shelf: BrowserShelf;

beforeEach(() => {
  database = new FakeDatabase();
  shelf = new BrowserShelf();
  vi.stubGlobal('indexedDB', database);
});

describe('tables in the browser', () => {
  it('that cannot be read are not taken for missing', async () => {
    await shelf.put(one);
    expect(await shelf.get('one')).toEqual(one);
    expect(await shelf.get('none')).toBeUndefined();
    database.refuses = 'reading';
    await expect(shelf.get('one')).rejects.toThrow('reading failed');
    database.refuses = null;
    expect(await shelf.get('one')).toEqual(one);
  });

  it('are found once the database can be opened', async () => {
    database.kept.set('one', one);
    database.refuses = 'opening';
    await expect(shelf.get('one')).rejects.toThrow('opening failed');
    database.refuses = null;
    expect(await shelf.get('one')).toEqual(one);
  });

  it('are found after the browser has ended the connection', async () => {
    await shelf.put(one);
    const [first] = database.connections;
    first!.closed = true;
    first!.onclose?.();
    expect(await shelf.get('one')).toEqual(one);
    // Nor does it say so every time.
    database.connections[1]!.closed = true;
    await expect(shelf.get('one')).rejects.toThrow('closed');
    expect(await shelf.get('one')).toEqual(one);
    expect(database.connections).toHaveLength(3);
  });

  it('last until the page is closed where they are refused', async () => {
    database.refuses = 'opening';
    await shelf.put(one);
    expect(await shelf.get('one')).toEqual(one);
    expect(await shelf.all()).toEqual([one]);
    await shelf.remove('one');
    await expect(shelf.get('one')).rejects.toThrow();
  });
});
