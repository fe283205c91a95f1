import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { network } from '../src/lib/network.svelte';
import { backoff } from '../src/lib/backoff';
import { notices } from '../src/lib/notices.svelte';
import { Session } from '../src/lib/session.svelte';
import { recall, remember } from '../src/lib/storage';
import type { LiveMessage, Table, TableHint, Update } from '../src/lib/types';

vi.mock('../src/lib/language.svelte', () => ({ say: (text: { en: string }) => text.en, language: {} }));

/** A table of two, ours the first seat, after so many moves: one event for each, the seats in turn. */
function after(moves: number, movers: number[] = Array.from({ length: moves }, (_, i) => i % 2)): Table {
  return {
    id: 't',
    game: 'tiny',
    seq: movers.length,
    turn: movers.length,
    seats: [
      { seat: 0, kind: 'person', name: 'Ann', agent: null, you: true },
      { seat: 1, kind: 'open', name: 'Bob', agent: null, you: false },
    ],
    status: 'playing',
    to_move: moves % 2,
    plies: movers.length,
    moves: movers.map((seat, i) => ({ seq: i + 1, seat, move: `m${i}`, data: null })),
    legal: moves % 2 ? [] : ['a', 'b'],
    can: { move: true, hint: true, takeback: true, resign: true },
    result: null,
    awaited: [],
  } as unknown as Table;
}

/** What a server says that tells how the second table came from the first, the shorter one. */
function between(before: Table, now: Table): Update {
  const { moves, ...state } = now;
  const events = moves.slice(before.moves.length).map((played) => ({ kind: 'move' as const, ...played }));
  return { since: before.seq, events, revised: [], now: state };
}

