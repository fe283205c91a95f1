import { describe, expect, it, vi } from 'vitest';
import {
  bidMove,
  callsOf,
  isCall,
  justTakenOn,
  offersOf,
  parseBid,
  playedBy,
  possible,
  sayings,
  sidesRanked,
  sortHand,
  stands,
  stepDenomination,
  stepValue,
  suitOrder,
  type Annonce,
} from '../src/games/coinche/logic';
import { meaningWords, readingOf } from '../src/games/coinche/meanings';
import type { Played } from '../src/cards/round';

vi.mock('../src/lib/language.svelte', () => ({ language: { current: 'en' } }));

const legal = ['pass', '120s', '120h', '120sa', '130s', '130h', '130sa', 'capot s', 'capot h', 'coinche'];
const offers = offersOf(legal);

describe('calls', () => {
  it('reads bids, and no other moves', () => {
    expect(parseBid('80h')).toEqual({ value: '80', denomination: 'h' });
    expect(parseBid('120sa')).toEqual({ value: '120', denomination: 'sa' });
    expect(parseBid('capot s')).toEqual({ value: 'capot', denomination: 's' });
    for (const text of ['pass', '10s', '7h', '85h', 'coinche', '80', '80x', ''])
      expect(parseBid(text)).toBeNull();
  });

  it('writes bids as they are read', () => {
    for (const text of ['80h', '160ta', 'capot s', 'generale sa'])
      expect(bidMove(parseBid(text) ?? { value: '80', denomination: 'c' })).toBe(text);
  });

  it('tells calls from cards', () => {
    expect(['pass', 'coinche', 'surcoinche', '90d'].every(isCall)).toBe(true);
    expect(['deal', '9d', '10s'].some(isCall)).toBe(false);
  });
});

describe('the bidding box', () => {
  it('offers the bids among the legal moves', () => {
    expect(offers).toHaveLength(8);
    expect(offersOf(['pass', 'surcoinche'])).toEqual([]);
  });

  it('starts at the lowest value, with no suit chosen', () => {
    expect(possible({ value: null, denomination: null }, offers)).toEqual({
      value: '120',
      denomination: null,
    });
  });

  it('keeps the suit, but not a value that has become too low', () => {
    expect(possible({ value: '90', denomination: 'h' }, offers)).toEqual({ value: '120', denomination: 'h' });
    expect(possible({ value: '130', denomination: 'h' }, offers)).toEqual({
      value: '130',
      denomination: 'h',
    });
    expect(possible({ value: '130', denomination: 'ta' }, offers).denomination).toBeNull();
  });

  it('skips what cannot be bid, and stops at the ends', () => {
    const at = { value: '130', denomination: 'h' } as const;
    expect(stepValue(at, offers, 1).value).toBe('capot');
    expect(stepValue(stepValue(at, offers, 1), offers, 1).value).toBe('capot');
    expect(stepValue(at, offers, -1).value).toBe('120');
    expect(stepDenomination(at, offers, 1).denomination).toBe('sa');
    expect(stepDenomination(at, offers, -1).denomination).toBe('s');
    expect(stepDenomination({ value: '130', denomination: null }, offers, 1).denomination).toBe('s');
    expect(stepDenomination({ value: '130', denomination: null }, offers, -1).denomination).toBe('sa');
  });
});

describe('what was called', () => {
  const calls = [
    { seat: 1, call: '80h' },
    { seat: 2, call: 'pass' },
    { seat: 3, call: '90h' },
    { seat: 0, call: 'coinche' },
    { seat: 1, call: 'pass' },
  ];

  it('is kept by seat', () => {
    expect(callsOf({ calls }, 1)).toEqual(['80h', 'pass']);
  });

  it('stands until somebody bids more', () => {
    expect([0, 1, 2, 3].map((seat) => stands({ calls }, seat))).toEqual([true, false, false, false]);
    expect(stands({ calls: calls.slice(0, 3) }, 3)).toBe(true);
    expect(stands({ calls: [{ seat: 1, call: 'pass' }] }, 1)).toBe(false);
  });

  it('becomes the contract', () => {
    const trick = { cards: [] };
    expect(justTakenOn({ phase: 'bid' }, { phase: 'play', trick })).toBe(true);
    expect(justTakenOn({ phase: 'play' }, { phase: 'play', trick })).toBe(false);
    expect(justTakenOn({ phase: 'bid' }, { phase: 'between', trick })).toBe(false);
  });
});

