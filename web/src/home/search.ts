import { say } from '../lib/language.svelte';
import { headline, nameOf } from '../lib/names';
import type { Game, Table } from '../lib/types';

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every word is found in the title of the game, the names of the players, or the result. */
export function matches(table: Table, games: Game[], wanted: string): boolean {
  const title = say(games.find(({ name }) => name === table.game)?.title) || table.game;
  const names = table.seats.map(({ seat }) => nameOf(table, seat));
  const text = plain([title, ...names, table.result ? headline(table) : ''].join(' '));
  return plain(wanted)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
