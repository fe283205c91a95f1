import type { ErrorCode, Hello, LiveMessage } from './types';

/** An error that a request was answered with, or no answer at all (`unreachable`). */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly data: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

/** A request of the API. */
export interface Call {
  method?: 'GET' | 'POST';
  /** The address below `/api`. */
  path: string;
  /** The secrets of our seats, separated by commas. */
  secret?: string;
  body?: unknown;
  signal?: AbortSignal;
  /** The answer is text, not JSON. */
  text?: boolean;
  /** The game that a question is about, where its address does not say it. */
  game?: string;
}

/** `gone`: there is no such table, or not for us. `private`: it is closed to spectators. `closed`: we no longer follow it. */
export type Connection = 'connecting' | 'live' | 'lost' | 'gone' | 'private' | 'closed';

/** Somebody who follows a table. */
export interface Watcher {
  /** Called for each connection: the secrets of our seats and the last `seq` seen, null to get everything. */
  hello: () => Hello;
  onmessage: (message: LiveMessage) => void;
  onconnection: (state: Connection) => void;
}

/** A table that is being followed. */
export interface Watch {
  /**
   * Sends a move in answer to event `seq`; returns whether it was sent. An update tells that it was played, a
   * message `refused` that it was not.
   */
  move(seq: number, move: string): boolean;
  /** Reconnects at once, for example because the browser says that the network is back. */
  retry(): void;
  /** Treats the connection as lost until a new one is open, because something suggests that it is. */
  check(): void;
  /** Starts over on a new connection, because the messages of this one do not fit together. */
  restart(): void;
  close(): void;
}

/**
 * Something that answers the API: a server, or the referee on this device. Sessions, pages and boards use it
 * and do not know which.
 */
export interface Transport {
  /** Sends a request and returns the answer: JSON, or text where the API answers with text. */
  request<T>(call: Call): Promise<T>;
  /** Follows a table. */
  watch(table: string, watcher: Watcher): Watch;
}
