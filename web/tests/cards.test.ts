import { describe, expect, it } from 'vitest';
import { nextOfRank, parseCard, rankOfKey } from '../src/cards/deck';
import { Playback } from '../src/cards/playback.svelte';
import { clockwise, isCard, justTaken, rowsOf, sameDeal, sideOf, type TakenTrick } from '../src/cards/round';
import type { Table } from '../src/lib/types';

const taken: TakenTrick = { leader: 0, winner: 2, points: -5, cards: [] };
const trick = { number: 2, leader: 2, led: null, cards: [] };

describe('cards', () => {
  it('reads cards and nothing else', () => {
    expect(parseCard('10s')).toEqual({ rank: '10', suit: 's' });
    expect(parseCard('Qd')).toEqual({ rank: 'Q', suit: 'd' });
    for (const text of ['', 'deal', '1s', '10', 'Qx', 'pass 2c 3c 4c']) expect(parseCard(text)).toBeNull();
  });

  it('finds the rank of a key, in either language', () => {
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

  it('cycles through the cards of one rank', () => {
    const hand = ['7c', 'Kc', '7d', '7h'];
    expect(nextOfRank(hand, '7', null)).toBe('7c');
    expect(nextOfRank(hand, '7', '7c')).toBe('7d');
    expect(nextOfRank(hand, '7', '7h')).toBe('7c');
    expect(nextOfRank(hand, '8', '7h')).toBeNull();
  });
});

describe('the table', () => {
  it('tells cards from other moves', () => {
    expect([isCard('7h'), isCard('deal'), isCard('pass Qs Kh 2c'), isCard('80h')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

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

  it('tells a deal that was thrown in from the next one', () => {
    expect(sameDeal({ deal: 2, dealer: 1 }, { deal: 2, dealer: 1 })).toBe(true);
    expect(sameDeal({ deal: 2, dealer: 1 }, { deal: 2, dealer: 2 })).toBe(false);
  });
});

describe('the playback', () => {
  const between = {
    id: 'a',
    moves: [],
    status: 'playing',
    view: { phase: 'between', trick, last_trick: null, gone: [], hands: [] },
  } as unknown as Table;

  it('shows the result of a game that is broken off during a summary', () => {
    const playback = new Playback(between, () => null);
    expect(playback.stage).toBe('summary');
    expect(playback.soFar).toBe(between);
    const over = { ...between, status: 'over' } as Table;
    playback.offer(over);
    expect(playback.stage).toBe('now');
    expect(playback.soFar).toBeNull();
    expect(playback.shown).toBe(over);
  });
});
