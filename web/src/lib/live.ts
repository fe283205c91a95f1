import type { LiveMessage } from './types';

/** The part of a WebSocket that we use, so that tests can bring their own. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export type Connection = 'connecting' | 'live' | 'lost' | 'gone' | 'closed';

/** Secrets travel in a message, not in the address: addresses end up in the logs of proxies. */
export interface Hello {
  secrets: string[];
  since: number | null;
}

export interface LiveOptions {
  address: string;
  /** What is said first on each connection: it names the seats one has and the last `seq` seen. */
  hello: () => Hello;
  onmessage: (message: LiveMessage) => void;
  onconnection: (state: Connection) => void;
  connect?: (address: string) => Socket;
  /** Milliseconds of silence after which a connection counts as dead (the server pings every 20 s). */
  patience?: number;
}

const NO_SUCH_TABLE = 4404;
const FIRST_DELAY = 500;
const LAST_DELAY = 15_000;

export function backoff(attempt: number): number {
  return Math.min(LAST_DELAY, FIRST_DELAY * 2 ** attempt);
}

/** A WebSocket that comes back by itself, and resumes from the last `seq` seen. */
export class Live {
  #options: Required<LiveOptions>;
  #socket: Socket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #closed = false;

  constructor(options: LiveOptions) {
    this.#options = {
      connect: (address) => new WebSocket(address) as unknown as Socket,
      patience: 45_000,
      ...options,
    };
    this.#open();
  }

  /** Tries again at once, for example because the browser says that the network is back. */
  retry(): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#timer);
    this.#open();
  }

  close(): void {
    this.#end('closed');
  }

  #open(): void {
    if (this.#failures === 0) this.#options.onconnection('connecting');
    const socket = this.#options.connect(this.#options.address);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify(this.#options.hello()));
      this.#failures = 0;
      this.#options.onconnection('live');
      this.#watch();
    };
    socket.onmessage = (event) => {
      this.#watch();
      this.#options.onmessage(JSON.parse(event.data) as LiveMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code);
    };
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      const silent = this.#socket;
      this.#lost(0);
      silent?.close();
    }, this.#options.patience);
  }

  #lost(code: number): void {
    clearTimeout(this.#watchdog);
    this.#socket = null;
    if (this.#closed) return;
    if (code === NO_SUCH_TABLE) return this.#end('gone');
    this.#options.onconnection('lost');
    this.#timer = setTimeout(() => this.#open(), backoff(this.#failures++));
  }

  #end(state: Connection): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#options.onconnection(state);
  }
}
