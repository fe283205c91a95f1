/** Puzzles: positions in which exactly one move wins, made and proven by partie/games/quarto/lab/puzzles.py. */
import { recall, remember } from '../../lib/storage';
import type { Table } from '../../lib/types';
import { m } from '../../paraglide/messages';
import type { QuartoView } from './logic';

export interface Puzzle {
  position: string;
  /** After how many placements the win is there at the latest, those of the opponent included. */
  placements: number;
  /** The only move that wins. */
  solution: string;
  legal: string[];
  view: QuartoView;
}

const KEY = 'quarto.puzzles';

/** The positions of the puzzles solved in this browser. */
export function solvedPuzzles(): Set<string> {
  return new Set(recall<string[]>(KEY, []));
}

export function rememberSolved(position: string): Set<string> {
  const solved = solvedPuzzles().add(position);
  remember(KEY, [...solved]);
  return solved;
}

/** The first puzzle that is not solved; the first one if all are. */
export function firstOpen(puzzles: readonly Puzzle[], solved: Set<string>): number {
  return Math.max(
    0,
    puzzles.findIndex(({ position }) => !solved.has(position)),
  );
}

/** A puzzle as a table that a board can show: you are to move, unless it is done. */
export function tableOf({ position, legal, view }: Puzzle, done = false): Table {
  const seat = (number: number, name: string, you: boolean) => ({ seat: number, name, you });
  const shown = {
    id: '',
    game: 'quarto',
    status: 'playing',
    to_move: done ? null : 0,
    position,
    legal,
    view,
    moves: [],
    seats: [seat(0, m.seat_you_name(), true), seat(1, m.quarto_puzzle_opponent(), false)],
  };
  return shown as unknown as Table;
}
