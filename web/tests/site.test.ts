import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Table } from '../src/lib/types';

const games = [
  {
    name: 'tiny',
    seats: { usual: 2 },
    agents: [{ name: 'greedy' }],
    levels: [{ name: 'easy', spec: 'greedy:depth=1' }],
  },
];

const device = { shared: 'assets/device-1', games: { tiny: 'assets/game-tiny-2' } };

/** The modules as they are in pages of a server, or of a folder. */
async function pages(folder: boolean) {
  vi.resetModules();
  vi.stubGlobal('__SITE__', { folder, server: null, device });
  vi.stubGlobal('location', { href: 'https://host/sub/folder/index.html', protocol: 'https:', host: 'host' });
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const files: Record<string, unknown> = {
      'games.json': games,
      'rules.fr.json': { lang: 'fr', markdown: '# Règles' },
    };
    const found = files[address.split('/').at(-1) ?? ''];
    return { ok: found !== undefined, status: 404, statusText: '', json: async () => found };
  });
  const [site, places, seats, thinking] = await Promise.all([
    import('../src/lib/site'),
    import('../src/lib/places'),
    import('../src/lib/seats'),
    import('../src/lib/thinking.svelte'),
  ]);
  return { asked, ...site, ...places, ...seats, ...thinking };
}

vi.mock('../src/lib/language.svelte', () => ({ say: (text: { en: string }) => text.en, language: {} }));
// The first import compiles all that is imported.
vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => void vi.unstubAllGlobals());

describe('pages in a folder', () => {
  it('have their addresses behind a #, and what follows a second # is theirs', async () => {
    const { to, pathIn, fragmentIn } = await pages(true);
    expect(to('/new/tiny')).toBe('#/new/tiny');
    expect(pathIn({ pathname: '/sub/folder/', hash: '' })).toBe('/');
    expect(pathIn({ pathname: '/sub/folder/', hash: '#/replay#record=a%20b' })).toBe('/replay');
    expect(fragmentIn({ hash: '#/replay#record=a%20b' })).toBe('record=a%20b');
  });

  it('read games and rules from files, and say which game is missing', async () => {
    const { request, asked } = await pages(true);
    expect(await request({ path: '/games' })).toEqual(games);
    expect(await request({ path: '/games/tiny' })).toEqual(games[0]);
    expect(await request({ path: '/games/tiny/rules?lang=fr' })).toMatchObject({ lang: 'fr' });
    expect(await request({ path: '/games/none' }).catch((error: unknown) => error)).toMatchObject({
      code: 'not_found',
    });
    expect(
      await request({ path: '/games/tiny/rules?lang=en' }).catch((error: unknown) => error),
    ).toMatchObject({ code: 'unreachable' });
    expect(new Set(asked)).toEqual(
      new Set([
        'https://host/assets/device-1/games.json',
        'https://host/assets/game-tiny-2/rules.fr.json',
        'https://host/assets/game-tiny-2/rules.en.json',
      ]),
    );
  });

  it('play every table here', async () => {
    const { thinking } = await pages(true);
    expect(await thinking.choosesHere({ game: 'other', seats: [], after: null })).toBe(true);
  });
});

describe('pages of a server', () => {
  const table = (id: string) => ({ id, game: 'tiny', seed_hash: '', status: 'playing' }) as Table;
  const person = { kind: 'person' as const, name: 'Ann' };
  const program = (agent: string) => ({ kind: 'program' as const, agent });

  it('ask the server for games', async () => {
    const { request, asked, to, pathIn } = await pages(false);
    await request({ path: '/games' }).catch(() => {});
    expect(asked).toEqual(['/api/games']);
    expect([to('/new/tiny'), pathIn({ pathname: '/new/tiny', hash: '#x' })]).toEqual([
      '/new/tiny',
      '/new/tiny',
    ]);
  });

  it('remember which tables are on this device', async () => {
    const { isHere, keepSeats } = await pages(false);
    keepSeats(table('here'), { 0: 's' }, true);
    keepSeats(table('there'), { 0: 's' });
    keepSeats(table('here'), { 1: 't' });
    expect(['here', 'there', 'unknown'].map(isHere)).toEqual([true, false, false]);
  });

  it('play on this device only if everybody can, and as the player prefers', async () => {
    const { thinking, keepSeats } = await pages(false);
    keepSeats(table('here'), { 0: 's' }, true);
    const choose = (agent: string, after: string | null = null) =>
      thinking.choosesHere({ game: 'tiny', seats: [person, program(agent)], after });
    thinking.preference = 'device';
    expect(await choose('easy')).toBe(true);
    expect(await choose('greedy:depth=3')).toBe(true);
    expect(await choose('mcts')).toBe(false);
    expect(await choose('easy', 'h3k9')).toBe(false);
    expect(await choose('mcts', 'here')).toBe(true);
    expect(await thinking.choosesHere({ game: 'tiny', seats: [person, { kind: 'open' }], after: null })).toBe(
      false,
    );
    thinking.preference = 'server';
    expect(await choose('easy')).toBe(false);
  });

  describe('and prefer neither', () => {
    /** What `timed` asks of a device on which programs need so many seconds for their first move. */
    async function choosing(seconds: Record<string, number | Error>) {
      const { thinking } = await pages(false);
      const { device } = await import('../src/device');
      vi.useFakeTimers();
      const asked: string[] = [];
      vi.spyOn(device, 'scratch').mockImplementation(() => {});
      vi.spyOn(device, 'request').mockImplementation(async ({ path, body }) => {
        if (path === '/tables') return { id: 't', secrets: {} } as never;
        const { agent } = body as { agent: string };
        asked.push(agent);
        const needed = seconds[agent] ?? 0;
        if (needed instanceof Error) throw needed;
        await new Promise((done) => setTimeout(done, needed * 1000));
        return {} as never;
      });
      thinking.preference = 'automatic';
      const choose = async (...agents: string[]) => {
        const chosen = thinking.choosesHere({
          game: 'tiny',
          seats: [person, ...agents.map(program)],
          after: null,
        });
        await vi.advanceTimersByTimeAsync(20_000);
        return chosen;
      };
      return { choose, asked, thinking };
    }
    afterEach(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });

    it('measure each program at the table once, and need all of them to be fast enough', async () => {
      const { choose, asked, thinking } = await choosing({ easy: 0.1, 'greedy:depth=9': 2.5 });
      expect(await choose('easy', 'easy')).toBe(true);
      expect(await choose('easy', 'greedy:depth=9')).toBe(false);
      expect(await choose('greedy:depth=9')).toBe(false);
      expect(await choose('easy')).toBe(true);
      expect(asked).toEqual(['easy', 'greedy:depth=9']);
      expect(thinking.secondsIn('tiny')).toEqual({
        easy: expect.closeTo(0.1, 2),
        'greedy:depth=9': expect.closeTo(2.5, 2),
      });
    });

    it('take the server where measuring fails or takes too long, and measure again another time', async () => {
      const { choose, asked } = await choosing({ easy: new Error('no files'), greedy: 7 });
      expect(await choose('easy')).toBe(false);
      expect(await choose('easy')).toBe(false);
      expect(await choose('greedy')).toBe(false);
      expect(asked).toEqual(['easy', 'easy', 'greedy']);
    });

    it('never ask programs of a server or at tables with a clock', async () => {
      const { choose, asked, thinking } = await choosing({});
      expect(await choose('mcts')).toBe(false);
      const timed = { game: 'tiny', seats: [person, program('easy')], after: null, clock: {} as never };
      expect(await thinking.choosesHere(timed)).toBe(false);
      expect(asked).toEqual([]);
    });
  });
});
