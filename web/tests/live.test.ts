import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backoff } from '../src/lib/backoff';
import { Live, type Socket } from '../src/lib/live';
import type { Connection } from '../src/lib/transport';
import type { LiveMessage } from '../src/lib/types';

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  closed = false;
  said: string[] = [];
  constructor(readonly address: string) {}
  send(text: string) {
    this.said.push(text);
  }
  close() {
    this.closed = true;
    this.onclose?.({ code: 1000 });
  }
  say(message: LiveMessage) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function follow() {
  const sockets: FakeSocket[] = [];
  const states: Connection[] = [];
  const heard: LiveMessage[] = [];
  let seq = 0;
  const live = new Live({
    address: 'ws://table',
    hello: () => ({ secrets: ['s3cret'], since: seq }),
    onmessage: (message) => heard.push(message),
    onconnection: (state) => states.push(state),
    connect: (address) => {
      const socket = new FakeSocket(address);
      sockets.push(socket);
      return socket;
    },
  });
  return { live, sockets, states, heard, see: (seen: number) => (seq = seen) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('live connection', () => {
  it('delivers messages', () => {
    const { sockets, states, heard } = follow();
    sockets[0]?.onopen?.();
    sockets[0]?.say({ type: 'thinking', seat: 1, on: true });
    expect(states).toEqual(['connecting', 'live']);
    expect(heard).toEqual([{ type: 'thinking', seat: 1, on: true }]);
  });

  it('resumes from the last seq seen', () => {
    const { sockets, states, see } = follow();
    sockets[0]?.onopen?.();
    see(7);
    sockets[0]?.onclose?.({ code: 1006 });
    expect(states.at(-1)).toBe('lost');
    vi.advanceTimersByTime(backoff(0));
    sockets[1]?.onopen?.();
    expect(sockets[1]?.said.map((text) => JSON.parse(text))).toEqual([{ secrets: ['s3cret'], since: 7 }]);
    expect(sockets.some(({ address }) => address.includes('s3cret'))).toBe(false);
    expect(states.at(-1)).toBe('live');
  });

  it('waits longer after each failure, and starts afresh after a success', () => {
    const { sockets } = follow();
    sockets[0]?.onclose?.({ code: 1006 });
    vi.advanceTimersByTime(backoff(0));
    sockets[1]?.onclose?.({ code: 1006 });
    vi.advanceTimersByTime(backoff(1) - 1);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(3);
    sockets[2]?.onopen?.();
    sockets[2]?.say({ type: 'ping' });
    sockets[2]?.onclose?.({ code: 1006 });
    vi.advanceTimersByTime(backoff(0));
    expect(sockets).toHaveLength(4);
  });

  it('waits longer after each refusal, although the server opens the connection', () => {
    const { sockets, heard } = follow();
    const error = { code: 'too_many', message: '', data: {} } as const;
    for (const pause of [backoff(0), backoff(1), backoff(2)]) {
      const count = sockets.length;
      sockets.at(-1)?.onopen?.();
      sockets.at(-1)?.say({ type: 'error', error });
      sockets.at(-1)?.onclose?.({ code: 1013 });
      vi.advanceTimersByTime(pause - 1);
      expect(sockets).toHaveLength(count);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(count + 1);
    }
    expect(heard).toHaveLength(3);
  });

  it('never waits longer than five seconds', () => {
    expect(backoff(0)).toBe(500);
    expect(backoff(40)).toBe(5_000);
  });

  it.each([4403, 4404])('gives up on a table that does not exist or that we may not see: %i', (code) => {
    const { sockets, states } = follow();
    sockets[0]?.onclose?.({ code });
    vi.advanceTimersByTime(60_000);
    expect(states.at(-1)).toBe('gone');
    expect(sockets).toHaveLength(1);
  });

  it('replaces a connection that fell silent', () => {
    const { sockets, states } = follow();
    sockets[0]?.onopen?.();
    vi.advanceTimersByTime(9_000);
    sockets[0]?.say({ type: 'ping' });
    vi.advanceTimersByTime(9_000);
    expect(states.at(-1)).toBe('live');
    vi.advanceTimersByTime(1_000);
    expect(states.at(-1)).toBe('lost');
    expect(sockets[0]?.closed).toBe(true);
    vi.advanceTimersByTime(backoff(0));
    expect(sockets).toHaveLength(2);
  });

  it('reconnects at once when asked to', () => {
    const { live, sockets } = follow();
    sockets[0]?.onclose?.({ code: 1006 });
    live.retry();
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(backoff(0));
    expect(sockets).toHaveLength(2);
  });

  it('gives up on a handshake that is not answered', () => {
    const { sockets, states } = follow();
    vi.advanceTimersByTime(10_000);
    expect(states.at(-1)).toBe('lost');
    expect(sockets[0]?.closed).toBe(true);
    vi.advanceTimersByTime(backoff(0));
    expect(sockets).toHaveLength(2);
  });

  it('does not wait for a handshake when the network is back', () => {
    const { live, sockets } = follow();
    live.retry();
    expect(sockets[0]?.closed).toBe(true);
    sockets[1]?.onopen?.();
    live.retry();
    expect(sockets).toHaveLength(2);
  });

  it('counts as lost when in doubt, until a new connection is open', () => {
    const { live, sockets, states, heard } = follow();
    sockets[0]?.onopen?.();
    live.check();
    expect(states.at(-1)).toBe('lost');
    expect(sockets[0]?.closed).toBe(true);
    sockets[0]?.say({ type: 'ping' });
    expect(heard).toEqual([]);
    sockets[1]?.onopen?.();
    expect(states.at(-1)).toBe('live');
    vi.advanceTimersByTime(9_000);
    expect(sockets).toHaveLength(2);
  });

  it('restarts when asked to, without reporting a lost connection', () => {
    const { live, sockets, states, heard } = follow();
    sockets[0]?.onopen?.();
    live.restart();
    expect(sockets[0]?.closed).toBe(true);
    sockets[0]?.say({ type: 'ping' });
    sockets[1]?.onopen?.();
    sockets[1]?.say({ type: 'ping' });
    expect(heard).toEqual([{ type: 'ping' }]);
    expect(states).toEqual(['connecting', 'live', 'connecting', 'live']);
    live.close();
    live.restart();
    expect(sockets).toHaveLength(2);
  });

  it('stays closed when closed', () => {
    const { live, sockets, states } = follow();
    live.close();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(states.at(-1)).toBe('closed');
  });
});
