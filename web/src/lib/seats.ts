import { recall, remember } from './storage';
import type { Seat, SeatRequest, Table } from './types';

/** A table at which this browser has a seat: never lose it. */
export interface KnownTable {
  id: string;
  game: string;
  /** Secret of each seat held here. */
  secrets: Record<string, string>;
  /** The seed's hash as it was shown at the start, to check the end against. */
  seedHash: string;
  touched: number;
  over: boolean;
}

const KEY = 'tables';
const MOST = 50;

export function knownTables(): KnownTable[] {
  return recall<KnownTable[]>(KEY, []).sort((a, b) => b.touched - a.touched);
}

export function knownTable(id: string): KnownTable | undefined {
  return knownTables().find((known) => known.id === id);
}

/** Adds seats to what is known of a table. */
export function keepSeats(table: Table, secrets: Record<string, string>): void {
  const known = knownTable(table.id);
  store({
    id: table.id,
    game: table.game,
    secrets: { ...known?.secrets, ...secrets },
    seedHash: known?.seedHash ?? table.seed_hash,
    touched: Date.now(),
    over: table.status === 'over',
  });
}

export function touchTable(id: string, over: boolean): void {
  const known = knownTable(id);
  if (known) store({ ...known, touched: Date.now(), over });
}

export function forgetTable(id: string): void {
  remember(
    KEY,
    knownTables().filter((known) => known.id !== id),
  );
}

function store(table: KnownTable): void {
  const others = knownTables().filter((known) => known.id !== table.id);
  remember(KEY, [table, ...others].slice(0, MOST));
}

/** The secrets held for a table as the API wants them, comma-separated. */
export function secretsOf(id: string): string {
  return Object.values(knownTable(id)?.secrets ?? {}).join(',');
}

/** The same company at a new table, everybody one seat further; or where they sat, if seats differ too much for that. `kept`: the seats of people elsewhere wait for them and nobody else. */
export function rematchSeats(seats: Seat[], further = true, kept = true): SeatRequest[] {
  const asked = seats.map((seat): SeatRequest => {
    if (seat.kind === 'program') return { kind: 'program', agent: seat.agent ?? '', name: seat.name };
    if (seat.you) return { kind: 'person', name: seat.name ?? '' };
    return kept ? { kind: 'open', kept_for: seat.seat } : { kind: 'open' };
  });
  return further ? [...asked.slice(1), ...asked.slice(0, 1)] : asked;
}

/** A seat that waits for anybody. */
export function isEmpty(seat: Seat): boolean {
  return seat.kind === 'open' && seat.kept_for === null;
}

/** A seat that waits for a player of the game before. */
export function isKept(seat: Seat): boolean {
  return seat.kind === 'open' && seat.kept_for !== null;
}

/** The secret with which this browser may sit down on a seat that is kept, if it has one. */
export function keptSecret({ previous }: Pick<Table, 'previous'>, seat: Seat): string | undefined {
  return previous && isKept(seat) ? knownTable(previous)?.secrets[String(seat.kept_for)] : undefined;
}
