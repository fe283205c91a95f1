import { language } from '../../lib/language.svelte';
import { numberText } from '../../lib/numbers';
import type { Game } from '../../lib/types';
import { face as plain } from '../plain/face';
import type { GameFace } from '../types';
import Board from './Board.svelte';
import { loadBoard } from './loading';
import MoveLabel from './MoveLabel.svelte';
import { sceneOf } from './scene';

/** The face of a game from another package: its board, and its words for moves and scores. */
export async function outsideFace(game: Pick<Game, 'name' | 'board'>): Promise<GameFace> {
  const board = await loadBoard(game);
  return {
    ...plain,
    Board,
    MoveLabel,
    describe: (table, index) =>
      board?.describe?.(sceneOf({ ...table, moves: table.moves.slice(0, index + 1) }, language.current)) ??
      plain.describe(table, index),
    worth: (value, table) =>
      (value !== null && board?.worth?.(value, language.current)) || plain.worth(value, table),
    points: (score) => (board?.points ? board.points(score, language.current) : numberText(score)),
    ...(board?.keys && { keys: () => board.keys?.(language.current) ?? [] }),
  };
}
