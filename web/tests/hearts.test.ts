import { describe, expect, it, vi } from 'vitest';
import {
  justReceived,
  passedCards,
  passMove,
  ranking,
  slammer,
  takenSummary,
} from '../src/games/hearts/logic';
import type { TakenTrick } from '../src/cards/round';
import type { Seat, Table } from '../src/lib/types';

vi.mock('../src/lib/language.svelte', () => ({ language: { current: 'en' } }));
const { pointsText, takenWords, worth } = await import('../src/games/hearts/words');

const taken: TakenTrick = { leader: 0, winner: 2, points: -5, cards: [] };
const trick = { number: 2, leader: 2, led: null, cards: [] };

describe('moves', () => {
  it('reads passes and nothing else', () => {
    expect(passedCards('pass Qs Kh 2c')).toEqual(['Qs', 'Kh', '2c']);
    expect(passedCards('7h')).toBeNull();
    expect(passedCards('')).toBeNull();
  });

  it('passes three cards in whatever order they were chosen', () => {
    const legal = ['pass 2c Qs Kh', 'pass 2c Qs Ah'];
    expect(passMove(legal, ['Kh', '2c', 'Qs'])).toBe('pass 2c Qs Kh');
    expect(passMove(legal, ['Kh', '2c'])).toBeNull();
    expect(passMove(legal, ['Kh', '3c', 'Qs'])).toBeNull();
  });
});

describe('the table', () => {
  it('knows when cards have just been received', () => {
    const view = { phase: 'play' as const, trick, last_trick: null };
    expect(justReceived({ ...view, received: ['7h', '8h', '9h'] })).toBe(true);
    expect(justReceived({ ...view, received: null })).toBe(false);
    expect(justReceived({ ...view, received: ['7h'], last_trick: taken })).toBe(false);
  });
});

describe('scores', () => {
  it('ranks by place', () => {
    expect(ranking({ places: [3, 1, 1, 4], totals: [-20, -5, -5, -30] })).toEqual([1, 2, 0, 3]);
  });

  it('finds who took everything and gains by it', () => {
    const all = ['7h', '8h', '9h', '10h', 'Jh', 'Qh', 'Kh', 'Ah'];
    const view = { phase: 'between' as const, taken: [[], all, [], []], points: [0, 40, 0, 0] };
    expect(slammer(view)).toBe(1);
    expect(slammer({ ...view, points: [0, -40, 0, 0] })).toBeNull();
    expect(slammer({ ...view, phase: 'play' as const })).toBeNull();
    expect(slammer({ ...view, taken: [['7h'], all.slice(1), [], []] })).toBeNull();
    const moon = { phase: 'over' as const, taken: [['Jd'], [], [...all, 'Qs'], []] };
    expect(slammer({ ...moon, points: [-16, -26, 0, -26] })).toBe(2);
  });

  it('counts hearts and names the rest', () => {
    expect(takenSummary(['Jd', 'Qs', '2h', 'Ah'])).toEqual({ hearts: 2, others: ['Jd', 'Qs'] });
  });
});

describe('points in words', () => {
  const seats = [{ seat: 0, name: 'Ann', you: true } as Seat, { seat: 1, name: 'Bob' } as Seat];

  it('are lost in the French game', () => {
    expect([-10, 0, 40].map((score) => pointsText(score, 'coeurs'))).toEqual(['−10', '0', '+40']);
    expect(takenWords({ seats }, { leader: 0, winner: 1, points: -5, cards: [] }, 'coeurs')).toContain('−5');
  });

  it('are counted upwards in the classic game, below zero for a good card', () => {
    expect([-57, 0, 10].map((score) => pointsText(score, 'classic'))).toEqual(['57', '0', '−10']);
    const trick = { leader: 0, winner: 1, points: -13, cards: [] };
    expect(takenWords({ seats }, trick, 'classic')).toBe('Bob takes the trick: 13 points.');
    expect(takenWords({ seats }, { ...trick, points: -1 }, 'classic')).toBe('Bob takes the trick: 1 point.');
    const table = { view: { rules: 'classic' } } as unknown as Table;
    expect(worth(-3.26, table)).toBe('3.3 points expected');
  });
});
