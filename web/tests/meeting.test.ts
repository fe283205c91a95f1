import { describe, expect, it, vi } from 'vitest';
import { mixedSeed } from '../src/lib/fairness';
import { codeText } from '../src/lib/invitation';
import { match } from '../src/lib/routes';
import { freeSeats, namesOf } from '../src/lobby/words';
import type { Seat } from '../src/lib/types';

vi.mock('../src/lib/language.svelte', () => ({ say: (text: { en: string }) => text.en, language: {} }));

describe('seeds of several parts', () => {
  it('are mixed as by the server', async () => {
    const parts = [
      { seat: 2, part: 'c3' },
      { seat: null, part: 'a1' },
      { seat: 0, part: 'b2' },
    ];
    // The example in core/seeds.py.
    expect(await mixedSeed(parts)).toBe('8168d9c8ff0d303635b709f557e7445d');
    expect(await mixedSeed([{ seat: null, part: 'a1' }])).toBe('a1');
  });
});

describe('the lobby', () => {
  const seat = (
    number: number,
    kind: Seat['kind'],
    name: string | null,
    kept: number | null = null,
  ): Seat => ({
    ...{ seat: number, kind, name, agent: null, you: false },
    kept_for: kept,
  });
  const seats = [seat(0, 'person', 'Ann'), seat(1, 'open', null), seat(2, 'open', 'Bob', 1)];

  it('names who is there and counts free seats', () => {
    expect(namesOf({ seats })).toEqual(['Ann']);
    expect(freeSeats({ seats })).toEqual([1]);
  });

  it('has a page, and leads to new tables', () => {
    expect(match('/lobby')).toEqual({ page: 'lobby' });
    expect(match('/new/quarto/lobby')).toEqual({ page: 'new', game: 'quarto', lobby: true });
    expect(match('/new/quarto/else')).toEqual({ page: 'lost' });
  });

  it('writes codes in two halves', () => {
    expect(codeText('k7mq2p')).toBe('K7M-Q2P');
  });
});
