import { beforeEach, describe, expect, it, vi } from 'vitest';

/** What Python answers: the name of a file that it needs, until it has it. */
const { runtime } = vi.hoisted(() => ({
  runtime: {
    files: new Map<string, Uint8Array>(),
    load: async () => {},
    engine: { bytes: () => new Uint8Array(1) },
    call: (name: string) => ({ think: '{"wanted": "net"}', open_thinker: '[8, 4]' })[name] ?? '',
    receive: () => 'net',
  },
}));
vi.mock('../../partie/wasm/device/runtime.mjs', () => ({
  Runtime: { prepare: (common: Promise<unknown>) => common.catch(() => {}).then(() => runtime) },
}));

/** Where the files of the game are: there all can be loaded but what a program needs later. */
const GAME = 'https://host/tiny';
async function fakeFetch({ href }: URL) {
  if (href.endsWith('.gz')) throw new TypeError('no network');
  const code = new TextEncoder().encode('{"first": [], "fetched": ["net"]}');
  return { ok: true, arrayBuffer: async () => code };
}

/** What the worker has sent. */
let sent: unknown[];
let take: (message: unknown) => Promise<void>;

beforeEach(async () => {
  vi.resetModules();
  sent = [];
  const port = {
    postMessage: (message: unknown) => sent.push(message),
    onmessage: null as ((event: { data: unknown }) => void) | null,
  };
  vi.stubGlobal('self', port);
  vi.stubGlobal('fetch', fakeFetch);
  vi.stubGlobal(
    'Worker',
    class {
      postMessage() {}
    },
  );
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await import('../../partie/wasm/device/worker.mjs');
  take = async (data) => port.onmessage?.({ data });
});

describe('a file that cannot be fetched', () => {
  it('ends the thinking of the program that needs it', async () => {
    await take({ open: { folder: GAME, shared: false } });
    await take({ think: '{"number": 7}' });
    await vi.waitFor(() => expect(sent.at(-1)).toEqual({ thought: { number: 7, error: 'no network' } }));
  });

  it('is the answer to a question that needs it', async () => {
    await take({ start: { game: 'tiny', folder: GAME } });
    await take({ id: 3, method: 'GET', path: '/api/games/tiny', body: null, secrets: [] });
    const error = { code: 'unavailable', message: 'no network', data: {} };
    await vi.waitFor(() => expect(sent.at(-1)).toEqual({ id: 3, status: 503, body: { error } }));
  });
});
