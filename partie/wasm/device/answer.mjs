// Answers the questions of a file on a device: node device.mjs FOLDER GAME QUESTIONS ANSWERS
// FOLDER is what `partie build device` writes. Each answer comes with the milliseconds it took a processor.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';

const [, , folder, name, questions, answers] = process.argv;
const { Runtime } = await import(pathToFileURL(join(folder, 'runtime.mjs')));
const read = (file) => readFileSync(join(folder, name, file));
const began = performance.now();
const code = JSON.parse(read('code.json'));
const game = {
  wasm: read('game.wasm'),
  description: JSON.parse(read('game.json')),
  code,
  files: code.fetched.map((path) => [path, unpacked(path)]),
  has: (path) => code.fetched.includes(path),
  send: () => {},
};
const common = JSON.parse(readFileSync(join(folder, 'common.json'), 'utf8'));
const runtime = await Runtime.prepare(common);
await runtime.load(game);
const loaded = performance.now() - began;

function since(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function unpacked(path) {
  return new Uint8Array(gunzipSync(read(join('files', `${path.replaceAll('/', '__')}.gz`))));
}

runtime.python.runPython(`
from device import json
from device.memory import release
from partie.core.registry import game
from partie.wasm.comparing import answer

def answered(question):
    try:
        return json.dumps(answer(game(${JSON.stringify(name)}), json.loads(question)))
    finally:
        release()
`);
const answered = runtime.python.globals.get('answered');
const found = JSON.parse(readFileSync(questions, 'utf8')).map((question) => {
  const start = process.cpuUsage();
  try {
    return { answer: JSON.parse(answered(JSON.stringify(question))), milliseconds: since(start) };
  } catch (error) {
    return { error: error.message, milliseconds: since(start) };
  }
});
writeFileSync(answers, JSON.stringify({ loaded, answers: found }));
