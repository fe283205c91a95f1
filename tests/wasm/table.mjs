// Plays a game at a table on a device, as a page does: node table.mjs FOLDER GAME AGENT SEATS MOVES
// The person in seat 0 plays the first legal move, takes back one, asks for one hint, and resigns after MOVES
// moves. Prints what the worker answered as JSON.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

const [, , folder, game, agent, seats, moves] = process.argv;
const shelf = new Map();
const lives = [];
let number = 0;

function open() {
  const worker = new Worker(pathToFileURL(join(folder, 'worker.mjs')));
  const asked = new Map();
  const listeners = new Set();
  worker.on('error', (error) => {
    console.error(error);
    process.exit(1);
  });
  worker.on('message', (message) => {
    if (message.failed) throw new Error(message.failed.message);
    if (message.store) shelf.set(message.store.key, message.store.value);
    if (message.load) {
      const { key } = message.load;
      worker.postMessage({ loaded: { key, value: shelf.get(key) ?? null } });
    }
    if (message.id) asked.get(message.id)(message);
    if (message.live) lives.push(message.message);
    for (const listener of listeners) listener();
  });
  worker.postMessage({ start: { game } });
  const request = (method, path, body, secrets) =>
    new Promise((resolve) => {
      asked.set(++number, resolve);
      worker.postMessage({ id: number, method, path, body, secrets });
    });
  const until = (holds) =>
    new Promise((resolve) => {
      const check = () => {
        if (!holds()) return;
        listeners.delete(check);
        resolve();
      };
      listeners.add(check);
      check();
    });
  return { worker, request, until };
}

const began = performance.now();
let device = open();
const people = Array.from({ length: Number(seats) }, (_, seat) =>
  seat ? { kind: 'program', agent } : { kind: 'person', name: 'Ann' },
);
const created = await device.request('POST', '/api/tables', { game, options: {}, lang: 'en', seats: people });
if (created.status !== 201) throw new Error(JSON.stringify(created));
const path = `/api/tables/${created.body.id}`;
const secrets = Object.values(created.body.secrets);
let table = created.body.table;
const toFirstTable = performance.now() - began;
device.worker.postMessage({ follow: 1, table: created.body.id, secrets, since: table.seq });

const latest = () => lives.filter((one) => one.type === 'update' || one.type === 'table').at(-1);
const state = () => {
  const last = latest();
  if (!last) return table;
  return last.type === 'table' ? last.table : last.now;
};
const isMine = () => state().can.move || state().status === 'over';
const answers = {};
let toFirstMove = null;
for (let turn = 0; turn < Number(moves); turn++) {
  await device.until(isMine);
  const now = state();
  if (now.status === 'over') break;
  if (turn === 1) {
    answers.illegal = await device.request('POST', `${path}/moves`, { seq: now.seq, move: 'no such move' }, secrets);
    answers.hint = await device.request('POST', `${path}/hint`, { seconds: 1 }, secrets);
  }
  if (turn === 1 && now.can.ask.includes('level')) {
    const level = { seq: now.seq, what: 'level', program: people.length - 1, agent, lang: 'en' };
    answers.level = await device.request('POST', `${path}/requests`, level, secrets);
    await device.until(isMine);
  }
  if (turn === 2 && now.can.takeback) {
    answers.takeback = await device.request('POST', `${path}/takeback`, { seq: now.seq }, secrets);
    await device.until(isMine);
  }
  const seen = state();
  const played = await device.request('POST', `${path}/moves`, { seq: seen.seq, move: seen.legal[0] }, secrets);
  if (played.status !== 200) throw new Error(JSON.stringify(played));
  await device.until(() => state().seq > seen.seq);
  toFirstMove ??= performance.now() - began;
}
await device.until(isMine);
answers.unfinished = state().status !== 'over' ? await device.request('GET', `${path}/record`, null, secrets) : null;
await device.worker.terminate();

// As after a reload: another worker, which asks for the table.
device = open();
answers.again = await device.request('GET', path, null, secrets);
if (answers.again.body.status !== 'over')
  answers.resigned = await device.request('POST', `${path}/resign`, { seq: answers.again.body.seq }, secrets);
answers.stranger = await device.request('GET', path, null, ['wrong']);
answers.nowhere = await device.request('GET', '/api/tables/23456789abcd', null, []);
answers.record = await device.request('GET', `${path}/record`, null, secrets);
answers.verified = await device.request('POST', `${path}/verify`, {}, secrets);
answers.commentary = await device.request('GET', `${path}/commentary?since=0`, null, secrets);
answers.why = await device.request('GET', `${path}/moves/0/why`, null, secrets);
answers.replay = await device.request('GET', `${path}/replay?plies=0,1`, null, secrets);
answers.read = await device.request('POST', '/api/records', { record: answers.record.body, plies: '0' });
answers.rematch = await device.request('POST', '/api/tables', { game, options: {}, seats: people, after: created.body.id }, secrets);
answers.game = await device.request('GET', `/api/games/${game}`);
answers.rules = await device.request('GET', `/api/games/${game}/rules?lang=fr`);
answers.advice = await device.request('POST', `/api/games/${game}/advice`, { position: table.position, options: table.options, seconds: 1 });
await device.worker.terminate();
console.log(JSON.stringify({ created: created.body, answers, lives, toFirstTable, toFirstMove }));
