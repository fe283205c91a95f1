// Times the start of one way to run Python in a browser, in this process: see runtimes.py.
// `pyodide FOLDER`: until an expression has a value. `device FOLDER`: until a table of Quarto has been rendered.

import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

const [, , kind, folder] = process.argv;

async function startPyodide() {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
  const python = await loadPyodide();
  if (python.runPython('6 * 7') !== 42) throw new Error('Python does not compute.');
}

function startDevice() {
  const worker = new Worker(`${folder}/worker.mjs`);
  const seats = [{ kind: 'person', name: 'Ann' }, { kind: 'program', agent: 'beginner' }];
  const body = { game: 'quarto', options: {}, lang: 'en', seats };
  return new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', ({ id, status, failed }) => {
      if (failed) reject(new Error(failed.message));
      if (id) (status === 201 ? resolve : reject)(status);
    });
    worker.postMessage({ start: { game: 'quarto' } });
    worker.postMessage({ id: 1, method: 'POST', path: '/api/tables', body, secrets: [] });
  });
}

const before = process.cpuUsage();
await { pyodide: startPyodide, device: startDevice }[kind]();
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ processor: (user + system) / 1e6 }));
process.exit();
