import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Device, tableIn } from '../src/device/device';
import type { FromWorker, ToWorker, WorkerLike } from '../src/device/protocol';
import type { Kept, Shelf } from '../src/device/shelf';
import { ApiError, type Connection } from '../src/lib/transport';
import type { LiveMessage, Table } from '../src/lib/types';

/** A worker that says what the test makes it say. */
class FakeWorker implements WorkerLike {
  static all: FakeWorker[] = [];
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message?: string }) => void) | null = null;
  heard: ToWorker[] = [];
  ended = false;
  constructor(readonly game: string) {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToWorker) {
    this.heard.push(message);
  }
  terminate() {
    this.ended = true;
  }
  say(data: FromWorker) {
    this.onmessage?.({ data });
  }
  begin() {
    this.say({ started: { game: this.game, shared: false } });
  }
  /** The requests so far. */
  get asked() {
    return this.heard.filter((message) => 'method' in message);
  }
  /** Who follows a table now. */
  get followers() {
    const ended = this.heard.flatMap((message) => ('unfollow' in message ? [message.unfollow] : []));
    return this.heard.filter((message) => 'follow' in message && !ended.includes(message.follow)) as Extract<
      ToWorker,
      { follow: number }
    >[];
  }
}

class FakeShelf implements Shelf {
  kept = new Map<string, Kept>();
  async get(id: string) {
    return this.kept.get(id);
  }
  async put(kept: Kept) {
    this.kept.set(kept.id, kept);
  }
  async remove(id: string) {
    this.kept.delete(id);
  }
  async all() {
    return [...this.kept.values()];
  }
}

const ID = 'here-abc';
const settle = () => vi.advanceTimersByTimeAsync(0);
const worker = () => FakeWorker.all.at(-1)!;
let shelf: FakeShelf;
let device: Device;

function onShelf(value = 'first'): void {
  shelf.kept.set(ID, { id: ID, game: 'tiny', value, seen: null, record: null, handedIn: false });
}

function tableAt(seq: number): Table {
  const moves = Array.from({ length: seq }, (_, i) => ({ seq: i + 1, seat: 0, move: 'm', data: null }));
  return { id: ID, game: 'tiny', seq, plies: seq, moves, legal: ['a'], view: { big: 1 } } as unknown as Table;
}

function follow() {
  const heard: LiveMessage[] = [];
  const states: Connection[] = [];
  const watch = device.watch(ID, {
    hello: () => ({ secrets: ['s'], since: heard.length ? 1 : null }),
    onmessage: (message) => heard.push(message),
    onconnection: (state) => states.push(state),
  });
  return { watch, heard, states };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeWorker.all = [];
  shelf = new FakeShelf();
  device = new Device((game) => new FakeWorker(game), shelf);
});
afterEach(() => void vi.useRealTimers());

describe('requests', () => {
  it('wait for the worker of their game, and carry method, path, body and secrets', async () => {
    const made = device.request({ method: 'POST', path: '/tables', body: { game: 'tiny' }, secret: 'a,b' });
    await settle();
    expect(worker().heard).toEqual([{ start: { game: 'tiny', folder: '' } }]);
    worker().begin();
    await settle();
    const [asked] = worker().asked;
    expect(asked).toMatchObject({ method: 'POST', path: '/api/tables', secrets: ['a', 'b'] });
    worker().say({ id: (asked as { id: number }).id, status: 201, body: { id: ID } });
    expect(await made).toEqual({ id: ID });
  });

  it('fail as those to a server do', async () => {
    onShelf();
    const refused = device.request({ path: `/tables/${ID}` }).catch((error: unknown) => error);
    await settle();
    worker().begin();
    await settle();
    const error = { code: 'over', message: 'It is over.', data: { plies: 3 } };
    worker().say({ id: 1, status: 409, body: { error } });
    expect(await refused).toBeInstanceOf(ApiError);
    expect(await refused).toMatchObject({ code: 'over', data: { plies: 3 } });
  });

  it('about a table that is not kept here are answered without a worker', async () => {
    const refused = await device.request({ path: `/tables/${ID}` }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'not_found' });
    expect(FakeWorker.all).toHaveLength(0);
  });

  it('find their game in an address, a body or a record', async () => {
    void device.request({ method: 'POST', path: '/games/one/advice', body: {} });
    void device.request({
      method: 'POST',
      path: '/records',
      body: { record: 'partie record 1\ngame: two 1\n' },
    });
    void device.request({ method: 'POST', path: '/elsewhere', body: {}, game: 'three' });
    await settle();
    expect(FakeWorker.all.map(({ game }) => game)).toEqual(['one', 'two', 'three']);
    const nameless = await device.request({ path: '/elsewhere' }).catch((error: unknown) => error);
    expect(nameless).toMatchObject({ code: 'bad_request' });
  });

  it('can be cancelled', async () => {
    const stop = new AbortController();
    const asked = device
      .request({ path: '/games/tiny/advice', signal: stop.signal })
      .catch((error: unknown) => error);
    await settle();
    worker().begin();
    await settle();
    stop.abort();
    expect(await asked).toMatchObject({ code: 'unreachable' });
    expect(worker().heard.at(-1)).toEqual({ cancel: 1 });
  });

  it('fail when the files of the game cannot be loaded, and the next one tries again', async () => {
    const failed = device.request({ path: '/games/tiny' }).catch((error: unknown) => error);
    await settle();
    worker().onerror?.({});
    expect(await failed).toMatchObject({ code: 'unreachable' });
    expect(worker().ended).toBe(true);
    void device.request({ path: '/games/tiny' });
    await settle();
    expect(FakeWorker.all).toHaveLength(2);
  });
});

