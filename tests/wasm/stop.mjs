// A search with far too many iterations in a worker; this thread watches its progress and stops it.
// node stop.mjs HOST MODULE DESCRIPTION

import { readFileSync } from 'node:fs';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

const ASKED = 2 ** 40;
const WORDS = [1n, 2n, 3n, 4n];

if (isMainThread) {
  const [, , host, module, description] = process.argv;
  const worker = new Worker(new URL(import.meta.url), { workerData: { host, module, description } });
  worker.on('message', (message) => {
    if (message.memory) {
      const visits = new BigInt64Array(message.memory.buffer, message.visits, message.moves);
      const stop = new Uint8Array(message.memory.buffer, message.stop, 1);
      const sum = () => visits.reduce((total, count) => total + count, 0n);
      const watch = setInterval(() => {
        if (sum() === 0n) return;
        clearInterval(watch);
        worker.seen = Number(sum());
        stop[0] = 1;
      }, 1);
    } else console.log(JSON.stringify({ asked: ASKED, seen: worker.seen, done: message.done }));
  });
} else {
  const { Engine } = await import(workerData.host);
  const description = JSON.parse(readFileSync(workerData.description, 'utf8'));
  const engine = await Engine.load(readFileSync(workerData.module), description, { shared: true });
  const { size } = description.state;
  const name = 'search.kernels.montecarlo.montecarlo';
  const [state, options, chance, stop] = [size, 64, 32, 8].map((bytes) => engine.allocate(bytes));
  const moves = 240;
  const [order, visits, totals] = [1, 2, 3].map(() => engine.allocate(8 * moves));
  new BigUint64Array(engine.memory.buffer, chance, 4).set(WORDS);
  engine.call('start', [state, options, 2, chance, 4]);
  parentPort.postMessage({ memory: engine.memory, visits, moves, stop });
  const settings = [ASKED, 1, 0, 0];
  const answer = [order, moves, visits, moves, totals, moves];
  engine.call(name, [state, 0, ...settings, ...answer, stop, 1, chance, 4]);
  const done = new BigInt64Array(engine.memory.buffer, visits, moves).reduce((sum, n) => sum + n, 0n);
  parentPort.postMessage({ done: Number(done) });
}
