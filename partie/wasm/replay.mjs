// Makes the calls of a file in a module: node replay.mjs MODULE DESCRIPTION CALLS ANSWERS
// CALLS begins with the length of a JSON text and that text; the contents of all arrays and records follow.
// ANSWERS has the same form: results and seconds of processor time of each call, then the contents afterwards.

import { readFileSync, writeFileSync } from 'node:fs';
import { Engine } from './host.mjs';

const [, , module, description, calls, answers] = process.argv;
const engine = await Engine.load(readFileSync(module), JSON.parse(readFileSync(description, 'utf8')));
const data = readFileSync(calls);
const length = data.readUInt32LE(0);
const request = JSON.parse(data.subarray(4, 4 + length).toString());
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
    const start = process.cpuUsage();
    try {
      results = engine.call(name, values);
    } catch (error) {
      throw new Error(`${name}: ${error.message}`, { cause: error });
    }
    const { user, system } = process.cpuUsage(start);
    seconds = Math.min(seconds, (user + system) / 1e6);
  }
  replies.push({ results: results.map(plain), seconds });
  rooms.forEach((size, i) => {
    contents.push(engine.bytes(addresses[i], size).slice());
    engine.release(addresses[i]);
  });
}

function plain(value) {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'number' ? exact(value) : { bytes: Buffer.from(value).toString('hex') };
}

/** A float as the hexadecimal text of its bits, so that nothing is lost. */
function exact(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return { float: view.getBigUint64(0).toString(16).padStart(16, '0') };
}

const text = Buffer.from(JSON.stringify(replies));
const head = Buffer.alloc(4);
head.writeUInt32LE(text.length, 0);
writeFileSync(answers, Buffer.concat([head, text, ...contents]));
