import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const LETTERS = 10;

/** Where the games for this device are in the build. */
export interface Folders {
  /** What all games share. */
  shared: string;
  /** What belongs to one game, by its name. */
  games: Record<string, string>;
}

/**
 * The folders of a build: each is named after what is in it, so it never changes, and a new build of one game
 * leaves the addresses of the others as they are.
 */
export function deviceFolders(source: string): Folders {
  const entries = readdirSync(source, { withFileTypes: true });
  const shared = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const games = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return {
    shared: `assets/device-${hashOf(source, shared)}`,
    games: Object.fromEntries(
      games.sort().map((game) => [game, `assets/game-${game}-${hashOf(join(source, game))}`]),
    ),
  };
}

/** Copies the games for this device into the build. */
export function copiedDevice(source: string, target: string, { shared, games }: Folders): Plugin {
  return {
    name: 'copied-device',
    apply: 'build',
    writeBundle() {
      for (const [game, folder] of Object.entries(games))
        cpSync(join(source, game), join(target, folder), { recursive: true });
      const isShared = (file: string) => file === source || statSync(file).isFile();
      cpSync(source, join(target, shared), { recursive: true, filter: isShared });
    },
  };
}

function hashOf(folder: string, names = readdirSync(folder, { recursive: true, encoding: 'utf8' })): string {
  const hash = createHash('sha256');
  for (const name of names.sort()) {
    const file = join(folder, name);
    if (statSync(file).isFile()) hash.update(name).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, LETTERS);
}
