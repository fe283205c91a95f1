import { Device } from './device';
import { deviceFile } from './files';
import type { WorkerLike } from './protocol';
import { BrowserShelf } from './shelf';

/** The tables on this device. */
export const device = new Device(takeWorker, new BrowserShelf());

/** A worker for whichever game is played next, which loads the interpreter meanwhile. */
let spare: WorkerLike | null = null;

/** Has a worker ready for the next game, so that it starts sooner. */
export function prepareWorker(): void {
  if (spare) return;
  const worker = (spare = startWorker());
  worker.onerror = () => {
    if (spare === worker) spare = null;
  };
}

function takeWorker(): WorkerLike {
  const worker = spare ?? startWorker();
  spare = null;
  return worker;
}

function startWorker(): WorkerLike {
  return new Worker(deviceFile('worker.mjs') ?? '', { type: 'module' }) as unknown as WorkerLike;
}
