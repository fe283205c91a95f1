import { HIDDEN } from '../../lib/moves';
import { nameOf } from '../../lib/names';
import type { Table } from '../../lib/types';
import type { Scene } from './contract';

/** A table as the boards of other packages get it. */
export function sceneOf(
  table: Table,
  language: Scene['language'],
  suggestion: string | null = null,
  playable = false,
): Scene {
  return {
    view: table.view,
    position: table.position,
    options: table.options,
    seats: table.seats.map(({ seat, you }) => ({ name: nameOf(table, seat), you })),
    seat: table.seat,
    toMove: table.to_move,
    moves: table.moves.map(({ seat, move }) => ({ seat, move: move ?? HIDDEN })),
    legal: playable ? table.legal : [],
    over: table.status === 'over',
    suggestion,
    language,
  };
}
