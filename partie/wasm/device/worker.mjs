// The worker of a game on this device; what pages may send it is in README.md beside this file.
// The same script runs for the referee, which answers pages, and in other workers for programs, which think.

import { Runtime } from './runtime.mjs';
import { Thinkers } from './thinkers.mjs';

/** Messages to and from another worker or a page, in browsers and in Node. */
async function ownPort() {
  if (typeof self !== 'undefined' && typeof self.postMessage === 'function') {
    return { send: (message) => self.postMessage(message), listen: (take) => (self.onmessage = ({ data }) => take(data)) };
  }
  const { parentPort } = await import('node:worker_threads');
  return { send: (message) => parentPort.postMessage(message), listen: (take) => parentPort.on('message', take) };
}

async function newWorker() {
  const address = new URL(import.meta.url);
  if (typeof Worker !== 'undefined') {
    const worker = new Worker(address, { type: 'module' });
    return {
      send: (message) => worker.postMessage(message),
      listen: (take) => (worker.onmessage = ({ data }) => take(data)),
      end: () => worker.terminate(),
    };
  }
  const threads = await import('node:worker_threads');
  const worker = new threads.Worker(address);
  return {
    send: (message) => worker.postMessage(message),
    listen: (take) => worker.on('message', take),
    end: () => worker.terminate(),
  };
}

