import { m } from '../../paraglide/messages';
import type { GameFace } from '../types';
import Board from './Board.svelte';
import Ending from './Ending.svelte';
import MoveLabel from './MoveLabel.svelte';
import Side from './Side.svelte';
import { describe, worth } from './words';

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
  applies: (option, { deals, sa_ta, marking }) => {
    if (option === 'target') return !deals;
    if (option === 'belote_ta') return sa_ta === true;
    return option !== 'round' || marking !== 'bid_only';
  },
  keys: () => [
    ['↑ ↓', m.coinche_key_value()],
    ['← →', m.coinche_key_denomination()],
    ['1 … 6', m.coinche_key_digits()],
    ['↵', m.coinche_key_enter()],
    ['p', m.coinche_key_pass()],
    ['c', m.coinche_key_coinche()],
    ['7 8 9 0 j q k a', m.cards_key_rank()],
    ['t', m.cards_last_trick()],
    ['s', m.cards_sheet()],
    ['Esc', m.cards_key_skip()],
  ],
};
