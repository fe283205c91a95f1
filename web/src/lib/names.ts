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

/** Records name programs by their level: here they get the names of their characters. */
export function withCharacters(seats: Seat[], game: Game | null): Seat[] {
  return seats.map((seat) => {
    const level = game?.levels.find(({ name }) => name === seat.agent);
    return level && seat.name === seat.agent ? { ...seat, name: say(level.character) } : seat;
  });
}

/** Whose turn it is, or how it ended. */
export function statusOf(table: Company): string {
  if (table.status === 'waiting') return m.status_waiting();
  if (table.status === 'over' || table.to_move === null) return headline(table);
  if (isYou(table, table.to_move)) return m.status_your_turn();
  const name = nameOf(table, table.to_move);
  return table.thinking ? m.status_thinking({ name }) : m.status_turn({ name });
}

export function headline(table: Company): string {
  const result = table.result;
  const winner = result?.winners[0];
  if (!result || result.kind === 'draw' || winner === undefined) return m.result_draw();
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
