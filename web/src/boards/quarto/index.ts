import { m } from '../../paraglide/messages';
import type { GameFace } from '../types';
import Board from './Board.svelte';
import MoveLabel from './MoveLabel.svelte';
import { describe, worth } from './words';

export const quarto: GameFace = { Board, MoveLabel, describe, worth, opening: m.quarto_opening };
