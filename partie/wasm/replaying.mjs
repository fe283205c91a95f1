// Makes calls in a module and says how long they took, in Node (replay.mjs) and in browsers (measuring.mjs).

import { Engine } from './host.mjs';

/**
 * Makes the calls in `data`, which begins with the length of a JSON text and that text; the contents of all arrays and
 * records follow. The answer has the same form: results and seconds of each call, then the contents afterwards. A call
 * is made several times if asked, and the least time counts; `clock` says the time in seconds.
 */
export async function replay(module, description, data, clock) {
  const engine = await Engine.load(module, description);
  const length = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  const request = JSON.parse(new TextDecoder().decode(data.subarray(4, 4 + length)));
  let at = 4 + length;
  const replies = [];
  const contents = [];
  for (const { name, slots, rooms, rounds } of request) {
    const begun = at;
    const addresses = rooms.map((size) => engine.allocate(Math.max(1, size)));
    const values = slots.map((slot) => (typeof slot === 'object' ? addresses[slot.room] + slot.offset : slot));
    let seconds = Infinity;
    let results = [];
    for (let round = 0; round < rounds; round++) {
      at = begun;
      rooms.forEach((size, i) => {
        engine.bytes(addresses[i], size).set(data.subarray(at, at + size));
        at += size;
      });
      const start = clock();
      try {
        results = engine.call(name, values);
      } catch (error) {
        throw new Error(`${name}: ${error.message}`, { cause: error });
      }
      seconds = Math.min(seconds, clock() - start);
    }
    replies.push({ results: results.map(plain), seconds });
    rooms.forEach((size, i) => {
      contents.push(engine.bytes(addresses[i], size).slice());
      engine.release(addresses[i]);
    });
  }
  return joined([sized(new TextEncoder().encode(JSON.stringify(replies))), ...contents]);
}

function plain(value) {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'number' ? exact(value) : { bytes: hexadecimal(value) };
}

/** A float as the hexadecimal text of its bits, so that nothing is lost. */
function exact(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return { float: view.getBigUint64(0).toString(16).padStart(16, '0') };
}

const hexadecimal = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Bytes with their number in front. */
function sized(bytes) {
  const head = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, bytes.length, true);
  return joined([head, bytes]);
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
