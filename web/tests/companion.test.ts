import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { advanced, begun, redone, undone } from '../src/games/axisallies/companion/history';
import { arrowsOf, chapters, considered, numberedLines } from '../src/games/axisallies/companion/plan';
import {
  forgotten,
  fromServer,
  hasRoom,
  kindsIn,
  toText,
  withBought,
  withCargo,
  withCash,
  withCount,
  withOwner,
  withTech,
  withTurn,
  type Position,
  type PositionView,
} from '../src/games/axisallies/companion/position';
import { Companion } from '../src/games/axisallies/companion/store.svelte';
import type { CompanionOrder, CompanionStep } from '../src/games/axisallies/api';
import { ApiError } from '../src/lib/api';
import { remember } from '../src/lib/storage';

vi.mock('../src/lib/language.svelte', () => ({ say: (text: { en: string }) => text.en, language: {} }));
const { check } = vi.hoisted(() => ({ check: vi.fn() }));
vi.mock('../src/games/axisallies/api', () => ({ companion: { check } }));

const EGYPT = 'anglo-egypt-sudan';
const MED = 'sz-central-med';

const view: PositionView = {
  board: 'world',
  sold: ['infantry', 'armor', 'transport'],
  round: 2,
  power: 1,
  phase: 'combat_move',
  cash: [24, 32, 30, 25, 36],
  production: [24, 32, 30, 25, 36],
  techs: [[], ['rockets'], [], [], []],
  owners: { [EGYPT]: 2, germany: 1, turkey: null },
  units: {
    [EGYPT]: { uk: { infantry: 1, armor: 1, aa_gun: 1, industrial_complex: 1 } },
    [MED]: { germany: { battleship: 1, transport: 1 } },
  },
  ships: [{ row: 1, owner: 1, zone: MED, cargo: [{ power: 1, kind: 'infantry' }] }],
  bought: { armor: 2 },
  victory: null,
};
const text = [
  'round: 2',
  '~fresh: Libya/0=0; Anglo-Egypt Sudan/0=1',
  '~bought: 1/1=2',
  '~left: 1=0; 3=1',
  '~thrown: 12',
].join('\n');

function position(): Position {
  return fromServer(view, text);
}

function line(source: string, start: string): string | undefined {
  return source.split('\n').find((one) => one.startsWith(start));
}

describe('a position on the page', () => {
  it('keeps the server’s notes of the turn, and writes the rest itself', () => {
    const written = toText(position());
    expect(line(written, 'turn:')).toBe('turn: germany, combat_move');
    expect(line(written, 'cash:')).toBe('cash: ussr 24, germany 32, uk 30, japan 25, usa 36');
    expect(line(written, 'techs:')).toBe('techs: germany rockets');
    expect(line(written, 'Anglo-Egypt Sudan:')).toBe(
      'Anglo-Egypt Sudan: uk; uk 1 inf, 1 arm, 1 aa, 1 factory',
    );
    expect(line(written, 'Turkey:')).toBe('Turkey: neutral');
    expect(line(written, 'Central Mediterranean:')).toBe('Central Mediterranean: germany 1 bat, 1 tra');
    expect(line(written, 'transport 1:')).toBe('transport 1: germany, Central Mediterranean; germany inf');
    expect(line(written, '~bought:')).toBe('~bought: 1/1=2');
    expect(line(written, '~fresh:')).toBe('~fresh: Libya/0=0; Anglo-Egypt Sudan/0=1');
  });

  it('counts units, never below zero, and drops the notes of the turn', () => {
    const more = withCount(position(), EGYPT, 'germany', 'infantry', 3);
    expect(more.units[EGYPT]?.germany).toEqual({ infantry: 3 });
    expect(line(toText(more), '~fresh:')).toBe('~fresh: Libya/0=0');
    const none = withCount(more, EGYPT, 'germany', 'infantry', -1);
    expect(none.units[EGYPT]).toEqual(view.units[EGYPT]);
    expect(withCount(more, EGYPT, 'uk', 'industrial_complex', 5).units[EGYPT]?.uk?.industrial_complex).toBe(
      1,
    );
    expect(position().units).toEqual(view.units);
  });

  it('gives gun and complex to a new owner', () => {
    const taken = withOwner(position(), EGYPT, 'germany');
    expect(taken.owners[EGYPT]).toBe('germany');
    expect(taken.units[EGYPT]).toEqual({
      uk: { infantry: 1, armor: 1 },
      germany: { aa_gun: 1, industrial_complex: 1 },
    });
    expect(withOwner(taken, EGYPT, 'neutral').units[EGYPT]).toEqual({ uk: { infantry: 1, armor: 1 } });
  });

  it('keeps a list of transports, empty ones leaving first', () => {
    const two = withCount(position(), MED, 'germany', 'transport', 2);
    expect(two.ships).toEqual([
      { row: 0, owner: 'germany', zone: MED, cargo: [] },
      { row: 1, owner: 'germany', zone: MED, cargo: [{ power: 'germany', kind: 'infantry' }] },
    ]);
    expect(withCount(two, MED, 'germany', 'transport', 1).ships.map(({ row }) => row)).toEqual([1]);
    const none = withCount(position(), MED, 'germany', 'transport', 0);
    expect(none.ships).toEqual([]);
    expect(line(toText(none), '~left:')).toBe('~left: 3=1');
  });

  it('loads what fits', () => {
    expect(hasRoom([{ power: 'uk', kind: 'infantry' }], 'infantry')).toBe(true);
    expect(hasRoom([{ power: 'uk', kind: 'infantry' }], 'armor')).toBe(false);
    expect(hasRoom([{ power: 'uk', kind: 'aa_gun' }], 'infantry')).toBe(false);
    const loaded = withCargo(position(), 1, [{ power: 'germany', kind: 'armor' }]);
    expect(line(toText(loaded), 'transport 1:')).toContain('; germany arm');
  });

  it('restarts the turn when power or phase are set by hand', () => {
    const placing = withTurn(position(), 'germany', 'place');
    expect(placing.rest).toEqual([]);
    expect(placing.bought).toEqual({ armor: 2 });
    expect(withTurn(position(), 'japan', 'buy').bought).toEqual({});
    const same = position();
    expect(withTurn(same, 'germany', 'combat_move')).toBe(same);
  });

  it('sets money, technologies and purchases', () => {
    expect(withCash(position(), 'japan', 41.7).cash).toEqual([24, 32, 30, 41, 36]);
    expect(withCash(position(), 'japan', NaN).cash[3]).toBe(0);
    expect(withTech(position(), 'germany', 'jet_power', true).techs[1]).toEqual(['jet_power', 'rockets']);
    expect(withTech(position(), 'germany', 'rockets', false).techs[1]).toEqual([]);
    expect(withBought(position(), 'armor', 0).bought).toEqual({});
  });

  it('knows which units can be where', () => {
    expect(kindsIn(EGYPT)).toContain('armor');
    expect(kindsIn(EGYPT)).not.toContain('submarine');
    expect(kindsIn(MED)).toContain('fighter');
    expect(kindsIn(MED)).not.toContain('infantry');
  });

  it('keeps the notes about other spaces', () => {
    expect(forgotten(['~site: Libya=1', '~thrown: 3'], EGYPT)).toEqual(['~site: Libya=1', '~thrown: 3']);
  });
});

