// Runs the Python code of a game: MicroPython, with the game's compiled functions beside it.

import { loadMicroPython } from './micropython.mjs';
import { Engine } from './host.mjs';

const SLOT = 8;
const HEAP = 32 << 20; // of MicroPython; memory that is never touched costs nothing
const STACK = 64 << 10; // of calls in Python, in words
const ALIGNMENT = 16;

/** Loads MicroPython and returns it with its memory, which it does not export itself. */
async function loadInterpreter() {
  const { instantiate, instantiateStreaming } = WebAssembly;
  let memory;
  const noted = (found) => {
    memory ??= (found.instance ?? found).exports.memory;
    return found;
  };
  WebAssembly.instantiate = async (...given) => noted(await instantiate.apply(WebAssembly, given));
  if (instantiateStreaming)
    WebAssembly.instantiateStreaming = async (...given) =>
      noted(await instantiateStreaming.apply(WebAssembly, given));
  try {
    const python = await loadMicroPython({ heapsize: HEAP, pystack: STACK, stdout: (line) => console.log(line) });
    return { python, memory };
  } finally {
    WebAssembly.instantiate = instantiate;
    if (instantiateStreaming) WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/** The number that 16 bits stand for. */
function half(bits) {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const sign = bits >> 15 ? -1 : 1;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : fraction * 2 ** -24);
}

/**
 * JSON in which an object is `{"D": [name, value, …]}`, and an array with objects inside is `{"L": […]}`: Python reads
 * that with the order of members, and does not look into arrays of numbers. Empty if the text is not JSON.
 */
function json(text) {
  try {
    JSON.parse(text);
  } catch {
    return '';
  }
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g);
  let at = 0;
  const listed = (end, one) => {
    const parts = [];
    let hasObjects = false;
    while (tokens[at] !== end) {
      const [part, has] = one();
      parts.push(part);
      hasObjects ||= has;
      if (tokens[at] === ',') at++;
    }
    at++;
    return [`[${parts.join(',')}]`, hasObjects];
  };
  const member = () => {
    const name = tokens[at];
    at += 2;
    return [`${name},${value()[0]}`, true];
  };
  const value = () => {
    const token = tokens[at++];
    if (token === '{') return [`{"D":${listed('}', member)[0]}}`, true];
    if (token !== '[') return [token, false];
    const [body, hasObjects] = listed(']', value);
    return [hasObjects ? `{"L":${body}}` : body, hasObjects];
  };
  return value()[0];
}

