import type { ClockRequest } from '../lib/types';

/** What the form about time holds; numbers of the kinds not chosen are kept. */
export interface ClockChoice {
  kind: 'none' | 'move' | 'game' | 'days';
  seconds: number | null;
  minutes: number | null;
  increment: number | null;
  days: number | null;
}

export const usualClock: ClockChoice = { kind: 'none', seconds: 60, minutes: 10, increment: 5, days: 3 };

const DAY = 86_400;

/** The clock that a choice stands for; null for none. */
export function clockFrom({ kind, seconds, minutes, increment, days }: ClockChoice): ClockRequest | null {
  switch (kind) {
    case 'none':
      return null;
    case 'move':
      return { kind: 'move', seconds: seconds ?? 0, increment: 0 };
    case 'game':
      return { kind: 'game', seconds: 60 * (minutes ?? 0), increment: increment ?? 0 };
    case 'days':
      return { kind: 'move', seconds: DAY * (days ?? 0), increment: 0 };
  }
}
