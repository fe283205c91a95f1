import { axisallies } from './axisallies';
import { coinche } from './coinche';
import { hearts } from './hearts';
import { liarsdice } from './liarsdice';
import { plain } from './plain';
import { quarto } from './quarto';
import type { GameFace } from './types';

/** A game's name → its board. A game without one is played as text. */
const faces: Record<string, GameFace> = { quarto, liarsdice, hearts, coinche, axisallies };

export function faceOf(game: string): GameFace {
  return faces[game] ?? plain;
}
