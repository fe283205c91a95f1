import { refusal } from '../lib/server';
import { ApiError, type Call, type Transport, type Watch, type Watcher } from '../lib/transport';
import type { Hello, LiveMessage, Problem, Table } from '../lib/types';
import { updated } from '../lib/updates';
import { Engine } from './engine';
import { Following } from './following';
import type { WorkerLike } from './protocol';
import type { Kept, Shelf } from './shelf';

const KEY = 'table/';
const IDLE = 30_000;

/** Tables on this device: a worker for each game answers as the server would, and the browser keeps them. */
export class Device implements Transport {
  #engines = new Map<string, Engine>();
  /** What our workers know of tables. Another tab may have played on meanwhile: the shelf has the truth. */
  #known = new Map<string, Pick<Kept, 'game' | 'value'>>();
  /** The last use of the shelf: each waits for those before it, and so finds what they have written. */
  #lastUse: Promise<unknown> = Promise.resolve();
  /** Tables that are not kept, because they only serve to measure. */
  #scratch = new Set<string>();
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** `create` starts a worker for a game; `shelf` is where tables are kept. */
  constructor(
    readonly create: (game: string) => WorkerLike,
    readonly shelf: Shelf,
  ) {}

  async request<T>(call: Call): Promise<T> {
    const { method = 'GET', path, body = null, secret = '', signal } = call;
    const engine = this.#engine(await this.#gameOf(call));
    const secrets = secretsIn(secret);
    const answer = await engine.ask({ method, path: `/api${path}`, body, secrets }, signal);
    this.#restWhenIdle();
    if (answer.status >= 400) throw refusal(answer.body as { error: Problem });
    return answer.body as T;
  }

  /** Starts the worker of a game that is about to be played. */
  open(game: string): void {
    this.#engine(game);
  }

  watch(table: string, watcher: Watcher): Watch {
    return new Following(this, table, watcher);
  }

  /** Follows a table; returns a function that ends it. */
  async follow(
    table: string,
    { secrets, since }: Hello,
    onmessage: (message: LiveMessage) => void,
  ): Promise<() => void> {
    const engine = this.#engine(await this.#catchUp(table));
    await engine.ready;
    let seen: Table | null = null;
    const end = engine.follow(table, secrets, since, (message) => {
      if (message.type === 'table') seen = message.table;
      else if (message.type === 'update') seen = seen && updated(seen, message);
      if (seen) this.#note(seen).catch(() => {}); // the next message is noted, too
      onmessage(message);
    });
    return () => {
      end();
      this.#restWhenIdle();
    };
  }

  /** Forgets what a worker knows, because a table may have changed without it. */
  async reload(table: string): Promise<void> {
    const game = await this.#gameAt(table).catch(() => null);
    this.#known.delete(table);
    if (game) this.#stop(game);
  }

  /** The tables on this device, as they were last shown. */
  async seen(): Promise<Kept[]> {
    return this.shelf.all();
  }

  /** A table as it is kept on this device; undefined if there is none, rejected if that cannot be read. */
  find(id: string): Promise<Kept | undefined> {
    return this.#inTurn(() => this.shelf.get(id));
  }

  change(id: string, changes: Partial<Kept>): Promise<void> {
    return this.#inTurn(async () => {
      const kept = await this.shelf.get(id);
      if (kept) await this.shelf.put({ ...kept, ...changes });
    });
  }

  forget(id: string): void {
    this.#known.delete(id);
    void this.#inTurn(() => this.shelf.remove(id));
  }

  /** Treats a table as one that only serves to measure, and forgets it. */
  scratch(id: string): void {
    this.#scratch.add(id);
    this.forget(id);
  }

  #engine(game: string): Engine {
    const running = this.#engines.get(game);
    if (running) return running;
    const engine = new Engine(game, this.create(game), {
      load: (key) => this.#load(key.slice(KEY.length)),
      store: (key, value) => void this.#store(key.slice(KEY.length), game, value),
    });
    this.#engines.set(game, engine);
    engine.ready.catch(() => {
      if (this.#engines.get(game) === engine) this.#engines.delete(game);
    });
    return engine;
  }

  #load(id: string): Promise<string | null> {
    return this.#inTurn(async () => {
      const kept = await this.shelf.get(id).catch(() => this.#known.get(id));
      if (kept) this.#known.set(id, kept);
      return kept?.value ?? null;
    });
  }

  #store(id: string, game: string, value: string): Promise<void> {
    return this.#inTurn(async () => {
      // While a game goes on, its value is all that must not be lost.
      const kept = await this.shelf.get(id).catch(() => undefined);
      if (this.#scratch.has(id)) return;
      this.#known.set(id, { game, value });
      await this.shelf.put({ seen: null, record: null, handedIn: false, ...kept, id, game, value });
    });
  }

  #inTurn<T>(use: () => Promise<T>): Promise<T> {
    const used = this.#lastUse.then(use);
    this.#lastUse = used.catch(() => {});
    return used;
  }

  /** Keeps how a table looks, for lists. */
  #note(table: Table): Promise<void> {
    return this.change(table.id, { seen: { ...table, moves: [], legal: [], legal_data: null, view: {} } });
  }

  async #gameOf({ path, body, game }: Call): Promise<string> {
    if (game) return game;
    const id = tableIn(path);
    if (id !== null) return this.#gameAt(id);
    const named = /^\/games\/([^/?]+)/.exec(path)?.[1];
    if (named) return decodeURIComponent(named);
    const { game: asked, record } = (body ?? {}) as { game?: string; record?: string };
    const recorded = /^game: *(\S+)/m.exec(record ?? '')?.[1];
    if (asked ?? recorded) return (asked ?? recorded)!;
    throw new ApiError('bad_request', 'This names no game.');
  }

  async #gameAt(id: string): Promise<string> {
    const kept = this.#known.get(id) ?? (await this.find(id));
    if (kept) return kept.game;
    throw new ApiError('not_found', 'There is no such table on this device.');
  }

  /** The game of a table. A worker that knows another state of it than the one on the shelf is ended. */
  async #catchUp(id: string): Promise<string> {
    const outdated = await this.#inTurn(async () => {
      const [known, kept] = [this.#known.get(id), await this.shelf.get(id)];
      if (kept) this.#known.set(id, kept);
      else this.#known.delete(id);
      return known && known.value !== kept?.value;
    });
    const game = await this.#gameAt(id);
    if (outdated) this.#stop(game);
    return game;
  }

  /** Ends workers that nobody has used for a while. */
  #restWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      for (const [game, engine] of this.#engines) if (!engine.used) this.#stop(game);
    }, IDLE);
  }

  #stop(game: string): void {
    this.#engines.get(game)?.stop();
    this.#engines.delete(game);
  }
}

/** The table that an address is about; null for others. */
export function tableIn(path: string): string | null {
  const id = /^\/tables\/([^/?]+)/.exec(path)?.[1];
  return id === undefined ? null : decodeURIComponent(id);
}

const secretsIn = (secret: string): string[] => secret.split(',').filter(Boolean);
