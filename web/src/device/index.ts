import { Device } from './device';
import { deviceFile } from './files';
import type { WorkerLike } from './protocol';
import { BrowserShelf } from './shelf';

/** The tables on this device. */
export const device = new Device(takeWorker, new BrowserShelf());

/** A worker for whichever game is played next, which loads meanwhile what all games have in common. */
let spare: WorkerLike | null = null;

/** Has a worker ready for the next game, so that it starts sooner. */
export function prepareWorker(): void {
  if (spare) return;
  const worker = (spare = startWorker());
  worker.onerror = () => {
    if (spare === worker) spare = null;
  };
  worker.postMessage({ prepare: true });
}

function takeWorker(): WorkerLike {
  const worker = spare ?? startWorker();
  spare = null;
  return worker;
}

function startWorker(): WorkerLike {
  return new Worker(deviceFile('worker.mjs') ?? '', { type: 'module' }) as unknown as WorkerLike;
}
