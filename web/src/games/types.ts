import type { Component } from 'svelte';
import type { Positions } from '../lib/positions';
import type { MoveData, Table, Value } from '../lib/types';

/** What a board gets: a table to show, perhaps a move to suggest; and what it gives back: a move, in notation. */
export interface BoardProps {
  table: Table;
  /** A move to point at (a hint). */
  suggestion?: string | null;
  /** Absent where nothing can be played: replays, spectators. */
  onmove?: (move: string) => void;
  /** Called when the board tells what happened, with the table as far as it is told, and with null when it has shown everything: the log and the result can wait for that. */
  ontelling?: (told: Table | null) => void;
  /** Called where several people share the device: whether what the player to move has is still covered. */
  oncovered?: (covered: boolean) => void;
}

/** Seats that one person may want to have. */
export interface Seating {
  name: string;
  title: string;
  seats: number[];
}

/** A page of a game's own, such as a companion to its cardboard edition. */
export interface GamePage {
  name: string;
  path: string;
  /** What a link to it says, and what one learns by pointing at it. */
  title: () => string;
  help: () => string;
  load: () => Promise<{ default: Component }>;
}

/** What the `index.ts` of a game's folder declares: little, for it is part of every page; the rest is loaded when it is needed. */
export interface GameEntry {
  /** Its drawing on the home page. */
  Emblem: Component;
  face: () => Promise<GameFace>;
  pages?: readonly GamePage[];
}

/** Everything the pages need to know of one game to have it played. */
export interface GameFace {
  Board: Component<BoardProps>;
  /** A move in the log. */
  MoveLabel: Component<{ game: string; moves: string[]; index: number; data?: MoveData | null }>;
  /** A legal move as data, where its text does not say all. */
  dataOf?: (table: Table, move: string) => MoveData | null;
  /** The move at `index` as a sentence, for the live region and replays. */
  describe: (table: Table, index: number) => string;
  /** An expected score in words, of whoever moves at this table; null where the adviser has no idea. */
  worth: (value: number | null, table: Table) => string;
  /** A move one may play, as a sentence, where its label alone does not say it. */
  advise?: (move: string, table: Table) => string;
  /** A score as it stands beside a name, null where it says nothing; a plain number where this is absent. */
  points?: (score: number) => string | null;
  /** What whoever sits on the first seat does first. */
  opening: () => string;
  /** The board itself shows who sits where: no names are needed around it. */
  seated?: boolean;
  /** Moves are sentences: the log gives them room, and shows the latest ones only while the game is played. */
  wordy?: boolean;
  /** Whose turn it is, where that is not told by the names of those who sit there. */
  status?: (table: Table) => string | null;
  /** What a seat is, where that matters more than who sits there. */
  seatName?: (seat: number) => string;
  /** Which seats a person may want to have at a new table, the usual choice first; absent where one seat is as good as another. */
  seatings?: () => Seating[];
  /** What stands beside the board while it is played on, such as a score sheet. */
  Side?: Component<{ table: Table }>;
  /** Whether an option of a new table means anything, the others being what they are; all do where this is absent. */
  applies?: (option: string, options: Record<string, Value>) => boolean;
  /** The keys of the board and what they do. */
  keys?: () => [key: string, what: string][];
  /** What the result panel tells besides who has won. */
  Ending?: Component<{ table: Table }>;
  /** How the whole game went, for the page of a replay, which is at `ply`. */
  Course?: Component<{ table: Table; positions: Positions; ply: number }>;
}