function order(path: string[], title: string): CompanionOrder {
  const words = { en: title, fr: title };
  return {
    text: path.join('>'),
    sentence: words,
    kind: 'move',
    count: 1,
    unit: 'infantry',
    path,
    marks: [],
    rule: { name: title, title: words, text: words },
  };
}

describe('a plan', () => {
  it('puts orders of one rule under one heading', () => {
    const lines = numberedLines([
      order(['a', 'b'], 'x'),
      order(['c', 'd'], 'x'),
      order(['e'], 'y'),
      order(['f'], 'x'),
    ]);
    expect(chapters(lines).map((chapter) => chapter.lines.map(({ id }) => id))).toEqual([[0, 1], [2], [3]]);
  });

  it('draws every step of a route', () => {
    const lines = numberedLines([order(['a', 'b', 'c'], 'x'), order(['d'], 'x')]);
    expect(arrowsOf(lines)).toEqual([
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ]);
  });

  it('sorts the rules considered by outcome', () => {
    const words = { en: '', fr: '' };
    const trace = (['refused', 'fired', 'refused'] as const).map((verdict): CompanionStep => ({
      rule: 'r',
      title: words,
      verdict,
      reason: words,
    }));
    expect(considered(trace).map(([verdict, steps]) => [verdict, steps.length])).toEqual([
      ['fired', 1],
      ['refused', 2],
    ]);
  });
});

describe('history', () => {
  it('goes back and forth, and forgets the future when something new is done', () => {
    const three = advanced(advanced(begun(1), 2), 3);
    expect(undone(three).now).toBe(2);
    expect(redone(undone(three)).now).toBe(3);
    expect(undone(begun(1)).now).toBe(1);
    expect(redone(three).now).toBe(3);
    expect(advanced(undone(three), 4).future).toEqual([]);
  });
});

describe('a position that is changed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function opened(): Promise<Companion> {
    remember('companion', { position: position(), preset: 'second', program: 'germany-2009' });
    check.mockReset().mockResolvedValue({});
    const companion = new Companion();
    await vi.advanceTimersByTimeAsync(0);
    expect(check).toHaveBeenCalledTimes(1);
    return companion;
  }

  it('is checked when the changes pause, not for each of them', async () => {
    const companion = await opened();
    for (const cash of [25, 26, 27]) {
      companion.edit(withCash(companion.position!, 'germany', cash));
      await vi.advanceTimersByTimeAsync(200);
    }
    expect(check).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(check).toHaveBeenCalledTimes(2);
    expect(check.mock.lastCall?.[0].position).toBe(companion.text);
    companion.stop();
  });

  it('is checked again when the server says that there were too many requests', async () => {
    const companion = await opened();
    check.mockRejectedValueOnce(new ApiError('too_many', ''));
    companion.edit(withCash(companion.position!, 'germany', 25));
    await vi.advanceTimersByTimeAsync(300);
    expect(companion.waiting).toBe(true);
    expect(companion.complaint).toBeNull();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(check).toHaveBeenCalledTimes(3);
    expect(companion.waiting).toBe(false);
    companion.stop();
  });
});