class FakeSocket {
  static all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  /** What the page sent: first its hello, then moves. */
  said: string[] = [];
  get hello() {
    return this.said[0] ?? '';
  }
  close() {}
  send(text: string) {
    this.said.push(text);
  }
  say(message: LiveMessage) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

interface Sent {
  path: string;
  body: { seq: number; move: string } | null;
  answer: (news: Table | Update) => void;
  refuse: (code: string, status?: number) => void;
  fail: () => void;
}
let sent: Sent[] = [];

/** Requests wait until the test answers them, as they do on a slow line. */
function fakeFetch(path: string, { body, signal }: { body?: string | null; signal?: AbortSignal } = {}) {
  return new Promise((resolve, reject) => {
    const reply = (ok: boolean, status: number, json: unknown) =>
      resolve({ ok, status, statusText: '', json: async () => structuredClone(json) });
    sent.push({
      path: path.replace('/api/tables/t', ''),
      body: body ? JSON.parse(body) : null,
      answer: (news) => reply(true, 200, news),
      refuse: (code, status = 409) => reply(false, status, { error: { code, message: '', data: {} } }),
      fail: () => reject(new TypeError('Failed to fetch')),
    });
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const socket = () => FakeSocket.all.at(-1)!;
const posts = () => sent.filter(({ body }) => body !== null);
/** The moves that were sent over live connections, on any of them. */
const moves = () => FakeSocket.all.flatMap(({ said }) => said.slice(1).map((text) => JSON.parse(text)));
/** The server tells, over the last connection, what became of the table, or why it did not play a move. */
const tell = (before: Table, now: Table) => socket().say({ type: 'update', ...between(before, now) });
const refuse = (code: string, move: { seq: number; move: string } | null = moves().at(-1)) =>
  socket().say({
    type: 'refused',
    seq: null,
    move: null,
    ...move,
    error: { code, message: '', data: {} },
  });

async function reconnect(pause = backoff(0)): Promise<void> {
  await vi.advanceTimersByTimeAsync(pause);
  socket().onopen?.();
  await settle();
}

async function seated(table = after(0)): Promise<Session> {
  const session = new Session('t');
  socket().onopen?.();
  socket().say({ type: 'table', table });
  await settle();
  return session;
}

beforeEach(() => {
  remember('unsent', {});
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
  vi.stubGlobal('fetch', fakeFetch);
  FakeSocket.all = [];
  sent = [];
  notices.dismiss();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a hint for all, given while we were disconnected', () => {
  it('is shown after reconnecting, although the table has not changed', async () => {
    const session = await seated(after(1));
    const hint = { seat: 1, decision: { move: 'a' } } as unknown as TableHint;
    socket().onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(backoff(0));
    socket().onopen?.();
    expect(socket().hello).toContain('"since":1');
    socket().say({ type: 'update', ...between(after(1), { ...after(1), hint }) });
    await settle();
    expect(session.hint).toEqual(hint);
    session.close();
  });
});

describe('a move', () => {
  it('goes over the live connection, and is played when an update says so', async () => {
    const session = await seated();
    void session.move('a');
    await settle();
    expect(moves()).toEqual([{ seq: 0, move: 'a' }]);
    expect(posts()).toHaveLength(0);
    expect(session.busy).toBe(true);
    tell(after(0), after(1));
    await settle();
    expect(session.busy).toBe(false);
    expect(session.unsent).toBeNull();
    expect(recall('unsent', null)).toEqual({});
    session.close();
  });

  it('is posted while there is no connection yet', async () => {
    const session = await seated();
    socket().say({ type: 'update', ...between(after(2), after(3)) }); // does not fit: we connect anew
    expect(session.connection).toBe('connecting');
    void session.move('a');
    await settle();
    expect(moves()).toHaveLength(0);
    expect(posts().map(({ body }) => body)).toEqual([{ seq: 0, move: 'a' }]);
    posts()[0]?.answer(after(1));
    await settle();
    expect(session.table).toEqual(after(1));
    expect(session.busy).toBe(false);
    session.close();
  });

  it('shows why the server refused it, and is dropped', async () => {
    const session = await seated();
    void session.move('z');
    await settle();
    refuse('illegal_move');
    await settle();
    expect(session.unsent).toBeNull();
    expect(session.busy).toBe(false);
    expect(notices.latest).toBeTruthy();
    session.close();
  });

  it('is dropped when the server says that messages come too fast', async () => {
    const session = await seated();
    void session.move('a');
    await settle();
    refuse('too_many', null);
    await settle();
    expect(session.unsent).toBeNull();
    expect(notices.latest).toContain('faster');
    session.close();
  });

  it('that is refused is told although something happened beside the game before', async () => {
    const session = await seated();
    void session.move('z');
    await settle();
    const { moves: played, ...state } = { ...after(0), seq: 1 };
    const asked = { kind: 'answer' as const, seq: 1, seat: 1, yes: false };
    socket().say({ type: 'update', since: 0, events: [asked], revised: [], now: state });
    expect(session.table).toEqual({ ...state, moves: played });
    refuse('illegal_move', { seq: 0, move: 'another' });
    expect(session.unsent).toBe('z');
    refuse('illegal_move');
    await settle();
    expect(session.unsent).toBeNull();
    expect(notices.latest).toBeTruthy();
    session.close();
  });

  it('is sent again on a new connection when the old one was left before the answer', async () => {
    const session = await seated();
    void session.move('a');
    await settle();
    socket().say({ type: 'update', ...between(after(2), after(3)) }); // does not fit: we connect anew
    expect(session.busy).toBe(false);
    socket().onopen?.();
    await settle();
    expect(moves()).toHaveLength(2);
    tell(after(0), after(1));
    socket().say({ type: 'table', table: after(1) });
    await settle();
    expect(session.unsent).toBeNull();
    expect(session.busy).toBe(false);
    session.close();
  });
});

describe('a move made without a connection', () => {
  it('waits and is sent after reconnecting', async () => {
    const session = await seated();
    socket().onclose?.({ code: 1006 });
    expect(network.down).toBe(true);
    void session.move('a');
    await settle();
    expect(moves()).toHaveLength(0);
    expect(posts()).toHaveLength(0);
    expect(session.unsent).toBe('a');
    await reconnect();
    expect(network.down).toBe(false);
    expect(moves()).toEqual([{ seq: 0, move: 'a' }]);
    tell(after(0), after(1));
    await settle();
    expect(session.table).toEqual(after(1));
    expect(session.unsent).toBeNull();
    session.close();
  });

  it('is kept while the page is loaded again, and sent then', async () => {
    const before = await seated();
    socket().onclose?.({ code: 1006 });
    void before.move('a');
    before.close();
    const session = await seated();
    await vi.advanceTimersByTimeAsync(0);
    expect(moves()).toEqual([{ seq: 0, move: 'a' }]);
    tell(after(0), after(1));
    await settle();
    expect(session.unsent).toBeNull();
    expect(recall('unsent', null)).toEqual({});
    session.close();
  });

  it('can be discarded, and another chosen', async () => {
    const session = await seated();
    socket().onclose?.({ code: 1006 });
    void session.move('a');
    void session.move('b');
    expect(session.unsent).toBe('a');
    session.discard();
    expect(session.unsent).toBeNull();
    void session.move('b');
    expect(session.unsent).toBe('b');
    session.close();
  });

  it('is not played when the game has moved on, and a notice says so', async () => {
    const session = await seated(after(1, [1]));
    socket().onclose?.({ code: 1006 });
    void session.move('a');
    await reconnect();
    refuse('out_of_date');
    await settle();
    sent.at(-1)?.answer(after(2, [1, 1]));
    await settle();
    expect(session.unsent).toBeNull();
    expect(session.table?.seq).toBe(2);
    expect(notices.latest).toContain('not played');
    session.close();
  });

  it('is not played twice when only the answer was lost', async () => {
    const session = await seated();
    void session.move('a');
    await settle();
    expect(session.unsent).toBeNull();
    socket().onclose?.({ code: 1006 }); // the server wrote the move and died
    await settle();
    expect(session.unsent).toBe('a');
    expect(session.busy).toBe(false);
    socket().onopen?.();
    tell(after(0), after(2));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(moves()).toHaveLength(1);
    expect(session.unsent).toBeNull();
    expect(notices.latest).toBeNull();
    session.close();
  });

  it('is sent again without a live message, but only after a pause', async () => {
    const session = await seated();
    void session.move('a');
    for (const [attempt, pause] of [backoff(0), backoff(1), backoff(2)].entries()) {
      await settle();
      expect(moves()).toHaveLength(attempt + 1);
      socket().onclose?.({ code: 1006 });
      await settle();
      await vi.advanceTimersByTimeAsync(backoff(attempt));
      socket().onopen?.();
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(moves()).toHaveLength(attempt + 1);
      await vi.advanceTimersByTimeAsync(1);
    }
    tell(after(0), after(1));
    await settle();
    expect(session.table?.seq).toBe(1);
    session.close();
  });
});

describe('a table after a reconnection', () => {
  it('never stays busy with a request that is not answered', async () => {
    const session = await seated();
    void session.resign();
    await settle();
    expect(session.busy).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000); // silence
    expect(session.busy).toBe(false);
    expect(session.connection).toBe('lost');
    session.close();
  });

  it('is updated by the live message when that is faster than the answer', async () => {
    const session = await seated();
    void session.takeback();
    await settle();
    tell(after(0), after(1));
    tell(after(1), after(2));
    expect(session.busy).toBe(false);
    void session.move('b');
    await settle();
    posts()[0]?.answer(between(after(0), after(1)));
    await settle();
    expect(session.table).toEqual(after(2));
    expect(session.busy).toBe(true); // with the move
    expect(moves()).toEqual([{ seq: 2, move: 'b' }]);
    session.close();
  });

  it('ignores a message that is out of date', async () => {
    const session = await seated(after(3));
    socket().say({ type: 'table', table: after(2) });
    socket().say({ type: 'update', ...between(after(1), after(2)) });
    expect(session.table).toEqual(after(3));
    expect(FakeSocket.all).toHaveLength(1);
    session.close();
  });

  it('follows a server that was restored from an older state', async () => {
    const session = await seated(after(4));
    socket().onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(backoff(0));
    socket().onopen?.();
    expect(socket().hello).toContain('"since":4');
    socket().say({ type: 'table', table: after(2) });
    expect(session.table?.seq).toBe(2);
    session.close();
  });
});

describe('a table kept by updates', () => {
  it('has the moves played, without those taken back', async () => {
    const session = await seated(after(2));
    socket().say({ type: 'update', ...between(after(2), after(3)) });
    expect(session.table).toEqual(after(3));
    const { moves, ...state } = after(1);
    const back = { ...state, seq: 4 };
    socket().say({
      type: 'update',
      since: 3,
      events: [{ kind: 'takeback', seq: 4, seat: 0, count: 2 }],
      revised: [],
      now: back,
    });
    expect(session.table).toEqual({ ...back, moves });
    session.close();
  });

  it('shows earlier moves that are no longer hidden', async () => {
    const hidden = { ...after(1), moves: [{ seq: 1, seat: 0, move: null, data: null }] };
    const session = await seated(hidden);
    socket().say({
      type: 'update',
      ...between(hidden, after(2)),
      revised: [{ seq: 1, seat: 0, move: 'm0', data: null }],
    });
    expect(session.table).toEqual(after(2));
    session.close();
  });

  it('gets trouble and hints, which are not events', async () => {
    const session = await seated(after(1));
    const trouble = { seat: 1, text: { en: 'failed', fr: 'échec' } };
    socket().say({ type: 'update', ...between(after(1), { ...after(1), trouble }) });
    expect(session.table?.trouble).toEqual(trouble);
    session.close();
  });

  it.each([
    ['a gap', between(after(2), after(3))],
    ['what is partly known', between(after(0), after(3))],
    ['moves that are not all there', { ...between(after(1), after(3)), events: [] }],
  ])('is asked for anew after %s', async (_, update) => {
    const session = await seated(after(1));
    const first = socket();
    socket().say({ type: 'update', ...update });
    expect(session.table).toEqual(after(1));
    expect(socket()).not.toBe(first);
    expect(network.down).toBe(false);
    first.say({ type: 'update', ...between(after(3), after(4)) });
    socket().onopen?.();
    expect(socket().hello).toContain('"since":null');
    socket().say({ type: 'table', table: after(3) });
    expect(session.table).toEqual(after(3));
    socket().say({ type: 'update', ...between(after(3), after(4)) });
    expect(session.table).toEqual(after(4));
    expect(FakeSocket.all).toHaveLength(2);
    session.close();
  });
});

describe('a page that is out of date', () => {
  it.each([
    ['a message', () => socket().say({ type: 'novelty' } as unknown as LiveMessage)],
    ['an answer', () => posts()[0]?.answer({ novelty: 1 } as unknown as Update)],
  ])('starts again when it does not understand %s, once', async (_, say) => {
    const reload = vi.fn();
    vi.stubGlobal('location', { protocol: 'http:', host: 'here', reload });
    const stored = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    });
    const session = await seated();
    void session.takeback();
    await settle();
    say();
    await settle();
    sent.at(-1)?.answer({} as Table); // the server is there
    await settle();
    expect(reload).toHaveBeenCalledTimes(1);
    socket().say({ type: 'novelty' } as unknown as LiveMessage);
    await settle();
    expect(reload).toHaveBeenCalledTimes(1);
    session.close();
  });
});

describe('our part of the seed', () => {
  const waiting = { ...after(0), status: 'waiting', awaited: [0] } as Table;
  const parts = () => sent.filter(({ path }) => path === '/part');

  it('is sent again after a pause that grows, until it has arrived', async () => {
    const session = await seated(waiting);
    for (const [attempt, pause] of [backoff(0), backoff(1)].entries()) {
      expect(parts()).toHaveLength(attempt + 1);
      parts().at(-1)?.refuse('unavailable', 503);
      await settle();
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(parts()).toHaveLength(attempt + 1);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(notices.latest).toBeNull();
    parts().at(-1)?.answer(after(1));
    socket().say({ type: 'ping' });
    await vi.advanceTimersByTimeAsync(9_000);
    expect(session.table).toEqual(after(1));
    expect(parts()).toHaveLength(3);
    session.close();
  });

  it('is sent again after reconnecting, although nothing has changed', async () => {
    const session = await seated(waiting);
    socket().onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(backoff(0));
    expect(parts()).toHaveLength(1);
    socket().onopen?.();
    expect(parts()).toHaveLength(2);
    session.close();
  });

  it('is not sent after the table was left', async () => {
    const session = await seated(waiting);
    session.close();
    parts()[0]?.fail();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(parts()).toHaveLength(1);
  });

  it('that is refused is not sent again, and a notice says why', async () => {
    const session = await seated(waiting);
    parts()[0]?.refuse('forbidden', 403);
    await settle();
    expect(notices.latest).toBeTruthy();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(parts()).toHaveLength(1);
    session.close();
  });
});

describe('what the server refuses', () => {
  it('is told, although another event came before the answer', async () => {
    const session = await seated();
    void session.resign();
    await settle();
    socket().say({ type: 'update', ...between(after(0), after(1)) });
    posts()[0]?.refuse('out_of_date');
    await settle();
    expect(notices.latest).toContain('has changed');
    session.close();
  });

  it('is told when it is the connection', async () => {
    const session = await seated();
    const error = { code: 'too_many', message: '', data: {} };
    socket().say({ type: 'error', error });
    expect(notices.latest).toContain('faster');
    session.close();
  });

  it('is left to the page where the table is gone', async () => {
    const session = await seated();
    socket().say({ type: 'error', error: { code: 'not_found', message: '', data: {} } });
    expect(notices.latest).toBeNull();
    session.close();
  });
});

describe('a table that was left', () => {
  it('no longer asks whether its program is ready', async () => {
    const [ann, bob] = after(1).seats;
    const session = await seated({ ...after(1), seats: [ann!, { ...bob!, kind: 'program' }] });
    await vi.advanceTimersByTimeAsync(3_000);
    const games = () => sent.filter(({ path }) => path.includes('/games/'));
    expect(games()).toHaveLength(1);
    session.close();
    games()[0]?.fail();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(games()).toHaveLength(1);
  });
});
