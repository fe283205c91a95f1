import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Kept } from '../src/device/shelf';
import type { Table } from '../src/lib/types';

const SERVER = 'https://games.example.org';
const over = { id: 'one', game: 'tiny', status: 'over' } as Table;

let kept: Map<string, Kept>;
/** What was sent, by address. */
let sent: [string, unknown][];
let reachable: boolean;

/** The modules as they are in the pages of a folder that leads to this server. */
async function pages(server: string | null) {
  vi.resetModules();
  vi.stubGlobal('__SITE__', { folder: true, server, device: { shared: 'assets/device-1', games: {} } });
  const [history, { settings }, { device }] = await Promise.all([
    import('../src/lib/history'),
    import('../src/lib/settings.svelte'),
    import('../src/device'),
  ]);
  vi.spyOn(device, 'find').mockImplementation(async (id) => kept.get(id));
  vi.spyOn(device, 'seen').mockImplementation(async () => [...kept.values()]);
  vi.spyOn(device, 'change').mockImplementation(
    async (id, changes) => void kept.set(id, { ...kept.get(id)!, ...changes }),
  );
  vi.spyOn(device, 'request').mockImplementation(async () => 'record' as never);
  return { ...history, settings };
}

vi.mock('../src/lib/language.svelte', () => ({ say: (text: { en: string }) => text.en, language: {} }));
vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => {
  vi.unstubAllGlobals();
  kept = new Map([
    ['one', { id: 'one', game: 'tiny', value: '', seen: null, record: null, handedIn: false }],
  ]);
  sent = [];
  reachable = true;
  vi.stubGlobal('location', { href: 'https://host/' });
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (!reachable) throw new TypeError('Failed to fetch');
    sent.push([address, JSON.parse(body as string)]);
    return { ok: true, json: async () => ({}) };
  });
});

describe('a finished game on a site without a server', () => {
  it('goes nowhere unless somebody wants it to, or no server is known', async () => {
    const { archive, handInLate, settings } = await pages(SERVER);
    await archive(over, 's');
    await handInLate();
    expect(settings.chosen.handIn).toBe(false);
    const alone = await pages(null);
    alone.settings.set({ handIn: true });
    await alone.archive(over, 's');
    await alone.handInLate();
    expect(sent).toEqual([]);
  });

  it('is sent to the server, which learns nothing but the record', async () => {
    const { archive, settings } = await pages(SERVER);
    settings.set({ handIn: true });
    await archive(over, 's');
    await archive(over, 's');
    expect(sent).toEqual([
      [`${SERVER}/api/records`, { record: 'record', keep: true, plies: '0', device: null }],
    ]);
    expect(kept.get('one')?.handedIn).toBe(true);
  });

  it('is sent later if the server cannot be reached, unless the person no longer wants that', async () => {
    const { archive, handInLate, settings } = await pages(SERVER);
    settings.set({ handIn: true });
    reachable = false;
    await expect(archive(over, 's')).rejects.toMatchObject({ code: 'unreachable' });
    reachable = true;
    settings.set({ handIn: false });
    await handInLate();
    expect(sent).toEqual([]);
    settings.set({ handIn: true });
    await handInLate();
    expect(sent.map(([address]) => address)).toEqual([`${SERVER}/api/records`]);
  });
});