describe('a hand', () => {
  const hand = ['7h', 'Ah', 'Jh', '9h', '10s', 'As', 'Kd', 'Qc'];

  it('is sorted by suits of alternating colours, strong to weak', () => {
    expect(sortHand(hand, null)).toEqual(['As', '10s', 'Ah', 'Jh', '9h', '7h', 'Qc', 'Kd']);
  });

  it('has trumps first, in their own order', () => {
    expect(sortHand(hand, 'h')).toEqual(['Jh', '9h', 'Ah', '7h', 'As', '10s', 'Kd', 'Qc']);
  });

  it('has every suit in the order of trumps at tout atout only', () => {
    expect(sortHand(['As', 'Js', '9s'], 'ta')).toEqual(['Js', '9s', 'As']);
    expect(sortHand(['As', 'Js', '9s'], 'sa')).toEqual(['As', 'Js', '9s']);
  });

  it('puts the odd colour between the two others', () => {
    expect(suitOrder(['h', 'd', 's'], null)).toEqual(['h', 's', 'd']);
    expect(suitOrder(['s', 'c', 'd'], 'c')).toEqual(['c', 'd', 's']);
    expect(suitOrder(['h', 'd'], 'd')).toEqual(['d', 'h']);
  });

  it('keeps its suits in place when one of them is gone', () => {
    const left = ['Kd', 'Qc', '7h'];
    expect(sortHand(left, 'h')).toEqual(['7h', 'Qc', 'Kd']);
    expect(sortHand(left, 'h', hand)).toEqual(['7h', 'Kd', 'Qc']);
  });

  it('knows what was played from it in this deal', () => {
    const moves = [
      { seat: 0, move: 'Ah' },
      { seat: 1, move: 'deal' },
      { seat: 2, move: '80h' },
      { seat: 0, move: 'pass' },
      { seat: 0, move: '7s' },
      { seat: 1, move: '8s' },
      { seat: 0, move: '10d' },
    ];
    expect(playedBy(moves, 0)).toEqual(['7s', '10d']);
  });
});

describe('what is announced with a card', () => {
  const first: Played[] = [{ seat: 2, card: 'Kh' }];
  const taken = { leader: 2, winner: 2, points: 4, cards: first };
  const trick = (cards: Played[]) => ({ number: 2, leader: 0, led: null, winner: null, cards });
  const tierce: Annonce = { seat: 2, kind: 'tierce', points: 20, cards: ['7s', '8s', '9s'], counts: null };
  const view = {
    belotes: [{ seat: 2, suit: 'h' as const, both: false }],
    annonces_said: [tierce],
    gone: [],
    trick: trick(first),
    last_trick: null,
    tricks: [0, 0],
  };

  it('is belote, then rebelote', () => {
    expect(sayings({ ...view, annonces_said: [] }, first, 2)).toEqual([{ kind: 'belote' }]);
    const second: Played[] = [{ seat: 2, card: 'Qh' }];
    const later = {
      ...view,
      belotes: [{ seat: 2, suit: 'h' as const, both: true }],
      trick: trick(second),
      last_trick: taken,
      tricks: [1, 0],
    };
    expect(sayings(later, second, 2)).toEqual([{ kind: 'rebelote' }]);
    // The trick before is looked at again.
    expect(sayings(later, first, 2)).toContainEqual({ kind: 'belote' });
  });

  it('is nothing with other cards, or by others', () => {
    expect(sayings({ ...view, belotes: [], annonces_said: [] }, first, 2)).toEqual([]);
    expect(sayings(view, first, 1)).toEqual([]);
  });

  it('is an annonce in the first trick only', () => {
    expect(sayings(view, first, 2)[0]).toEqual({ kind: 'annonce', annonce: tierce });
    const second: Played[] = [{ seat: 2, card: '7d' }];
    expect(sayings({ ...view, tricks: [1, 0], trick: trick(second) }, second, 2)).toEqual([]);
    expect(sayings({ ...view, tricks: [0, 1], trick: trick([]), last_trick: taken }, first, 2)[0]?.kind).toBe(
      'annonce',
    );
  });
});

describe('the sides', () => {
  it('are ranked by their totals', () => {
    expect(sidesRanked([980, 1010])).toEqual([1, 0]);
    expect(sidesRanked([500, 500])).toEqual([0, 1]);
  });
});

describe('what calls show', () => {
  const level = { title: { en: '', fr: '' }, help: { en: '', fr: '' }, character: { en: '', fr: '' } };
  const bids = { name: 'bids', default: 'table' };
  const game = {
    levels: [{ ...level, name: 'master', spec: 'solver:deals=100,bids=net' }],
    agents: [
      { name: 'solver', params: [bids] },
      { name: 'net', params: [{ name: 'model', default: 'coinche' }] },
      { name: 'master@v1', params: [] },
    ],
  } as unknown as Parameters<typeof readingOf>[0];
  const program = (agent: string) => readingOf(game, { kind: 'program', agent });
  const shows = [
    { sheet: 'net' as const, trumps: 3.5, jack: 70, nine: 46, aces: 0.5 },
    { sheet: 'natural' as const, trumps: 4, jack: 57, nine: 43, aces: 1.5 },
  ];

  it('is read by the sheet of the program, and of people as usual', () => {
    expect(program('master')).toBe('net');
    expect(program('solver:bids=natural')).toBe('natural');
    expect(program('solver')).toBe('table');
    expect(program('solver:bids=random')).toBe('random');
    expect(program('solver:bids=sampled')).toBe('unknown');
    expect(program('net')).toBe('net');
    expect(program('net:model=mine')).toBe('unknown');
    expect(program('master@v1')).toBe('unknown');
    expect(readingOf(game, { kind: 'person', agent: null })).toBe('person');
  });

  it('is told by the figures of that sheet', () => {
    const call = { denomination: 'h' as const, shows };
    expect(meaningWords(call, 'net')).toContain('3.5 hearts');
    expect(meaningWords(call, 'person')).toContain('4.0 hearts');
    expect(meaningWords(call, 'table')).not.toContain('hearts');
    expect(meaningWords(call, 'unknown')).not.toBe(meaningWords(call, 'random'));
    const flat = [{ sheet: 'net' as const, trumps: null, jack: 5, nine: 17, aces: 1.9 }];
    expect(meaningWords({ denomination: 'sa', shows: flat }, 'net')).toContain('1.9 aces');
  });
});
