// The worker of a game on this device; what pages may send it is in README.md beside this file.
// The same script runs twice: for the referee, which answers pages, and for programs, which think.

import { Runtime } from './runtime.mjs';

const GRACE = 1000; // milliseconds after its time in which a program has to stop

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

/** A file of the game, which is compressed in its folder. */
async function file(game, path) {
  const compressed = await bytes(`${game}/files/${path.replaceAll('/', '__')}.gz`);
  const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function load(name, send, shared) {
  const [wasm, description, code] = await Promise.all([
    bytes(`${name}/game.wasm`),
    json(`${name}/game.json`),
    json(`${name}/code.json`),
  ]);
  const first = await Promise.all(code.first.map(async (path) => [path, await file(name, path)]));
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
  constructor(port, name) {
    this.port = port;
    this.name = name;
    this.waiting = new Map(); // messages by the key of the table they wait for
    this.thinking = null; // the question that the other worker has
    this.questions = [];
  }

  async start() {
    // Programs are soon asked: their worker gets ready meanwhile.
    this.opening = this.newThinker();
    this.opening.catch(() => (this.opening = null));
    this.runtime = await load(this.name, (message) => this.sent(message), false);
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
        this.runtime.files.set(wanted, await file(this.name, wanted));
      }
    } catch (error) {
      if (message.id === undefined) throw error;
      console.error(error);
      this.port.send({ id: message.id, status: 503, body: { error: { code: 'unavailable', message: reason(error), data: {} } } });
    }
  }

  async rules({ id, path }) {
    const language = new URL(path, 'http://device').searchParams.get('lang') ?? 'en';
    const body = await json(`${this.name}/rules.${language}.json`).catch(() => json(`${this.name}/rules.en.json`));
    this.port.send({ id, status: 200, body });
  }

  /** What the referee sends: to programs, to itself after a while, or to the page. */
  sent(message) {
    if (message.think) this.ask(message.think);
    else if (message.stop !== undefined) this.stop(message.stop);
    else if (message.wake) setTimeout(() => this.deliver(message), message.wake.seconds * 1000);
    else this.port.send(message);
  }

  ask(question) {
    this.questions.push(question);
    this.next();
  }

  async next() {
    if (this.thinking || !this.questions.length) return;
    const question = this.questions.shift();
    this.thinking = { number: question.number };
    try {
      this.thinker ??= await (this.opening ?? this.newThinker());
      this.opening = null;
    } catch (error) {
      this.thought({ number: question.number, error: error.message });
      return;
    }
    if (this.thinking?.number !== question.number) return this.next();
    this.thinker.send({ think: JSON.stringify(question) });
    if (this.thinker.flag) {
      const stop = () => this.raise();
      this.thinking.timer = setTimeout(stop, question.seconds * 1000);
    }
  }

  async newThinker() {
    const worker = await (helper ?? newWorker());
    helper = null;
    const ready = new Promise((resolve, reject) =>
      worker.listen((message) => {
        if (message.ready) resolve(message.ready);
        else if (message.failed) reject(new Error(message.failed.message));
        else if (message.thought) this.thought(message.thought);
      }),
    );
    worker.send({ open: { game: this.name, shared: mayShare() } });
    const { memory, address } = await ready;
    return { ...worker, flag: memory && { bytes: new Uint8Array(memory), address } };
  }

  raise() {
    const { flag } = this.thinker ?? {};
    if (flag) Atomics.store(flag.bytes, flag.address, 1);
  }

  thought(answer) {
    if (this.thinking?.number !== answer.number) return;
    clearTimeout(this.thinking.timer);
    clearTimeout(this.thinking.end);
    this.thinking = null;
    if (answer.error) console.error(answer.error);
    this.deliver({ thought: answer });
    this.next();
  }

  /** Stops a program whose answer is no longer needed. */
  stop(number) {
    const waiting = this.questions.findIndex((question) => question.number === number);
    if (waiting >= 0) {
      this.questions.splice(waiting, 1);
      return;
    }
    if (this.thinking?.number !== number) return;
    clearTimeout(this.thinking.timer);
    if (this.thinker?.flag) {
      this.raise();
      this.thinking.end = setTimeout(() => this.replace(number), GRACE);
    } else this.replace(number);
  }

  /** Ends a worker that does not stop; the next question gets a new one. */
  replace(number) {
    if (this.thinking?.number !== number) return;
    this.thinker?.end();
    this.thinker = null;
    this.thinking = null;
    this.next();
  }
}

/** Thinks for programs. */
class Thinker {
  constructor(port, { game, shared }) {
    Object.assign(this, { port, name: game, shared });
  }

  async start() {
    this.runtime = await load(this.name, () => {}, this.shared);
    this.address = this.runtime.call('open_thinker');
    const memory = this.shared ? this.runtime.engine.memory.buffer : null;
    this.port.send({ ready: { memory, address: this.address } });
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
    runtime.engine.bytes(this.address, 1)[0] = 0;
    for (;;) {
      const answer = JSON.parse(runtime.call('think', question));
      if (answer.wanted === undefined) return answer;
      runtime.files.set(answer.wanted, await file(this.name, answer.wanted));
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
  else if (message.start) ready = begin(new Referee(port, message.start.game));
  else if (message.open) ready = begin(new Thinker(port, message.open));
  else {
    await ready;
    if (message.think) await role.think(message.think);
    else role.take(message);
  }
});
