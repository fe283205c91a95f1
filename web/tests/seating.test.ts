import { describe, expect, it, vi } from 'vitest';
import { seatedAt, seatingOf, peopleAt } from '../src/new/seating';
import { withDistinctNames, usualProgram } from '../src/lib/company';
import { rematchSeats } from '../src/lib/seats';
import type { Game, Seat } from '../src/lib/types';

vi.mock('../src/lib/language.svelte', () => ({ say: (text: { en: string }) => text.en, language: {} }));

const game = {
  seats: { min: 5, max: 5, usual: 5 },
  levels: [],
  agents: ['random', 'greedy'].map((name) => ({ name, title: { en: name, fr: name }, params: [] })),
} as unknown as Game;
const axis = { seats: [1, 3] };
const germany = { seats: [1] };

describe('one person on several seats', () => {
  it('has sensible programs on the others', () => {
    const places = seatedAt(game, null, [1, 3], 'Ann');
    expect(places.map(({ kind }) => kind)).toEqual(['program', 'person', 'program', 'person', 'program']);
    expect(new Set(places.map(({ family }) => family))).toEqual(new Set(['greedy']));
    expect(usualProgram(game)).toBe('greedy');
    expect(
      usualProgram({ ...game, levels: [{ name: 'expert' }, { name: 'intermediate' }] as Game['levels'] }),
    ).toBe('intermediate');
    expect(seatingOf([germany, axis], places)).toBe(axis);
    expect(seatingOf([germany], places)).toBeNull();
  });

  it('keeps what was chosen for programs', () => {
    const before = seatedAt(game, null, [1], 'Ann').map((place) => ({ ...place, family: 'random' }));
    const after = seatedAt(game, before, [3], 'Ann');
    expect(after[0]?.family).toBe('random');
    expect(seatingOf([germany, { seats: [3] }], after)?.seats).toEqual([3]);
  });

  it('keeps one name', () => {
    const seats = [
      { kind: 'person' as const, name: 'Ann' },
      { kind: 'program' as const, agent: 'greedy' },
      { kind: 'person' as const, name: 'Ann' },
      { kind: 'program' as const, agent: 'greedy' },
    ];
    expect(withDistinctNames(game, seats, false).map(({ name }) => name)).toEqual([
      'Ann',
      undefined,
      'Ann',
      'greedy 2',
    ]);
    expect(withDistinctNames(game, seats)[2]?.name).toBe('Ann 2');
  });

  it('plays the same powers again', () => {
    const seats = [0, 1, 2].map((seat) => ({
      seat,
      kind: 'person',
      name: String(seat),
      you: true,
    })) as Seat[];
    expect(rematchSeats(seats, false).map(({ name }) => name)).toEqual(['0', '1', '2']);
    expect(rematchSeats(seats).map(({ name }) => name)).toEqual(['1', '2', '0']);
  });

  it('counts people, not seats', () => {
    const ann = { kind: 'person' as const, name: 'Ann' };
    const program = { kind: 'program' as const, agent: 'greedy' };
    expect(peopleAt([ann, program])).toBe(1);
    expect(peopleAt([ann, ann, program])).toBe(1);
    expect(peopleAt([ann, { kind: 'person', name: 'Ann 2' }])).toBe(2);
    expect(peopleAt([ann, { kind: 'open' }, { kind: 'open' }])).toBe(3);
  });
});
