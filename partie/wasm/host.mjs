// Runs the WebAssembly module of a game, in a browser or in Node: memory, calls, records.
// What the slots of a call hold is said in the module's description (partie/wasm/exports.py).

const SLOT = 8;
const HEADER = 32; // what is in front of the data in a block of memory (partie/wasm/runtime.ll)

/** The smallest number of pages of the memory that a module imports; also where its limits are in the file. */
function findMemory(bytes) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  };
  const skip = () => {
    const length = number();
    at += length;
  };
  while (at < bytes.length) {
    const section = bytes[at++];
    const size = number();
    const end = at + size;
    if (section !== 2) {
      at = end;
      continue;
    }
    for (let left = number(); left > 0; left--) {
      skip();
      skip();
      const kind = bytes[at++];
      const flags = at;
      if (kind === 2) {
        at++;
        return { flags, least: number(), most: number() };
      }
      throw new Error('a module imports its memory and nothing else');
    }
  }
  throw new Error('the module imports no memory');
}

/** An instance of a game's module. With `shared`, other threads can see its memory and so stop a search. */
export class Engine {
  static async load(bytes, description, { shared = false } = {}) {
    const code = new Uint8Array(bytes).slice();
    const found = findMemory(code);
    if (shared) code[found.flags] = 3;
    const memory = new WebAssembly.Memory({ initial: found.least, maximum: found.most, shared });
    const { instance } = await WebAssembly.instantiate(code, { env: { memory } });
    return new Engine(instance.exports, memory, description);
  }

  constructor(exports, memory, description) {
    this.exports = exports;
    this.memory = memory;
    this.description = description;
  }

  /** Views of the memory: new ones after it has grown. */
  get view() {
    if (!this.current || this.current.buffer !== this.memory.buffer || this.current.byteLength === 0)
      this.current = new DataView(this.memory.buffer);
    return this.current;
  }

  bytes(address, length) {
    return new Uint8Array(this.memory.buffer, address, length);
  }

  allocate(length) {
    const address = this.exports.allocate(length) >>> 0;
    this.bytes(address, length).fill(0);
    return address;
  }

  release(address) {
    this.exports.release(address);
  }

  /**
   * Calls an exported function with its flat arguments and returns its flat results: `BigInt`s, floats as numbers,
   * and the contents of arrays.
   */
  call(name, values) {
    const { parameters, result } = this.description.exports[name];
    const kinds = flatKinds(parameters);
    const results = flatKinds([result], true);
    if (kinds.length !== values.length)
      throw new Error(`${name} has ${kinds.length} slots for arguments, not ${values.length}`);
    const block = this.exports.allocate(SLOT * Math.max(1, kinds.length + results.length)) >>> 0;
    kinds.forEach((kind, i) => {
      if (kind === 'float') this.view.setFloat64(block + SLOT * i, values[i], true);
      else this.view.setBigInt64(block + SLOT * i, BigInt(values[i]), true);
    });
    const status = this.exports[name](block);
    const found = results.map((kind, i) => {
      const at = block + SLOT * (kinds.length + i);
      return kind === 'float' ? this.view.getFloat64(at, true) : this.view.getBigInt64(at, true);
    });
    this.exports.release(block);
    if (status !== 0) throw new Error(`${name} failed with status ${status}`);
    return this.gathered(result, found);
  }

  /** Flat results with the slots of each array replaced by its contents; its memory is released. */
  gathered(description, slots) {
    if (description === null) return [];
    if (typeof description === 'string') return [slots.shift()];
    if (description.array) {
      const [owner, address] = [Number(slots.shift()), Number(slots.shift())];
      const extents = Array.from({ length: description.dimensions }, () => Number(slots.shift()));
      if (description.strided) throw new Error('an array with gaps cannot be returned');
      const length = extents.reduce((product, extent) => product * extent, sizeOf(description.array));
      const contents = this.bytes(address, length).slice();
      if (owner) this.release(owner + HEADER);
      return [contents];
    }
    const parts = Array.isArray(description.tuple) ? description.tuple : Object.values(description.tuple);
    return parts.flatMap((part) => this.gathered(part, slots));
  }
}

/** The bytes of an element of an array: of a record, or of a number such as 'i8' or 'f4'. */
function sizeOf(element) {
  return typeof element === 'object' ? element.record : element === '?' ? 1 : Number(element[1]);
}

/** What each slot of these values holds: 'int', 'bool', 'float' or 'address'. */
export function flatKinds(descriptions, returned = false) {
  return descriptions.flatMap((one) => {
    if (one === null) return [];
    if (typeof one === 'string') return [one];
    if (one.record) return ['address'];
    if (one.array) {
      const numbers = Array(one.dimensions * (one.strided ? 2 : 1)).fill('int');
      return [...(returned ? ['address'] : []), 'address', ...numbers];
    }
    return flatKinds(Array.isArray(one.tuple) ? one.tuple : Object.values(one.tuple), returned);
  });
}
