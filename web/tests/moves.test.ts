import { describe, expect, it } from 'vitest';
import { ranked } from '../src/lib/moves';
import type { Candidate, Decision } from '../src/lib/types';

const candidate = (move: string, value: number, exact = true): Candidate => ({
  move,
  data: null,
  value,
  visits: 0,
  exact,
});
const decision = (move: string, value: number, candidates: Candidate[]): Decision => ({
  move,
  data: null,
  value,
  candidates,
  agent: 'exact',
  seconds: 1,
  why: null,
});

describe('advice', () => {
  it('ranks moves by what is shown of them, the one advised first', () => {
    const bound = candidate('bound', 0, false);
    const others = [candidate('bad', -0.5), bound, candidate('same', 0), candidate('best', 0)];
    expect(ranked(decision('best', 0, others)).map(({ move }) => move)).toEqual([
      'best',
      'same',
      'bound',
      'bad',
    ]);
  });

  it('shows no alternative that seems better than what it advises', () => {
    const tried = [candidate('often', 0.1), candidate('once', 0.9)];
    expect(ranked(decision('often', 0.1, tried)).map(({ move }) => move)).toEqual(['often']);
  });
});
