import { m } from '../../paraglide/messages';
import type { GameFace } from '../types';
import Board from './Board.svelte';
import Course from './Course.svelte';
import Ending from './Ending.svelte';
import MoveLabel from './MoveLabel.svelte';
import { legalOrder } from './orders';
import { describe, powerName, statusWords } from './phrases';
import { seatings } from './seatings';
import Side from './Side.svelte';
import { powerOf } from './war';

export const face: GameFace = {
  Board,
  MoveLabel,
  Ending,
  Course,
  Side,
  describe,
  dataOf: (table, move) => legalOrder(table, move)?.data ?? null,
  worth: (value) =>
    value === null
      ? ''
      : value === 0
        ? m.axisallies_worth_even()
        : m.axisallies_worth({ side: value > 0 ? 'good' : 'bad' }),
  opening: m.axisallies_opening,
  seated: true,
  wordy: true,
  status: statusWords,
  seatName: (seat) => powerName(powerOf(seat)),
  seatings,
  keys: () => [
    ['↵', m.axisallies_key_end()],
    ['Esc', m.axisallies_key_cancel()],
    ['w', m.axisallies_key_news()],
    ['+ −', m.axisallies_key_zoom()],
    ['⇧ ← → ↑ ↓', m.axisallies_key_shift()],
  ],
};
