import { backoff } from './backoff';
import type { Connection, Watch, Watcher } from './transport';
import type { Hello, LiveMessage, MoveRequest } from './types';

/** The part of a WebSocket that we use, so that tests can bring their own. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface LiveOptions extends Watcher {
  address: string;
  connect?: (address: string) => Socket;
  /** Milliseconds of silence after which a connection counts as dead (the server pings every 4 s). */
  patience?: number;
}

const FORBIDDEN = 4403;
const NO_SUCH_TABLE = 4404;
const NO_SPECTATORS = 4410;
/**
 * A WebSocket that reconnects by itself and resumes from the last `seq` seen. Secrets are in its first message
 * and not in the address, which ends up in the logs of proxies.
 */
export class Live implements Watch {
  #options: Required<LiveOptions>;
  #socket: Socket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #open = false;
  #closed = false;

  constructor(options: LiveOptions) {
    this.#options = {
      connect: (address) => new WebSocket(address) as unknown as Socket,
      patience: 10_000,
      ...options,
    };
    this.#connect();
  }

  move(seq: number, move: string): boolean {
    if (this.#open) this.#send({ seq, move });
    return this.#open;
  }

  retry(): void {
    if (this.#closed || this.#open) return;
    clearTimeout(this.#timer);
    this.#drop();
    this.#connect();
  }

  check(): void {
    if (this.#closed) return;
    if (this.#open) this.#lost(0);
    this.retry();
  }

  restart(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#drop();
    this.#connect();
  }

  close(): void {
    this.#end('closed');
  }

  #send(message: Hello | MoveRequest): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #connect(): void {
    if (this.#failures === 0) this.#options.onconnection('connecting');
    const socket = this.#options.connect(this.#options.address);
    this.#socket = socket;
    // A handshake that is not answered counts as silence, too.
    this.#watch();
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#send(this.#options.hello());
      this.#open = true;
      this.#options.onconnection('live');
      this.#watch();
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#watch();
      const message = JSON.parse(event.data) as LiveMessage;
      // A server that refuses us opens the connection, too, and says why.
      if (message.type !== 'error') this.#failures = 0;
      this.#options.onmessage(message);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code);
    };
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#lost(0), this.#options.patience);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#open = false;
    socket?.close();
  }

  #lost(code: number): void {
    clearTimeout(this.#watchdog);
    this.#drop();
    if (this.#closed) return;
    if (code === NO_SUCH_TABLE || code === FORBIDDEN) return this.#end('gone');
    if (code === NO_SPECTATORS) return this.#end('private');
    this.#options.onconnection('lost');
    this.#timer = setTimeout(() => this.#connect(), backoff(this.#failures++));
  }

  #end(state: Connection): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#drop();
    this.#options.onconnection(state);
  }
}
