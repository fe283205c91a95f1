import type { Table } from '../lib/types';

/** A table on this device, as it is kept between visits. */
export interface Kept {
  id: string;
  game: string;
  /** What the referee needs to continue. Only the referee reads it. */
  value: string;
  /** The table as it was last shown here, without what grows with the game: enough for a list. */
  seen: Table | null;
  /** The record of the finished game, where there is a server to send it to. */
  record: string | null;
  /** The finished game is in the history of the server. */
  handedIn: boolean;
}

/** Where tables are kept, by id. */
export interface Shelf {
  /** Undefined if there is no such table; rejected if that cannot be read. */
  get(id: string): Promise<Kept | undefined>;
  put(kept: Kept): Promise<void>;
  remove(id: string): Promise<void>;
  all(): Promise<Kept[]>;
}

const STORE = 'tables';

/** The tables in the database of the browser; where it refuses, they last until the page is closed. */
export class BrowserShelf implements Shelf {
  #database: Promise<IDBDatabase> | null = null;
  #fallback = new Map<string, Kept>();

  async get(id: string): Promise<Kept | undefined> {
    return this.#fallback.get(id) ?? this.#use<Kept | undefined>('readonly', (store) => store.get(id));
  }

  async put(kept: Kept): Promise<void> {
    try {
      await this.#use('readwrite', (store) => store.put(kept));
      this.#fallback.delete(kept.id);
    } catch {
      // Private windows may refuse, and a disk may be full.
      this.#fallback.set(kept.id, kept);
    }
  }

  async remove(id: string): Promise<void> {
    this.#fallback.delete(id);
    await this.#use('readwrite', (store) => store.delete(id)).catch(() => {});
  }

  async all(): Promise<Kept[]> {
    const found = await this.#use<Kept[]>('readonly', (store) => store.getAll()).catch(() => []);
    return [...found.filter(({ id }) => !this.#fallback.has(id)), ...this.#fallback.values()];
  }

  async #use<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = (this.#database ??= opened(() => this.#leave(database)));
    try {
      return await answerOf(act((await database).transaction(STORE, mode).objectStore(STORE)));
    } catch (error) {
      this.#leave(database);
      throw error;
    }
  }

  /** Opens the database again when it is next used: this connection has failed, or the browser has ended it. */
  #leave(database: Promise<IDBDatabase>): void {
    if (this.#database === database) this.#database = null;
    database.then((one) => one.close()).catch(() => {});
  }
}

async function opened(onclose: () => void): Promise<IDBDatabase> {
  const asked = indexedDB.open('partie', 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: 'id' });
  const database = await answerOf(asked);
  database.onclose = onclose;
  return database;
}

function answerOf<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}
