import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OrderQueue } from '../src/games/axisallies/board/queue.svelte';
import type { Situation } from '../src/games/axisallies/board/situation.svelte';
import { notices } from '../src/lib/notices.svelte';

vi.mock('../src/lib/language.svelte', () => ({ say: (text: { en: string }) => text.en, language: {} }));
vi.mock('../src/games/axisallies/war', () => ({ viewOf: () => ({}) }));
vi.mock('../src/games/axisallies/orders', () => ({ ordersOf: () => [] }));
vi.mock('../src/games/axisallies/moving', () => ({
  nextOrder: ({ order }: { order: { kind: string } }) => ({ text: order.kind, rest: null }),
}));

const PATIENCE = 12_000;

/** A board at event 1, with the orders that it has sent. */
function board() {
  const sent: string[] = [];
  const situation = {
    table: { seq: 1, can: { move: true } },
    onmove: (text: string) => sent.push(text),
  };
  const queue = new OrderQueue(situation as unknown as Situation, () => {});
  /** Shows another table. */
  function show(seq: number, move = true) {
    situation.table = { seq, can: { move } };
    queue.next();
  }
  return { queue, sent, show };
}

beforeEach(() => {
  vi.useFakeTimers();
  notices.dismiss();
});
afterEach(() => void vi.useRealTimers());

describe('orders on their way', () => {
  it('are sent one by one', () => {
    const { queue, sent, show } = board();
    queue.give({ kind: 'go_on' }, { kind: 'end' });
    expect(sent).toEqual(['go_on']);
    show(1);
    expect(sent).toEqual(['go_on']);
    show(2);
    expect(sent).toEqual(['go_on', 'end']);
    show(3);
    expect(queue.busy).toBe(false);
  });

  it('hold up the board no longer after the one that waited for the connection is discarded', () => {
    const { queue, show } = board();
    queue.give({ kind: 'end' });
    show(1, false);
    vi.advanceTimersByTime(PATIENCE);
    expect(queue.busy).toBe(true);
    show(1);
    vi.advanceTimersByTime(PATIENCE);
    expect(queue.busy).toBe(false);
    expect(notices.latest).toBeNull();
  });

  it('wait for an answer that is late', () => {
    const { queue, sent, show } = board();
    queue.give({ kind: 'go_on' }, { kind: 'end' });
    vi.advanceTimersByTime(10_000);
    show(2);
    expect(sent).toEqual(['go_on', 'end']);
  });

  it('are not dropped without a word', () => {
    const { queue, sent, show } = board();
    queue.give({ kind: 'go_on' }, { kind: 'end' });
    vi.advanceTimersByTime(PATIENCE);
    expect(queue.busy).toBe(false);
    expect(notices.latest).toContain('dropped');
    show(2);
    expect(sent).toEqual(['go_on']);
  });
});
