import { Device } from './device';
import { deviceFile } from './files';
import type { WorkerLike } from './protocol';
import { BrowserShelf } from './shelf';

/** The tables on this device. */
export const device = new Device(startWorker, new BrowserShelf());

function startWorker(): WorkerLike {
  return new Worker(deviceFile('worker.mjs') ?? '', { type: 'module' }) as unknown as WorkerLike;
}