describe('tables', () => {
  it('are kept after each event, and given back to a worker that asks for them', async () => {
    void device.request({ method: 'POST', path: '/tables', body: { game: 'tiny' } });
    await settle();
    worker().say({ store: { key: `table/${ID}`, value: 'one' } });
    worker().say({ store: { key: `table/${ID}`, value: 'two' } });
    await settle();
    expect(shelf.kept.get(ID)).toMatchObject({ game: 'tiny', value: 'two' });
    worker().say({ load: { key: `table/${ID}` } });
    worker().say({ load: { key: 'table/here-none' } });
    await settle();
    expect(worker().heard.slice(-2)).toEqual([
      { loaded: { key: `table/${ID}`, value: 'two' } },
      { loaded: { key: 'table/here-none', value: null } },
    ]);
  });

  it('are remembered as they were last shown, without what is long', async () => {
    onShelf();
    const { watch } = follow();
    await settle();
    worker().begin();
    await settle();
    const live = worker().followers[0]!.follow;
    worker().say({ live, message: { type: 'table', table: tableAt(1) } });
    worker().say({ store: { key: `table/${ID}`, value: 'second' } });
    const now: Omit<Table, 'moves'> = tableAt(2);
    const event = { kind: 'move' as const, seq: 2, seat: 0, move: 'm', data: null };
    worker().say({ live, message: { type: 'update', since: 1, events: [event], revised: [], now } });
    await settle();
    const kept = shelf.kept.get(ID)!;
    expect(kept.value).toBe('second');
    expect(kept.seen).toMatchObject({ seq: 2, plies: 2, moves: [], legal: [], view: {} });
    watch.close();
  });

  it('that only serve to measure are not kept', async () => {
    void device.request({ method: 'POST', path: '/tables', body: { game: 'tiny' } });
    await settle();
    worker().say({ store: { key: `table/${ID}`, value: 'one' } });
    device.scratch(ID);
    worker().say({ store: { key: `table/${ID}`, value: 'two' } });
    await settle();
    expect(shelf.kept.size).toBe(0);
  });
});

describe('following a table', () => {
  it('is live once the worker has started, and says from where to resume', async () => {
    onShelf();
    const { watch, heard, states } = follow();
    await settle();
    worker().begin();
    await settle();
    expect(states).toEqual(['connecting', 'live']);
    const [following] = worker().followers;
    expect(following).toMatchObject({ table: ID, secrets: ['s'] });
    expect(following).not.toHaveProperty('since');
    worker().say({ live: following!.follow, message: { type: 'table', table: tableAt(1) } });
    watch.restart();
    await settle();
    expect(worker().followers).toMatchObject([{ table: ID, since: 1 }]);
    worker().say({ live: following!.follow, message: { type: 'table', table: tableAt(1) } });
    expect(heard).toHaveLength(1);
    watch.close();
    expect(states.at(-1)).toBe('closed');
    expect(worker().followers).toEqual([]);
  });

  it('ends where there is no such table', async () => {
    const { states } = follow();
    await settle();
    expect(states).toEqual(['connecting', 'gone']);
    onShelf();
    const again = follow();
    await settle();
    worker().begin();
    await settle();
    const error = { code: 'not_found', message: '', data: {} };
    worker().say({ live: worker().followers[0]!.follow, message: { type: 'error', error } });
    expect(again.states.at(-1)).toBe('gone');
  });

  it('tries again while the files of the game cannot be loaded', async () => {
    onShelf();
    const { watch, states } = follow();
    await settle();
    worker().say({ failed: { message: 'no network' } });
    await settle();
    expect(states.at(-1)).toBe('lost');
    await vi.advanceTimersByTimeAsync(500);
    expect(FakeWorker.all).toHaveLength(2);
    worker().begin();
    await settle();
    expect(states.at(-1)).toBe('live');
    watch.close();
  });

  it('keeps its worker; without anybody it is ended after a while', async () => {
    onShelf();
    const { watch } = follow();
    await settle();
    worker().begin();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(worker().ended).toBe(false);
    watch.close();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(worker().ended).toBe(true);
  });
});

