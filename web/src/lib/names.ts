import { m } from '../paraglide/messages';
import { elides } from './elision';
import { language, say } from './language.svelte';
import type { Game, Seat, Table } from './types';

type Company = Pick<Table, 'seats' | 'to_move' | 'status' | 'thinking' | 'paused' | 'result'> &
  Partial<Pick<Table, 'awaited'>>;

/** Whether `seat` is the only one held here: then the pages say “you”. */
export function isYou({ seats }: Pick<Table, 'seats'>, seat: number | null): boolean {
  const yours = seats.filter(({ you }) => you);
  return yours.length === 1 && yours[0]?.seat === seat;
}

export function nameOf({ seats }: Pick<Table, 'seats'>, seat: number): string {
  return seats[seat]?.name || m.seat_number({ number: seat + 1 });
}

/** “You” for the only seat held here, a name for the others. */
export function youOrName(table: Pick<Table, 'seats'>, seat: number): string {
  return isYou(table, seat) ? m.seat_you_name() : nameOf(table, seat);
}

/** The heading of a hint: whom it is for. */
export function hintFor(table: Pick<Table, 'seats'>, seat: number): string {
  return isYou(table, seat) ? m.hint_for_you() : m.hint_for({ name: placeOf(table, seat) });
}

/** The name of a seat where seats have names, otherwise the name of its player. */
export function placeOf(table: Pick<Table, 'seats'>, seat: number): string {
  return say(table.seats[seat]?.title ?? null) || nameOf(table, seat);
}

/** The title of a program that is none of the game's characters: that of its family. */
export function programTitle(game: Pick<Game, 'agents'> | null, spec: string): string {
  const family = game?.agents.find(({ name }) => name === spec.split(':', 1)[0]);
  return family ? say(family.title) : spec;
}

/** The name of a program that plays for a person: its character, or the title of its family. */
export function standInName(game: Game | null, agent: string): string {
  const level = game?.levels.find(({ name }) => name === agent);
  return level ? say(level.character) : programTitle(game, agent);
}

/** Whether a game was broken off before its rules ended it, and not by agreement. */
export function isBrokenOff(result: Table['result']): boolean {
  return result !== null && ['resigned', 'abandoned', 'out_of_time'].includes(result.kind);
}

/** Seats with the names of their characters: records name programs by level or spec. */
export function withCharacters(seats: Seat[], game: Game | null): Seat[] {
  return seats.map((seat) => {
    if (!seat.agent || seat.name !== seat.agent) return seat;
    const level = game?.levels.find(({ name }) => name === seat.agent);
    return { ...seat, name: level ? say(level.character) : programTitle(game, seat.agent) };
  });
}

/** Whose turn it is, or how the game ended. */
export function statusOf(table: Company): string {
  if (table.status === 'waiting') return waitingFor(table);
  if (table.status === 'over' || table.to_move === null) return headline(table);
  if (table.paused) return m.status_paused();
  const you = isYou(table, table.to_move);
  if (table.seats[table.to_move]?.stand_in)
    return you ? m.status_stand_in_you() : m.status_stand_in({ name: placeOf(table, table.to_move) });
  if (you) return m.status_your_turn();
  const name = placeOf(table, table.to_move);
  return table.thinking ? m.status_thinking({ name }) : m.status_turn({ name });
}

/** Whom a game that has not begun waits for: somebody to sit down, or a device's part of the seed. */
function waitingFor({ seats, awaited = [] }: Pick<Company, 'seats' | 'awaited'>): string {
  const missing = awaited.filter((seat) => !seats[seat]?.you);
  if (seats.some(({ kind }) => kind === 'open')) return m.status_waiting();
  return missing.length
    ? m.status_awaited({ names: listed(missing.map((seat) => nameOf({ seats }, seat))) })
    : m.status_drawing();
}

/**
 * How the game ended for the player here; null for a spectator, and where all sides are played on one device.
 */
export function outcomeOf({
  seats,
  result,
}: Pick<Table, 'seats' | 'result'>): 'won' | 'lost' | 'draw' | null {
  if (!result || result.kind === 'draw' || !result.winners.length) return 'draw';
  const yours = seats.filter(({ you }) => you).map(({ seat }) => seat);
  const won = yours.filter((seat) => result.winners.includes(seat)).length;
  if (won === yours.length && won) return 'won';
  return won || !yours.length ? null : 'lost';
}

export function headline(table: Company): string {
  const { result } = table;
  const outcome = outcomeOf(table);
  if (!result || outcome === 'draw') return m.result_draw();
  if (result.side) {
    const names = result.winners.map((seat) => placeOf(table, seat));
    return m.result_side({ side: say(result.side), names: listed(names) });
  }
  if (outcome === 'won') return m.result_you_win();
  const names = result.winners.map((seat) => nameOf(table, seat));
  return m.result_wins({ names: listed(names.map(ofWinner)), count: names.length });
}

/** In French, a victory is “de Malo” or “d’Ambroise”. */
const ofWinner = (name: string) => m.result_winner({ name, elided: String(elides(name)) });

/** “Malo, Lucie and Ambroise” */
export function listed(names: string[]): string {
  return new Intl.ListFormat(language.current).format(names);
}

/** Whether other people play on the side of the player on this device. */
export function sharesSide(table: Table, game: Pick<Game, 'teams'> | null): boolean {
  const own = table.seats.flatMap(({ you }, seat) => (you ? [seat] : []));
  const side = game?.teams?.find((team) => own.some((seat) => team.includes(seat))) ?? [];
  return side.some((seat) => table.seats[seat]?.kind === 'person' && !table.seats[seat].you);
}
