import { m } from '../../paraglide/messages';
import type { GameFace } from '../types';
import Board from './Board.svelte';
import MoveLabel from './MoveLabel.svelte';
import { advise, describe, worth } from './words';

export const face: GameFace = {
  Board,
  MoveLabel,
  describe,
  advise,
  worth,
  opening: m.quarto_opening,
  // Somebody has won or nobody has: 1 and −1 say no more.
  points: () => null,
};
