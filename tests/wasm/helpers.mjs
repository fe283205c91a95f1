// Runs FOLDER/samples.py in MicroPython with the helpers of a device: node helpers.mjs FOLDER DEVICE

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , folder, device] = process.argv;
const { loadMicroPython } = await import(pathToFileURL(join(folder, 'micropython.mjs')));
const { Runtime } = await import(pathToFileURL(join(folder, 'runtime.mjs')));
const python = await loadMicroPython({ heapsize: 8 << 20 });
new Runtime(python, { buffer: new ArrayBuffer(0) });
python.FS.mkdir('/device');
for (const name of readdirSync(join(device, 'device')).filter((one) => one.endsWith('.py')))
  python.FS.writeFile(`/device/${name}`, readFileSync(join(device, 'device', name), 'utf8'));
python.runPython("import sys\nsys.path.insert(0, '/')\nfrom device.support import *");
python.runPython(readFileSync(join(folder, 'samples.py'), 'utf8'));
