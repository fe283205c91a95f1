import type { Table } from './types';

/** What stands for a move that is hidden from whoever looks. */
export const HIDDEN = '?';

/** The moves of a table as text. */
export const movesOf = (table: Table): string[] => table.moves.map(({ move }) => move ?? HIDDEN);
