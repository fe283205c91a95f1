import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const LETTERS = 10;

/** Where the games for this device are in the build: a folder named after what is in it, so it never changes. */
export function deviceFolder(source: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = join(source, name);
    if (statSync(file).isFile()) hash.update(name).update('\0').update(readFileSync(file));
  }
  return `assets/device-${hash.digest('hex').slice(0, LETTERS)}`;
}

/** Copies the games for this device into the build. */
export function copiedDevice(source: string, target: string): Plugin {
  return {
    name: 'copied-device',
    apply: 'build',
    writeBundle: () => cpSync(source, target, { recursive: true }),
  };
}
