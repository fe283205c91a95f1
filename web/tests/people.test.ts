import { describe, expect, it, vi } from 'vitest';
import { fate } from '../src/lib/moves';
import {
  absence,
  hasLeft,
  mayClaim,
  secondsAway,
  secondsSince,
  timeLeft,
  type Presence,
} from '../src/lib/presence';
import type { Own, Seat, Table } from '../src/lib/types';
import { byOpponent } from '../src/me/opponents';
import { clockFrom, usualClock } from '../src/new/clock';

vi.mock('../src/lib/language.svelte', () => ({ say: (text: { en: string }) => text.en, language: {} }));

const START = Date.parse('2026-01-01T00:00:00Z');

/** Who is there at `START`: for each seat, the seconds since it was left, null while somebody is there. */
function present(...away: (number | null)[]): Presence {
  return {
    seats: away.map((seconds, seat) => ({
      seat,
      here: seconds === null,
      away_since: seconds === null ? null : new Date(START - 1000 * seconds).toISOString(),
      seconds: seconds ?? 0,
    })),
    watchers: 0,
    grace: 60,
    now: new Date(START).toISOString(),
    received: START,
  };
}

const seats = (...yours: boolean[]) =>
  yours.map((you, seat) => ({ seat, kind: 'person', you, name: `P${seat}` }) as unknown as Seat);

describe('presence', () => {
  it('counts on from what the server said', () => {
    const presence = present(null, 50);
    expect(secondsAway(presence, 0, START)).toBeNull();
    expect(secondsAway(presence, 1, START + 9_000)).toBe(59);
    expect(hasLeft(presence, 1, START + 9_000)).toBe(false);
    expect(hasLeft(presence, 1, START + 10_000)).toBe(true);
    expect(hasLeft(null, 1, START)).toBe(false);
  });

  it('does not mention a page that is loaded again', () => {
    expect(absence(present(1), 0, START)).toBeNull();
    expect(absence(present(7), 0, START)).toBe(7);
  });

  it('lets the game be claimed only when all opponents have left', () => {
    const table = { seats: seats(true, false, false, false) };
    const teams = { teams: [[0, 2], [1, 3]] }; // prettier-ignore
    expect(mayClaim(table, { teams: null }, present(null, 90, 90, 90), START)).toBe(true);
    expect(mayClaim(table, { teams: null }, present(null, 90, null, 90), START)).toBe(false);
    expect(mayClaim(table, teams, present(null, 90, null, 90), START)).toBe(true);
    expect(mayClaim(table, teams, present(null, 90, 90, null), START)).toBe(false);
    expect(mayClaim({ seats: seats(true) }, null, present(null), START)).toBe(false);
  });
});

describe('clocks', () => {
  const table = {
    time_left: { seconds: [60, 45, null], running: 1 },
    turn_since: new Date(START).toISOString(),
  };

  it('run for one seat, by the clock of the server', () => {
    expect(timeLeft(table, 0, null, START + 5_000)).toBe(60);
    expect(timeLeft(table, 1, null, START + 5_000)).toBe(40);
    expect(timeLeft(table, 2, null, START)).toBeNull();
    const ahead = { ...present(), received: START + 3_600_000 };
    expect(timeLeft(table, 1, ahead, START + 3_605_000)).toBe(40);
    expect(timeLeft(table, 1, null, START + 99_000)).toBe(0);
  });

  it('count the time of a turn by the clock of the server, too', () => {
    const wrong = { ...present(), received: START - 3_600_000 };
    expect(secondsSince(table.turn_since, null, START + 5_000)).toBe(5);
    expect(secondsSince(table.turn_since, wrong, START - 3_595_000)).toBe(5);
    expect(secondsSince(table.turn_since, wrong, START - 3_600_001)).toBe(0);
  });

  it('are chosen in the units people use', () => {
    expect(clockFrom(usualClock)).toBeNull();
    expect(clockFrom({ ...usualClock, kind: 'move' })).toEqual({ kind: 'move', seconds: 60, increment: 0 });
    expect(clockFrom({ ...usualClock, kind: 'game' })).toEqual({ kind: 'game', seconds: 600, increment: 5 });
    expect(clockFrom({ ...usualClock, kind: 'days' })?.seconds).toBe(3 * 86_400);
  });
});

describe('a move on its way', () => {
  const table = (turn: number, seq: number, moves: { seq: number; seat: number; agent?: string }[]) =>
    ({ turn, seq, moves, seats: seats(true, false) }) as unknown as Table;
  const sent = { seq: 4, move: 'a', failures: 0 };

  it('is not overtaken by a request', () => {
    expect(fate(sent, table(4, 5, []))).toBe('open');
    expect(fate(sent, table(6, 6, [{ seq: 6, seat: 0 }]))).toBe('played');
    expect(fate(sent, table(6, 6, [{ seq: 6, seat: 1 }]))).toBe('overtaken');
    expect(fate(sent, table(5, 5, []))).toBe('overtaken');
  });

  it('is overtaken by a program that plays for us', () => {
    expect(fate(sent, table(6, 6, [{ seq: 6, seat: 0, agent: 'easy' }]))).toBe('overtaken');
  });
});

describe('results by opponent', () => {
  it('count a program once for a table, and no partners', () => {
    const other = (name: string | null, agent: string | null, partner = false) => ({ name, agent, partner });
    const results = [
      { game: 'g', share: 1, others: [other('Malo', 'beginner'), other('Malo 2', 'beginner')] },
      { game: 'g', share: 0, others: [other('Lucie', 'beginner'), other('Bob', null, true)] },
      { game: 'g', share: 0.5, others: [other('Bob', null)] },
    ] as unknown as Own['results'];
    expect(byOpponent(results)).toEqual([
      { game: 'g', name: null, agent: 'beginner', played: 2, won: 1 },
      { game: 'g', name: 'Bob', agent: null, played: 1, won: 0.5 },
    ]);
  });
});
