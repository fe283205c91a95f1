import { describe, expect, it } from 'vitest';
import {
  clockwise,
  isCard,
  justReceived,
  justTaken,
  passedCards,
  passMove,
  ranking,
  rowsOf,
  sideOf,
  slammer,
  takenSummary,
  type LastTrick,
} from '../src/boards/hearts/logic';
import { nextOfRank, parseCard, rankOfKey } from '../src/cards/deck';

const taken: LastTrick = { leader: 0, winner: 2, points: -5, cards: [] };
const trick = { number: 2, leader: 2, led: null, cards: [] };

describe('cards', () => {
  it('reads cards and nothing else', () => {
    expect(parseCard('10s')).toEqual({ rank: '10', suit: 's' });
    expect(parseCard('Qd')).toEqual({ rank: 'Q', suit: 'd' });
    for (const text of ['', 'deal', '1s', '10', 'Qx', 'pass 2c 3c 4c']) expect(parseCard(text)).toBeNull();
  });

  it('finds what somebody types, in either language', () => {
    expect(['0', '1', '7', 'j', 'v', 'Q', 'd', 'k', 'a'].map(rankOfKey)).toEqual([
      '10',
      '10',
      '7',
      'J',
      'J',
      'Q',
      'Q',
      'K',
      'A',
    ]);
    expect(rankOfKey('x')).toBeNull();
  });

  it('goes round among cards of one rank', () => {
    const hand = ['7c', 'Kc', '7d', '7h'];
    expect(nextOfRank(hand, '7', null)).toBe('7c');
    expect(nextOfRank(hand, '7', '7c')).toBe('7d');
    expect(nextOfRank(hand, '7', '7h')).toBe('7c');
    expect(nextOfRank(hand, '8', '7h')).toBeNull();
  });
});

describe('moves', () => {
  it('tells cards, passes and deals apart', () => {
    expect([isCard('7h'), isCard('deal'), isCard('pass Qs Kh 2c')]).toEqual([true, false, false]);
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
  it('has the next player on the left', () => {
    expect(clockwise(2)).toEqual([2, 3, 0, 1]);
    expect([2, 3, 0, 1].map((seat) => sideOf(seat, 2))).toEqual(['front', 'left', 'top', 'right']);
  });

  it('lays a long hand in two rows, the longer in front', () => {
    expect(rowsOf(['a', 'b', 'c', 'd', 'e'], true)).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
    expect(rowsOf(['a', 'b', 'c'], false)).toEqual([['a', 'b', 'c']]);
    expect(rowsOf([], true)).toEqual([[]]);
  });

  it('knows when a trick has just been taken', () => {
    const view = { deal: 1, phase: 'play' as const, trick, last_trick: taken };
    expect(justTaken(view)).toBe(true);
    expect(justTaken({ ...view, phase: 'between' })).toBe(true);
    expect(justTaken({ ...view, trick: { ...trick, cards: [{ seat: 2, card: '7h' }] } })).toBe(false);
    expect(justTaken({ ...view, last_trick: null })).toBe(false);
    expect(justTaken({ ...view, phase: 'pass' })).toBe(false);
  });

  it('knows when cards have just been received', () => {
    const view = { deal: 1, phase: 'play' as const, trick, last_trick: null, passing: null };
    expect(justReceived({ ...view, received: ['7h', '8h', '9h'] })).toBe(true);
    expect(justReceived({ ...view, received: null })).toBe(false);
    expect(justReceived({ ...view, received: ['7h'], last_trick: taken })).toBe(false);
  });
});

describe('scores', () => {
  it('ranks by place', () => {
    expect(ranking({ places: [3, 1, 1, 4], totals: [-20, -5, -5, -30] })).toEqual([1, 2, 0, 3]);
  });

  it('sees who took everything and gains by it', () => {
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
