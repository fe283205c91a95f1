import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { match } from '../src/lib/routes';
import type { Table } from '../src/lib/types';

vi.mock('../src/lib/language.svelte', () => ({ language: { current: 'en' } }));
vi.mock('../src/lib/games', () => ({ gameNamed: (name: string) => Promise.resolve(known[name]) }));
const { loadFace, pageAt, pagesOf } = await import('../src/games');
const { sceneOf } = await import('../src/games/outside/scene');
const { face: plain } = await import('../src/games/plain/face');

const script = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
const known: Record<string, { name: string; board: string | null }> = {
  nim: { name: 'nim', board: null },
  broken: { name: 'broken', board: script('throw new Error("broken")') },
  empty: { name: 'empty', board: script('export default {}') },
  dots: {
    name: 'dots',
    board: script(`export default {
      mount() {},
      describe: ({ seats, moves, language }) => \`\${seats[moves.at(-1).seat].name} \${moves.at(-1).move} \${language}\`,
      worth: (value) => \`\${value} dots\`,
      points: () => null,
      keys: () => [['d', 'dot']],
    }`),
  },
};

const src = new URL('../src', import.meta.url).pathname;
const folders = readdirSync(join(src, 'games')).filter((name) =>
  existsSync(join(src, 'games', name, 'index.ts')),
);

describe('games', () => {
  it('are the folders that declare one', () => {
    expect(folders.length).toBeGreaterThanOrEqual(5);
  });

  it('are named by nothing else', () => {
    const shared = readdirSync(src).filter((name) => !['api', 'games', 'paraglide'].includes(name));
    const files = shared.flatMap((name) =>
      name.includes('.')
        ? [name]
        : readdirSync(join(src, name), { recursive: true, encoding: 'utf8' }).map((file) => join(name, file)),
    );
    expect(files.length).toBeGreaterThan(80);
    const naming = files.filter((file) => {
      const text = readFileSync(join(src, file), 'utf8').toLowerCase();
      return folders.some((game) => text.includes(game));
    });
    expect(naming).toEqual([]);
  });

  it('are played as text where there is no board', async () => {
    expect(await loadFace('nim')).toBe(plain);
  });
});

describe('games from other packages', () => {
  const table = {
    game: 'dots',
    view: {},
    position: '',
    options: {},
    seat: 0,
    seats: [
      { seat: 0, name: 'Ann', you: true },
      { seat: 1, name: 'Bob', you: false },
    ],
    moves: [
      { seat: 0, move: 'a1' },
      { seat: 1, move: null },
    ],
    legal: ['a2'],
    to_move: 0,
    status: 'playing',
  } as unknown as Table;

  it('bring a board, and words for moves and scores', async () => {
    const face = await loadFace('dots');
    expect(face.describe(table, 0)).toBe('Ann a1 en');
    expect(face.describe(table, 1)).toBe('Bob ? en');
    expect(face.worth(2, table)).toBe('2 dots');
    expect(face.points?.(2)).toBeNull();
    expect(face.keys?.()).toEqual([['d', 'dot']]);
  });

  it('are played as text when their board cannot be loaded', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    for (const name of ['broken', 'empty']) {
      const face = await loadFace(name);
      expect(face.worth(0.5, table)).toBe(plain.worth(0.5, table));
      expect(face.keys).toBeUndefined();
      expect(face.points?.(2)).toBe('2');
    }
    expect(complaint).toHaveBeenCalledTimes(2);
    complaint.mockRestore();
  });

  it('get what a seat knows, and moves only where it can play', () => {
    expect(sceneOf(table, 'fr', 'a2', true)).toMatchObject({
      legal: ['a2'],
      suggestion: 'a2',
      language: 'fr',
    });
    expect(sceneOf(table, 'en').legal).toEqual([]);
    expect(sceneOf(table, 'en').over).toBe(false);
  });
});

describe('the contract of boards', () => {
  it('is described completely', () => {
    const contract = readFileSync(join(src, 'games/outside/contract.ts'), 'utf8');
    const page = readFileSync(join(src, '../../docs/boards.md'), 'utf8');
    const members = [...contract.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, name]) => name);
    expect(members).toHaveLength(21);
    expect(members.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
  });
});

describe('pages of a game', () => {
  it('are found by their address', () => {
    expect(pageAt('/companion')?.name).toBe('companion');
    expect(pageAt('/companion/')).toBe(pageAt('/companion'));
    expect(pageAt('/companion/x')).toBeNull();
    expect(match('/companion/x').page).toBe('lost');
  });

  it('belong to it', () => {
    expect(pagesOf('axisallies').map(({ path }) => path)).toEqual(['/companion']);
    expect(pagesOf('nim')).toEqual([]);
  });
});
