import type { Candidate, Decision, Table } from './types';

/** Stands for a move that is hidden from this seat. */
export const HIDDEN = '?';

/** The moves of a table as text. */
export const movesOf = (table: Table): string[] => table.moves.map(({ move }) => move ?? HIDDEN);

/**
 * A move made at event `seq` that the server has not confirmed. `failures`: how often it could not be
 * delivered.
 */
export interface Unconfirmed {
  seq: number;
  move: string;
  failures: number;
}

/**
 * What happened to a move, according to a later table: its answer may be lost although the move was played. A
 * program that stands in for us has not played ours.
 */
export function fate({ seq }: Unconfirmed, table: Table): 'open' | 'played' | 'overtaken' {
  if (table.turn <= seq) return 'open';
  const next = table.moves.find((played) => played.seq > seq);
  return next && !next.agent && table.seats[next.seat]?.you ? 'played' : 'overtaken';
}

/**
 * The advised move, then the alternatives from best to worst. One with a better value was hardly examined and
 * is left out.
 */
export function ranked({ move, value, candidates }: Decision): Candidate[] {
  const worth = (candidate: Candidate) => candidate.value ?? -Infinity;
  const advised = candidates.filter((candidate) => candidate.move === move);
  const others = candidates
    .filter((candidate) => candidate.move !== move && (value === null || worth(candidate) <= value))
    .sort((a, b) => worth(b) - worth(a) || Number(b.exact) - Number(a.exact));
  return [...advised, ...others];
}
