import { backoff } from '../lib/backoff';
import { ApiError, type Connection, type Watch, type Watcher } from '../lib/transport';
import type { LiveMessage } from '../lib/types';
import type { Device } from './device';

/**
 * A table on this device that is being followed. It is refereed in one tab at a time: the last one that looks
 * at it, which the others notice by losing a lock.
 */
export class Following implements Watch {
  #end: (() => void) | null = null;
  #release: (() => void) | null = null;
  #state: Connection = 'closed';
  #attempt = 0;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looked = () => {
    if (!document.hidden) this.retry();
  };

  constructor(
    readonly device: Device,
    readonly table: string,
    readonly watcher: Watcher,
  ) {
    globalThis.document?.addEventListener('visibilitychange', this.#looked);
    // Of two windows side by side both are visible.
    globalThis.window?.addEventListener('focus', this.#looked);
    void this.#open();
  }

  move(): boolean {
    return false; // the device answers a request as fast
  }

  retry(): void {
    if (this.#state === 'lost') void this.#open();
  }

  check(): void {
    // No network is between this page and its own worker.
  }

  restart(): void {
    if (this.#state === 'gone' || this.#state === 'closed') return;
    this.#drop();
    void this.#open();
  }

  close(): void {
    this.#drop();
    globalThis.document?.removeEventListener('visibilitychange', this.#looked);
    globalThis.window?.removeEventListener('focus', this.#looked);
    this.#become('closed');
  }

  async #open(): Promise<void> {
    clearTimeout(this.#timer);
    const attempt = ++this.#attempt;
    if (this.#failures === 0) this.#become('connecting');
    try {
      await this.#lock(attempt);
      const hello = this.watcher.hello();
      const end = await this.device.follow(this.table, hello, (message) => {
        if (attempt === this.#attempt) this.#receive(message);
      });
      if (attempt !== this.#attempt) return end();
      this.#end = end;
      this.#failures = 0;
      this.#become('live');
    } catch (error) {
      if (attempt !== this.#attempt) return;
      if (error instanceof ApiError && error.code === 'not_found') return this.#gone();
      this.#drop();
      this.#become('lost');
      this.#timer = setTimeout(() => void this.#open(), backoff(this.#failures++));
    }
  }

  #receive(message: LiveMessage): void {
    if (message.type === 'error' && message.error.code === 'not_found') return this.#gone();
    this.watcher.onmessage(message);
  }

  #gone(): void {
    this.#drop();
    this.#become('gone');
  }

  /** Takes the table from other tabs. */
  #lock(attempt: number): Promise<void> {
    const locks = globalThis.navigator?.locks;
    if (!locks) return Promise.resolve();
    return new Promise((taken) => {
      const held = locks.request(`partie/${this.table}`, { steal: true }, () => {
        taken();
        return new Promise<void>((release) => (this.#release = release));
      });
      held.catch(() => void this.#stolen(attempt));
    });
  }

  async #stolen(attempt: number): Promise<void> {
    if (attempt !== this.#attempt) return;
    this.#release = null;
    this.#drop();
    this.#become('lost');
    await this.device.reload(this.table);
  }

  #drop(): void {
    this.#attempt++;
    clearTimeout(this.#timer);
    this.#end?.();
    this.#end = null;
    this.#release?.();
    this.#release = null;
  }

  #become(state: Connection): void {
    if (state === this.#state) return;
    this.#state = state;
    this.watcher.onconnection(state);
  }
}
