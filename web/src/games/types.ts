import type { Component } from 'svelte';
import type { Positions } from '../lib/positions';
import type { MoveData, Table, Value } from '../lib/types';

/** What a board gets: a table to show, and a function to call with the move played, in notation. */
export interface BoardProps {
  table: Table;
  /** A move to point at (a hint). */
  suggestion?: string | null;
  /** Absent where nothing can be played: replays, spectators. */
  onmove?: (move: string) => void;
  /**
   * Called while the board plays back what happened, with the table shown so far, and with null when it is up
   * to date. The log and the result wait for that.
   */
  onplayback?: (told: Table | null) => void;
  /**
   * Called where several people share the device: whether the cards or dice of the player to move are still
   * covered.
   */
  oncovered?: (covered: boolean) => void;
}

/** A choice of seats for one person. */
export interface Seating {
  name: string;
  title: string;
  seats: number[];
}

/** A page of a game's own, such as a companion to its cardboard edition. */
export interface GamePage {
  name: string;
  path: string;
  /** The text of a link to it, and its tooltip. */
  title: () => string;
  help: () => string;
  load: () => Promise<{ default: Component }>;
}

/**
 * What the `index.ts` of a game's folder declares. It is part of every page, so it is small; the rest is
 * loaded when needed.
 */
export interface GameEntry {
  /** Its drawing on the home page. */
  Emblem: Component;
  face: () => Promise<GameFace>;
  pages?: readonly GamePage[];
}

/** Everything the pages need to know about a game. */
export interface GameFace {
  Board: Component<BoardProps>;
  /** A move in the log. */
  MoveLabel: Component<{ game: string; moves: string[]; index: number; data?: MoveData | null }>;
  /** A legal move as data, where its text does not say everything. */
  dataOf?: (table: Table, move: string) => MoveData | null;
  /** The move at `index` as a sentence, for the live region and replays. */
  describe: (table: Table, index: number) => string;
  /** An expected score in words, for the player to move; null: unknown. */
  worth: (value: number | null, table: Table) => string;
  /** A suggested move as a sentence, where its label is not enough. */
  advise?: (move: string, table: Table) => string;
  /** A score as shown beside a name; null to show none. A plain number where this is absent. */
  points?: (score: number) => string | null;
  /** What the player on the first seat does first. */
  opening: () => string;
  /** The board shows the players itself: no names are needed around it. */
  seated?: boolean;
  /** Moves are long texts: the log gives them room, and shows only the latest during the game. */
  wordy?: boolean;
  /** Whose turn it is, where the name of the player does not say it. */
  status?: (table: Table) => string | null;
  /** The name of a seat, where that matters more than its player. */
  seatName?: (seat: number) => string;
  /** The choices of seats at a new table, the usual one first; absent where seats are alike. */
  seatings?: (seats?: number) => Seating[];
  /** Shown beside the board during the game, such as a score sheet. */
  Side?: Component<{ table: Table }>;
  /** Whether an option of a new table applies, given the others; all do where this is absent. */
  applies?: (option: string, options: Record<string, Value>) => boolean;
  /** The keys of the board and what they do. */
  keys?: () => [key: string, what: string][];
  /** Shown in the result panel below the winner. */
  Ending?: Component<{ table: Table }>;
  /** The course of the whole game, beside a replay that is at `ply`. */
  Course?: Component<{ table: Table; positions: Positions; ply: number }>;
}
