/**
 * The messages between the pages and the worker that referees the tables of one game on this device. They are
 * explained in partie/wasm/device/README.md.
 */
import type { LiveMessage } from '../lib/types';

/** A request of the API, as for the server. */
export interface Question {
  method: 'GET' | 'POST';
  path: string;
  body: unknown;
  secrets: string[];
}

export type ToWorker =
  | { prepare: true }
  /** `folder`: the address of the game's files. */
  | { start: { game: string; folder: string } }
  | ({ id: number } & Question)
  | { cancel: number }
  | { follow: number; table: string; secrets: string[]; since?: number }
  | { unfollow: number }
  | { loaded: { key: string; value: string | null } };

export interface Answer {
  id: number;
  status: number;
  body: unknown;
}

export type FromWorker =
  | { started: { game: string; shared: boolean } }
  | { failed: { message: string } }
  | Answer
  | { live: number; message: LiveMessage }
  | { store: { key: string; value: string } }
  | { load: { key: string } };

/** The part of a Worker that we use, so that tests can bring their own. */
export interface WorkerLike {
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}
