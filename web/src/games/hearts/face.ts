import { m } from '../../paraglide/messages';
import type { GameFace } from '../types';
import Board from './Board.svelte';
import Ending from './Ending.svelte';
import MoveLabel from './MoveLabel.svelte';
import Side from './Side.svelte';
import { describe, worth } from './words';

const ONLY: Record<string, string> = { slam: 'coeurs', pass: 'classic', jack_of_diamonds: 'classic' };

export const face: GameFace = {
  Board,
  MoveLabel,
  Ending,
  Side,
  Course: Side,
  describe,
  worth,
  opening: m.cards_opening,
  seated: true,
  applies: (option, { rules }) => !(option in ONLY) || ONLY[option] === rules,
  keys: () => [
    ['← →', m.cards_key_cards()],
    ['2 … 9 0 j q k a', m.cards_key_rank()],
    ['↵', m.cards_key_play()],
    ['p', m.hearts_key_pass()],
    ['t', m.cards_last_trick()],
    ['s', m.cards_sheet()],
    ['Esc', m.cards_key_skip()],
  ],
};
