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
  // Scores of 1 and −1 say nothing that the result does not.
  points: () => null,
};
