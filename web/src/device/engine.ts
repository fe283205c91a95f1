import { ApiError } from '../lib/transport';
import type { LiveMessage } from '../lib/types';
import { gameFolder } from './files';
import type { Answer, FromWorker, Question, ToWorker, WorkerLike } from './protocol';

/** Keeps what the worker wants kept, by key. */
export interface Archive {
  load(key: string): Promise<string | null>;
  store(key: string, value: string): void;
}

interface Pending {
  resolve: (answer: Answer) => void;
  reject: (error: ApiError) => void;
}

/** The worker that referees the tables of one game; its programs think in a worker of its own. */
export class Engine {
  /** Fulfilled when the worker can be asked, rejected when its files could not be loaded. */
  readonly ready: Promise<void>;
  readonly #worker: WorkerLike;
  readonly #pending = new Map<number, Pending>();
  readonly #followers = new Map<number, (message: LiveMessage) => void>();
  #last = 0;
  #refuse: (error: ApiError) => void = () => {};

  constructor(
    readonly game: string,
    worker: WorkerLike,
    readonly archive: Archive,
  ) {
    this.#worker = worker;
    this.ready = new Promise((resolve, reject) => {
      this.#refuse = reject;
      worker.onmessage = ({ data }) => this.#receive(data, resolve);
    });
    this.ready.catch(() => {}); // whoever asks for something is told
    worker.onerror = ({ message }) => this.#end(message ?? 'the worker could not be loaded');
    worker.postMessage({ start: { game, folder: gameFolder(game) ?? '' } });
  }

  /** Whether somebody follows a table here, or waits for an answer. */
  get used(): boolean {
    return this.#pending.size > 0 || this.#followers.size > 0;
  }

  async ask(question: Question, signal?: AbortSignal): Promise<Answer> {
    await this.ready;
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      signal?.addEventListener('abort', () => {
        if (!this.#pending.delete(id)) return;
        this.#post({ cancel: id });
        reject(new ApiError('unreachable', 'the request was cancelled'));
      });
      this.#post({ id, ...question });
    });
  }

  /** Follows a table; returns a function that ends it. */
  follow(
    table: string,
    secrets: string[],
    since: number | null,
    onmessage: (message: LiveMessage) => void,
  ): () => void {
    const follow = ++this.#last;
    this.#followers.set(follow, onmessage);
    this.#post({ follow, table, secrets, ...(since !== null && { since }) });
    return () => {
      if (this.#followers.delete(follow)) this.#post({ unfollow: follow });
    };
  }

  /** Ends the worker at once, whatever it is doing. Questions without an answer fail. */
  stop(): void {
    this.#end('the worker was stopped');
  }

  #receive(message: FromWorker, started: () => void): void {
    if ('started' in message) started();
    else if ('failed' in message) this.#end(message.failed.message);
    else if ('live' in message) this.#followers.get(message.live)?.(message.message);
    else if ('store' in message) this.archive.store(message.store.key, message.store.value);
    else if ('load' in message) void this.#load(message.load.key);
    else {
      this.#pending.get(message.id)?.resolve(message);
      this.#pending.delete(message.id);
    }
  }

  async #load(key: string): Promise<void> {
    this.#post({ loaded: { key, value: await this.archive.load(key) } });
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #end(why: string): void {
    const error = new ApiError('unreachable', why);
    this.#worker.onmessage = null;
    this.#worker.onerror = null;
    this.#worker.terminate();
    this.#refuse(error);
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
    this.#followers.clear();
  }
}