/** A regular expression of Python as one of JavaScript. */
function translated(pattern) {
  const inline = [];
  const body = pattern
    .replace(/\(\?P<(\w+)>/g, '(?<$1>')
    .replace(/\(\?P=(\w+)\)/g, '\\k<$1>')
    .replace(/\(\?([a-z]+)\)/g, (_, flags) => {
      inline.push(flags);
      return '';
    })
    .replace(/\(\?i:([^()]*(?:\([^()]*\)[^()]*)*)\)/g, (_, part) => `(?:${anyCase(part)})`)
    .replace(/\\([-_ '"#&,:;<=>@`~%!’])/g, '$1')
    .replace(/\\Z/g, '$');
  return { body, flags: inline.join('') };
}

/** A pattern that matches letters of both cases, for the part of a pattern that ignores case. */
function anyCase(part) {
  return part.replace(/\[([^\]]*)\]|\\.|\(\?[!=:]|(\p{L})/gu, (all, set, letter) => {
    if (set !== undefined) return `[${set}${set.toUpperCase()}]`;
    return letter ? `[${letter.toLowerCase()}${letter.toUpperCase()}]` : all;
  });
}

export class Runtime {
  /** An interpreter that has loaded what all games have in common, given as the sources of modules, and no game yet. */
  static async prepare(common) {
    const [{ python, memory }, modules] = await Promise.all([loadInterpreter(), common]);
    const runtime = new Runtime(python, memory);
    python.runPython("import sys\nsys.path.insert(0, '/')");
    runtime.write(modules);
    for (const name of Object.keys(modules)) python.runPython(`import ${name.replace(/\.__init__$/, '')}`);
    return runtime;
  }

  constructor(python, memory) {
    Object.assign(this, { python, memory });
    this.files = new Map();
    this.patterns = [];
    this.scratch = { address: 0, size: 0 };
    python.registerJsModule('host', this.host());
  }

  /**
   * Loads a game, once. It has `wasm` (bytes), `description`, `code` (parsed code.json), `files` (pairs of a path and
   * bytes: those that the code reads at once), `has(path)`, whether there is a file, and `send(message)`.
   * With `shared`, other threads see the memory of compiled code and can stop a search.
   */
  async load(game, { shared = false } = {}) {
    this.game = game;
    this.engine = await Engine.load(game.wasm, game.description, { shared });
    this.names = Object.keys(game.description.exports);
    const encoder = new TextEncoder();
    for (const [path, contents] of game.files) this.files.set(path, contents);
    for (const [path, text] of Object.entries(game.code.files)) this.files.set(path, encoder.encode(text));
    this.start();
  }

  get local() {
    if (this.view?.buffer !== this.memory.buffer) this.view = new Uint8Array(this.memory.buffer);
    return this.view;
  }

  get words() {
    if (this.wordView?.buffer !== this.memory.buffer) this.wordView = new DataView(this.memory.buffer);
    return this.wordView;
  }

  start() {
    const { python, game } = this;
    this.write(game.code.modules);
    const exports = this.names.map((name) => {
      const { parameters, result } = game.description.exports[name];
      return [name, parameters, result];
    });
    for (const [verb, names] of Object.entries(game.code.verbs))
      for (const name of names)
        this.names.forEach((known, number) => {
          if (known.split(':')[0] === name) exports.push([verb, exports[number][1], exports[number][2], number]);
        });
    python.globals.set('exports_json', JSON.stringify(exports));
    python.runPython(
      [
        'from device import start as device_start',
        `device_start.begin(${JSON.stringify(game.code.game)}, ${JSON.stringify(game.code.module)}, exports_json)`,
      ].join('\n'),
    );
  }

  /** Writes modules to where Python finds them. */
  write(modules) {
    for (const [name, source] of Object.entries(modules)) {
      const path = `/${name.replaceAll('.', '/')}.py`;
      this.makeFolder(path.slice(0, path.lastIndexOf('/')));
      this.python.FS.writeFile(path, source);
    }
  }

  makeFolder(path) {
    const { FS } = this.python;
    let whole = '';
    for (const part of path.split('/').filter(Boolean)) {
      whole += `/${part}`;
      if (!FS.analyzePath(whole).exists) FS.mkdir(whole);
    }
  }

  /** Calls an exported function. Its slots and the blocks to copy are in MicroPython's memory. */
  invoke(number, slots, count, results, fixes, fixed) {
    const { engine, words } = this;
    const blocks = new Map();
    let size = SLOT * (count + results) + ALIGNMENT;
    for (let i = 0; i < fixed; i++) {
      const at = words.getInt32(fixes + 16 * i + 4, true);
      const length = words.getInt32(fixes + 16 * i + 8, true);
      if (!blocks.has(at)) {
        blocks.set(at, { length, offset: size });
        size += (length + ALIGNMENT - 1) & -ALIGNMENT;
      }
    }
    const room = this.room(size);
    const far = engine.bytes(0, engine.memory.buffer.byteLength);
    far.set(this.local.subarray(slots, slots + SLOT * count), room);
    for (const [at, block] of blocks) far.set(this.local.subarray(at, at + block.length), room + block.offset);
    for (let i = 0; i < fixed; i++) {
      const slot = words.getInt32(fixes + 16 * i, true);
      const block = blocks.get(words.getInt32(fixes + 16 * i + 4, true));
      const offset = words.getInt32(fixes + 16 * i + 12, true);
      engine.view.setBigInt64(room + SLOT * slot, BigInt(room + block.offset + offset), true);
    }
    const status = engine.exports[this.names[number]](room);
    const after = engine.bytes(0, engine.memory.buffer.byteLength);
    const { local } = this;
    for (const [at, block] of blocks)
      local.set(after.subarray(room + block.offset, room + block.offset + block.length), at);
    local.set(after.subarray(room + SLOT * count, room + SLOT * (count + results)), slots + SLOT * count);
    return status;
  }

  /** Memory of the module for one call, used again by the next. */
  room(size) {
    if (size > this.scratch.size) {
      if (this.scratch.address) this.engine.release(this.scratch.address);
      this.scratch = { address: this.engine.allocate(2 * size), size: 2 * size };
    }
    return (this.scratch.address + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /** What Python can call. */
  host() {
    return {
      invoke: (...given) => this.invoke(...given),
      allocate: (size) => this.engine.allocate(Math.max(1, size)),
      release: (address) => this.engine.release(address),
      peek: (address, to, size) => this.local.set(this.engine.bytes(address, size), to),
      poke: (address, from, size) => this.engine.bytes(address, size).set(this.local.subarray(from, from + size)),
      has_file: (path) => this.files.has(path) || (this.game?.has(path) ?? false),
      file_size: (path) => this.files.get(path)?.length ?? -1,
      read_file: (path, at, to, size) => this.local.set(this.files.get(path).subarray(at, at + size), to),
      load_file: (path, at, address, size) =>
        this.engine.bytes(address, size).set(this.files.get(path).subarray(at, at + size)),
      load_half: (path, at, address, count) => this.loadHalf(this.files.get(path), at, address, count),
      move: (from, to, size) => this.engine.bytes(0, this.engine.memory.buffer.byteLength).copyWithin(to, from, from + size),
      transpose: (...given) => this.transpose(...given),
      json,
      lower: (text) => text.toLowerCase(),
      upper: (text) => text.toUpperCase(),
      title: (text) =>
        text.replace(/\p{L}+/gu, (word) => word[0].toUpperCase() + word.slice(1).toLowerCase()),
      printable: (text) => !/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(text),
      alphanumeric: (text) => /^[\p{L}\p{N}]+$/u.test(text),
      identifier: (text) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text),
      normalize: (form, text) => text.normalize(form),
      is_mark: (letter) => /^\p{Mn}$/u.test(letter),
      fixed: (value, digits) => value.toFixed(digits),
      pattern: (pattern, flags) => {
        const { body, flags: more } = translated(pattern);
        this.patterns.push({ body, flags: [...new Set(flags + more)].join('') });
        return this.patterns.length - 1;
      },
      pattern_names: (number) => {
        const names = [];
        let count = 0;
        for (const [, group, name] of this.patterns[number].body.matchAll(/\\.|\[(?:\\.|[^\]])*\]|(\((?!\?)|\(\?<(\w+)>)/g))
          if (group) {
            count++;
            if (name) names.push(`${name}=${count}`);
          }
        return names.join(',');
      },
      match: (number, text, at, how) => this.match(number, text, at, how),
      now: () => new Date().toISOString(),
      clock: () => performance.now() + 0.0001,
      random: (count) =>
        Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
      log: (text) => console.log(text),
      send: (text) => this.game.send(JSON.parse(text)),
    };
  }

  /** Writes numbers of 16 bits, all lower bytes and then all upper ones, into the module's memory with 32 bits each. */
  loadHalf(bytes, at, address, count) {
    const target = new Float32Array(this.engine.memory.buffer, address, count);
    for (let i = 0; i < count; i++) target[i] = half(bytes[at + i] | (bytes[at + count + i] << 8));
  }

  /** Copies a matrix of the module's memory with its rows and columns exchanged. */
  transpose(from, rows, columns, size, to) {
    const { buffer } = this.engine.memory;
    const kind = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: BigUint64Array }[size];
    const source = new kind(buffer, from, rows * columns);
    const target = new kind(buffer, to, rows * columns);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) target[column * rows + row] = source[row * columns + column];
  }

  /** The groups of a match, then where it begins and ends, counted in characters as Python counts them. */
  match(number, text, at, how) {
    const one = this.patterns[number];
    const wide = /[\ud800-\udbff]/.test(text);
    const characters = wide ? [...text] : text;
    const unit = wide ? characters.slice(0, at).join('').length : at;
    const body = how === 'whole' ? `^(?:${one.body})$` : one.body;
    const flag = how === 'any' ? 'g' : 'y';
    one[how] ??= new RegExp(body, one.flags + flag);
    one[how].lastIndex = unit;
    const found = one[how].exec(text);
    if (!found) return null;
    const count = (index) => (wide ? [...text.slice(0, index)].length : index);
    return [...found].map((part) => part ?? null).concat([count(found.index), count(found.index + found[0].length)]);
  }

  /** Passes a message to the referee. Returns the path of a file that it needs first, if there is one. */
  receive(message) {
    return this.call('receive', JSON.stringify(message));
  }

  /** Calls a function of device/start.py with texts. */
  call(name, ...texts) {
    return this.python.globals.get('device_start')[name](...texts);
  }
}