async function bytes(path) {
  const address = new URL(path, import.meta.url);
  if (address.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return new Uint8Array(await readFile(address));
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} cannot be loaded (${answer.status}).`);
  return new Uint8Array(await answer.arrayBuffer());
}

const reason = (error) => String(error.message ?? error);

const json = async (path) => JSON.parse(new TextDecoder().decode(await bytes(path)));

/** A file of a game, which is compressed in its folder. */
async function file(folder, path) {
  const compressed = await bytes(`${folder}/files/${path.replaceAll('/', '__')}.gz`);
  const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function load(folder, send, shared) {
  const [wasm, description, code] = await Promise.all([
    bytes(`${folder}/game.wasm`),
    json(`${folder}/game.json`),
    json(`${folder}/code.json`),
  ]);
  const first = await Promise.all(code.first.map(async (path) => [path, await file(folder, path)]));
  const fetched = new Set(code.fetched);
  const has = (path) => fetched.has(path);
  const runtime = await prepared;
  await runtime.load({ wasm, description, code, files: first, has, send }, { shared });
  return runtime;
}

const mayShare = () =>
  typeof SharedArrayBuffer !== 'undefined' && (typeof crossOriginIsolated === 'undefined' || crossOriginIsolated);

/** Answers pages. Requests for tables that are not known here wait until the page has sent them. */
class Referee {
  constructor(port, { game, folder = game }) {
    Object.assign(this, { port, name: game, folder });
    this.waiting = new Map(); // messages by the key of the table they wait for
    const cores = globalThis.navigator?.hardwareConcurrency ?? 1;
    this.thinkers = new Thinkers((take) => this.openThinker(take), (answer) => this.thought(answer), cores);
  }

  async start() {
    // Programs are soon asked: their worker gets ready meanwhile.
    this.thinkers.prepare();
    this.runtime = await load(this.folder, (message) => this.sent(message), false);
    this.runtime.call('open_referee', this.name);
    this.port.send({ started: { game: this.name, shared: mayShare() } });
  }

  take(message) {
    if (message.loaded) return this.loaded(message.loaded);
    const table = this.tableOf(message);
    if (table && !this.runtime.call('knows', table)) {
      const key = `table/${table}`;
      if (!this.waiting.has(key)) {
        this.waiting.set(key, []);
        this.port.send({ load: { key } });
      }
      this.waiting.get(key).push(message);
      return;
    }
    this.pass(message);
  }

  /** The table that a message is about, if its name is one that a table can have. */
  tableOf(message) {
    const named = message.follow !== undefined ? message.table : (message.body?.after ?? /^\/api\/tables\/([^/?]+)/.exec(message.path ?? '')?.[1]);
    return named && /^[a-z0-9]{12}$/.test(named) ? named : null;
  }

  loaded({ key, value }) {
    if (value) this.runtime.call('put', value);
    const messages = this.waiting.get(key) ?? [];
    this.waiting.delete(key);
    for (const message of messages) this.pass(message);
  }

  pass(message) {
    if (message.method === 'GET' && /^\/api\/games\/[^/]+\/rules/.test(message.path)) return this.rules(message);
    this.deliver(message);
  }

  /** Passes a message on, and again when a file that it needs has been fetched. */
  async deliver(message) {
    try {
      for (;;) {
        const wanted = this.runtime.receive(message);
        if (!wanted) return;
        this.runtime.files.set(wanted, await file(this.folder, wanted));
      }
    } catch (error) {
      if (message.id === undefined) throw error;
      console.error(error);
      this.port.send({ id: message.id, status: 503, body: { error: { code: 'unavailable', message: reason(error), data: {} } } });
    }
  }

  async rules({ id, path }) {
    const language = new URL(path, 'http://device').searchParams.get('lang') ?? 'en';
    const body = await json(`${this.folder}/rules.${language}.json`).catch(() => json(`${this.folder}/rules.en.json`));
    this.port.send({ id, status: 200, body });
  }

  /** What the referee sends: to programs, to itself after a while, or to the page. */
  sent(message) {
    if (message.think) this.thinkers.ask(message.think);
    else if (message.stop !== undefined) this.thinkers.stop(message.stop);
    else if (message.wake) setTimeout(() => this.deliver(message), message.wake.seconds * 1000);
    else this.port.send(message);
  }

  /** Starts a worker in which programs think; what it says later goes to `take`. */
  async openThinker(take) {
    const started = helper ?? newWorker();
    helper = null;
    const worker = await started;
    const ready = new Promise((resolve, reject) =>
      worker.listen((message) => {
        if (message.ready) resolve(message.ready);
        else if (message.failed) reject(new Error(message.failed.message));
        else take(message);
      }),
    );
    worker.send({ open: { folder: this.folder, shared: mayShare() } });
    const { memory, address, flags } = await ready;
    return memory ? { ...worker, raise: () => raised(new Uint8Array(memory, address, flags)) } : worker;
  }

  thought(answer) {
    if (answer.error) console.error(answer.error);
    this.deliver({ thought: answer });
  }
}

/** Raises the flag of a budget, and then those of its parts: one that begins meanwhile looks at the first. */
function raised(flags) {
  for (let i = 0; i < flags.length; i++) Atomics.store(flags, i, 1);
}

/** Thinks for programs. */
class Thinker {
  constructor(port, { folder, shared }) {
    Object.assign(this, { port, folder, shared });
  }

  async start() {
    this.runtime = await load(this.folder, () => {}, this.shared);
    [this.address, this.flags] = JSON.parse(this.runtime.call('open_thinker'));
    const memory = this.shared ? this.runtime.engine.memory.buffer : null;
    this.port.send({ ready: { memory, address: this.address, flags: this.flags } });
  }

  async think(question) {
    try {
      this.port.send({ thought: await this.answer(question) });
    } catch (error) {
      // Such as a file that cannot be fetched: nobody waits for ever.
      this.port.send({ thought: { number: JSON.parse(question).number, error: reason(error) } });
    }
  }

  async answer(question) {
    const { runtime } = this;
    const { number } = JSON.parse(question);
    runtime.engine.bytes(this.address, this.flags).fill(0);
    for (;;) {
      this.port.send({ begun: number });
      const answer = JSON.parse(runtime.call('think', question));
      if (answer.wanted === undefined) return answer;
      this.port.send({ waiting: number });
      runtime.files.set(answer.wanted, await file(this.folder, answer.wanted));
    }
  }
}

// Every worker has one game: the interpreter gets ready, and loads what all games have in common, before it is known
// which.
const prepared = Runtime.prepare(json('common.json'));
prepared.catch(() => {}); // whoever starts a game is told
let helper = null; // a worker for programs that got ready before a game was chosen
const port = await ownPort();
let role = null;
let ready = null;

async function begin(made) {
  role = made;
  try {
    await made.start();
  } catch (error) {
    port.send({ failed: { message: reason(error) } });
    throw error;
  }
}

port.listen(async (message) => {
  if (message.prepare) prepared.then(() => (role ? null : (helper = newWorker()))).catch(() => {});
  else if (message.start) ready = begin(new Referee(port, message.start));
  else if (message.open) ready = begin(new Thinker(port, message.open));
  else {
    await ready;
    if (message.think) await role.think(message.think);
    else role.take(message);
  }
});
