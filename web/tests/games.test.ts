import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { match } from '../src/lib/routes';

vi.mock('../src/lib/language.svelte', () => ({ language: { current: 'en' } }));
const { loadFace, pageAt, pagesOf } = await import('../src/games');

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
    expect((await loadFace('nim')).Board).toBeDefined();
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
