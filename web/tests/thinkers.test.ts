import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOO_LONG, Thinkers } from '../../partie/wasm/device/thinkers.mjs';

interface Said {
  begun?: number;
  waiting?: number;
  thought?: { number: number; move?: string };
}

/** A worker that says what the test makes it say. `raised` counts how often it was told to stop. */
class FakeWorker {
  static all: FakeWorker[] = [];
  heard: number[] = [];
  ended = false;
  raised = 0;
  raise?: () => void;
  constructor(
    readonly say: (said: Said) => void,
    shared: boolean,
  ) {
    FakeWorker.all.push(this);
    if (shared) this.raise = () => void this.raised++;
  }
  send({ think }: { think: string }) {
    const { number } = JSON.parse(think) as { number: number };
    this.heard.push(number);
    this.say({ begun: number });
  }
  end() {
    this.ended = true;
  }
  answer(number: number) {
    this.say({ thought: { number, move: 'a1' } });
  }
}

const HOUR = 3_600_000;
const settle = () => vi.advanceTimersByTimeAsync(0);
const running = () => FakeWorker.all.filter(({ ended }) => !ended);
const turn = (number: number) => ({ number, adviser: false, seconds: 5 });
const hint = (number: number) => ({ number, adviser: true, seconds: 2 });
const comment = (number: number) => ({ number, comment: { ply: 1 }, seconds: 15 });
let answers: { number: number; move?: string; error?: string }[];

function thinkers(shared: boolean, cores = 2): Thinkers {
  const open = async (take: (said: Said) => void) => new FakeWorker(take, shared);
  return new Thinkers(open, (answer: (typeof answers)[0]) => answers.push(answer), cores);
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeWorker.all = [];
  answers = [];
});
afterEach(() => void vi.useRealTimers());

describe('a program whose time is up', () => {
  it('answers with the best it has found, where memory is shared', async () => {
    thinkers(true).ask(turn(1));
    await settle();
    const [worker] = FakeWorker.all;
    await vi.advanceTimersByTimeAsync(4_999);
    expect(worker!.raised).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(worker!.raised).toBe(1);
    worker!.answer(1);
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(answers).toEqual([{ number: 1, move: 'a1' }]);
    expect(worker!.ended).toBe(false);
  });

  it.each([true, false])(
    'is ended if it does not answer, and another is ready (shared: %s)',
    async (shared) => {
      const all = thinkers(shared);
      for (const number of [1, 2]) all.ask(turn(number));
      await vi.advanceTimersByTimeAsync(5_000);
      expect(answers).toEqual([]);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(answers).toEqual([{ number: 1, error: TOO_LONG }]);
      const [first, next] = FakeWorker.all;
      expect(first!.ended).toBe(true);
      expect(next!.heard).toEqual([2]);
      next!.answer(2);
      expect(answers.at(-1)).toEqual({ number: 2, move: 'a1' });
    },
  );

  it('has its time again after it has waited for a file', async () => {
    thinkers(false).ask(hint(1));
    await settle();
    const [worker] = FakeWorker.all;
    worker!.say({ waiting: 1 });
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(worker!.ended).toBe(false);
    worker!.say({ begun: 1 });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(answers).toEqual([{ number: 1, error: TOO_LONG }]);
  });
});

describe('a program whose answer nobody needs', () => {
  it('is told to stop where memory is shared, and goes on with the next question', async () => {
    const all = thinkers(true);
    for (const number of [1, 2]) all.ask(hint(number));
    await settle();
    all.stop(1);
    const [worker] = FakeWorker.all;
    expect(worker!.raised).toBe(1);
    worker!.answer(1);
    await settle();
    expect(worker!.heard).toEqual([1, 2]);
    worker!.answer(2);
    expect(answers.at(-1)).toEqual({ number: 2, move: 'a1' });
  });

  it.each([true, false])('is ended if it does not stop (shared: %s)', async (shared) => {
    const all = thinkers(shared);
    for (const number of [1, 2]) all.ask(hint(number));
    await settle();
    all.stop(1);
    FakeWorker.all[0]!.say({ begun: 1 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeWorker.all[0]!.ended).toBe(true);
    expect(running()[0]!.heard).toEqual([2]);
    expect(answers).toEqual([]);
  });

  it('is not asked if it waited for its turn, or for its worker', async () => {
    const all = thinkers(false);
    for (const number of [1, 2, 3]) all.ask(hint(number));
    all.stop(2);
    all.stop(1);
    await settle();
    expect(FakeWorker.all.map(({ heard }) => heard)).toEqual([[3]]);
  });
});

describe('a second worker', () => {
  it('answers hints and comments while a program thinks about its move, one after the other', async () => {
    const all = thinkers(false, 4);
    all.ask(turn(1));
    all.ask(hint(2));
    all.ask(comment(3));
    all.ask(turn(4));
    await settle();
    const [first, second] = FakeWorker.all;
    expect([first!.heard, second!.heard]).toEqual([[1], [2]]);
    second!.answer(2);
    await settle();
    expect(second!.heard).toEqual([2, 3]);
    first!.answer(1);
    await settle();
    expect(first!.heard).toEqual([1, 4]);
    expect(FakeWorker.all).toHaveLength(2);
  });

  it('is ended when nobody has asked it for a while', async () => {
    const all = thinkers(false, 8);
    all.ask(turn(1));
    all.ask(hint(2));
    await settle();
    FakeWorker.all[1]!.answer(2);
    FakeWorker.all[0]!.answer(1);
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(FakeWorker.all.map(({ ended }) => ended)).toEqual([false, true]);
    all.ask(turn(3));
    all.ask(hint(4));
    await settle();
    expect(running().map(({ heard }) => heard)).toEqual([[1, 3], [4]]);
  });

  it('is not started on devices with few cores, nor while the first has nothing to do', async () => {
    const few = thinkers(false, 2);
    few.ask(turn(1));
    few.ask(hint(2));
    await settle();
    expect(FakeWorker.all).toHaveLength(1);
    FakeWorker.all = [];
    const idle = thinkers(false, 8);
    idle.ask(hint(1));
    idle.ask(hint(2));
    await settle();
    expect(FakeWorker.all).toHaveLength(1);
  });
});

it('a worker that cannot be started is the answer, and another is tried for the next question', async () => {
  const failing = vi.fn().mockRejectedValueOnce(new Error('no network'));
  failing.mockImplementation(async (take: (said: Said) => void) => new FakeWorker(take, false));
  const all = new Thinkers(failing, (answer: (typeof answers)[0]) => answers.push(answer), 2);
  all.ask(turn(1));
  await settle();
  expect(answers).toEqual([{ number: 1, error: 'no network' }]);
  all.ask(turn(2));
  await settle();
  expect(FakeWorker.all[0]!.heard).toEqual([2]);
});
