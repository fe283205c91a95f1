import { m } from '../../paraglide/messages';
import type { GameFace } from '../types';
import Board from './Board.svelte';
import Course from './Course.svelte';
import Ending from './Ending.svelte';
import MoveLabel from './MoveLabel.svelte';
import { describe, worth } from './words';

export const face: GameFace = {
  Board,
  MoveLabel,
  Ending,
  Course,
  describe,
  worth,
  opening: m.liarsdice_opening,
  seated: true,
  keys: () => [
    ['↑ ↓', m.liarsdice_key_quantity()],
    ['← →', m.liarsdice_key_face()],
    ['↵', m.liarsdice_key_bid()],
    ['l', m.liarsdice_liar()],
    ['e', m.liarsdice_exact()],
    ['Esc', m.liarsdice_key_skip()],
  ],
};