/** Locks that another tab can take; returns how it does. */
function stealableLocks(): () => void {
  let steal: (() => void) | undefined;
  const locks = {
    request: (_: string, __: unknown, held: () => Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        void held().then(resolve);
        steal = () => reject(new DOMException('stolen', 'AbortError'));
      }),
  };
  vi.stubGlobal('navigator', { locks });
  return () => steal?.();
}

describe('a table in two tabs', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('is refereed by the last one that looks, from what the other has played', async () => {
    const steal = stealableLocks();
    onShelf();
    const { watch, states } = follow();
    await settle();
    worker().begin();
    await settle();
    const first = worker();
    steal();
    await settle();
    expect(states.at(-1)).toBe('lost');
    expect(first.ended).toBe(true);
    shelf.kept.get(ID)!.value = 'played elsewhere';
    watch.retry();
    await settle();
    worker().begin();
    worker().say({ load: { key: `table/${ID}` } });
    await settle();
    expect(states.at(-1)).toBe('live');
    expect(worker().heard.at(-1)).toEqual({ loaded: { key: `table/${ID}`, value: 'played elsewhere' } });
    watch.close();
  });

  it('goes on in a window to which somebody comes back, though both were visible', async () => {
    const steal = stealableLocks();
    const shown = new EventTarget();
    vi.stubGlobal('window', shown);
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
    onShelf();
    const { watch, states } = follow();
    await settle();
    worker().begin();
    await settle();
    steal();
    await settle();
    expect(states.at(-1)).toBe('lost');
    shown.dispatchEvent(new Event('focus'));
    await settle();
    worker().begin();
    await settle();
    expect(states.at(-1)).toBe('live');
    watch.close();
    shown.dispatchEvent(new Event('focus'));
    await settle();
    expect(states.at(-1)).toBe('closed');
  });
});

describe('a table on which another tab has played', () => {
  /** Opens the table, lets it be played here, and goes home: its worker stays ready for a while. */
  async function playAndLeave() {
    onShelf();
    const { watch } = follow();
    await settle();
    worker().begin();
    worker().say({ load: { key: `table/${ID}` } });
    worker().say({ store: { key: `table/${ID}`, value: 'second' } });
    await settle();
    watch.close();
  }

  it('is taken up where that one left it', async () => {
    await playAndLeave();
    const first = worker();
    onShelf('played elsewhere');
    const { watch } = follow();
    await settle();
    expect(first.ended).toBe(true);
    worker().begin();
    worker().say({ load: { key: `table/${ID}` } });
    await settle();
    expect(worker().heard).toContainEqual({ loaded: { key: `table/${ID}`, value: 'played elsewhere' } });
    watch.close();
  });

  it('is not put back by what is noted about it, such as that it was handed in', async () => {
    await playAndLeave();
    onShelf('played elsewhere');
    await device.change(ID, { handedIn: true });
    expect(shelf.kept.get(ID)).toMatchObject({ value: 'played elsewhere', handedIn: true });
    expect(await device.find(ID)).toMatchObject({ value: 'played elsewhere' });
  });

  it('keeps its worker if that knows it best', async () => {
    await playAndLeave();
    // The worker stores something just before the table is opened again, and the shelf is slow.
    const put = shelf.put.bind(shelf);
    shelf.put = async (kept) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await put(kept);
    };
    worker().say({ store: { key: `table/${ID}`, value: 'third' } });
    const { watch, states } = follow();
    await vi.advanceTimersByTimeAsync(200);
    expect(FakeWorker.all).toHaveLength(1);
    expect(states.at(-1)).toBe('live');
    expect(shelf.kept.get(ID)).toMatchObject({ value: 'third' });
    watch.close();
  });

  it('is tried again if the shelf cannot be read', async () => {
    await playAndLeave();
    const get = shelf.get.bind(shelf);
    shelf.get = () => Promise.reject(new DOMException('no', 'UnknownError'));
    const { watch, states } = follow();
    await settle();
    expect(states.at(-1)).toBe('lost');
    shelf.get = get;
    await vi.advanceTimersByTimeAsync(500);
    expect(states.at(-1)).toBe('live');
    watch.close();
  });
});

describe('addresses', () => {
  it('name a table or not', () => {
    expect(tableIn('/tables/here-1/moves')).toBe('here-1');
    expect(tableIn('/tables/here-1?x=1')).toBe('here-1');
    expect(tableIn('/tables')).toBeNull();
    expect(tableIn('/games/tables')).toBeNull();
  });
});
