import { m } from '../paraglide/messages';
import { elides } from './elision';
import { language, say } from './language.svelte';
import type { Game, Seat, Table } from './types';

type Company = Pick<Table, 'seats' | 'to_move' | 'status' | 'thinking' | 'result'>;

/** Is `seat` the only one held here? Then the pages say “you”. */
export function isYou({ seats }: Pick<Table, 'seats'>, seat: number | null): boolean {
  const yours = seats.filter(({ you }) => you);
  return yours.length === 1 && yours[0]?.seat === seat;
}

export function nameOf({ seats }: Pick<Table, 'seats'>, seat: number): string {
  return seats[seat]?.name || m.seat_number({ number: seat + 1 });
}

/** Whom a program advises. */
export function hintFor(table: Pick<Table, 'seats'>, seat: number): string {
  return isYou(table, seat) ? m.hint_for_you() : m.hint_for({ name: placeOf(table, seat) });
}

/** What a seat is called: the place itself where it has a name, whoever sits there otherwise. */
export function placeOf(table: Pick<Table, 'seats'>, seat: number): string {
  return say(table.seats[seat]?.title ?? null) || nameOf(table, seat);
}

/** What a program is called that is not one of the characters: the name of its family. */
export function programTitle(game: Pick<Game, 'agents'> | null, spec: string): string {
  const family = game?.agents.find(({ name }) => name === spec.split(':', 1)[0]);
  return family ? say(family.title) : spec;
}

/** Records name programs by their level or spec: here they get the names of their characters. */
export function withCharacters(seats: Seat[], game: Game | null): Seat[] {
  return seats.map((seat) => {
    if (!seat.agent || seat.name !== seat.agent) return seat;
    const level = game?.levels.find(({ name }) => name === seat.agent);
    return { ...seat, name: level ? say(level.character) : programTitle(game, seat.agent) };
  });
}

/** Whose turn it is, or how it ended. */
export function statusOf(table: Company): string {
  if (table.status === 'waiting') return m.status_waiting();
  if (table.status === 'over' || table.to_move === null) return headline(table);
  if (isYou(table, table.to_move)) return m.status_your_turn();
  const name = placeOf(table, table.to_move);
  return table.thinking ? m.status_thinking({ name }) : m.status_turn({ name });
}

export function headline(table: Company): string {
  const result = table.result;
  const winner = result?.winners[0];
  if (!result || result.kind === 'draw' || winner === undefined) return m.result_draw();
  if (result.side) {
    const names = result.winners.map((seat) => placeOf(table, seat));
    return m.result_side({ side: say(result.side), names: listed(names) });
  }
  if (result.winners.some((seat) => isYou(table, seat))) return m.result_you_win();
  const names = result.winners.map((seat) => nameOf(table, seat));
  return m.result_wins({ names: listed(names.map(ofWinner)), count: names.length });
}

/** In French, a victory is “de Malo” or “d’Ambroise”. */
const ofWinner = (name: string) => m.result_winner({ name, elided: String(elides(name)) });

/** “Malo, Lucie and Ambroise” */
export function listed(names: string[]): string {
  return new Intl.ListFormat(language.current).format(names);
}
