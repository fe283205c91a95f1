import { HIDDEN } from '../../lib/moves';
import { nameOf } from '../../lib/names';
import { m } from '../../paraglide/messages';
import type { GameFace } from '../types';
import Board from './Board.svelte';
import MoveLabel from './MoveLabel.svelte';

/** The face of a game without a board: its position as text, its legal moves as buttons. */
export const face: GameFace = {
  Board,
  MoveLabel,
  describe: (table, index) => {
    const played = table.moves[index];
    return played ? m.plain_move({ name: nameOf(table, played.seat), move: played.move ?? HIDDEN }) : '';
  },
  worth: (value) => (value === null ? '' : value.toFixed(2)),
  opening: m.plain_opening,
};
