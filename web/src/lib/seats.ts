import { recall, remember } from './storage';
import type { Seat, SeatRequest, Table } from './types';

/** A table at which this browser has a seat. */
export interface KnownTable {
  id: string;
  game: string;
  /** Secret of each seat held here. */
  secrets: Record<string, string>;
  /** The hash of the seed as shown at the start, to check the seed against at the end. */
  seedHash: string;
  /** The part of the seed that this browser has sent, to find it again at the end. */
  part?: string;
  touched: number;
  over: boolean;
  /** The table is on this device. */
  here?: boolean;
}

const KEY = 'tables';
/** How many games are kept that are not over, whose seats nothing else can give back, and how many that are. */
const MAX_OPEN = 200;
const MAX_OVER = 50;

export function knownTables(): KnownTable[] {
  return recall<KnownTable[]>(KEY, []).sort((a, b) => b.touched - a.touched);
}

export function knownTable(id: string): KnownTable | undefined {
  return knownTables().find((known) => known.id === id);
}

/**
 * Remembers seats taken at a table. `here`: it is on this device. `promised`: the hash of the seed that was
 * shown before, with our `part` of it.
 */
export function keepSeats(
  table: Table,
  secrets: Record<string, string>,
  here = false,
  { promised, part }: { promised?: string; part?: string } = {},
): void {
  const known = knownTable(table.id);
  store({
    id: table.id,
    game: table.game,
    secrets: { ...known?.secrets, ...secrets },
    seedHash: known?.seedHash ?? promised ?? table.seed_hash,
    ...((part ?? known?.part) && { part: part ?? known?.part }),
    touched: Date.now(),
    over: table.status === 'over',
    here: known?.here ?? here,
  });
}

export function touchTable(id: string, over: boolean): void {
  const known = knownTable(id);
  if (known) store({ ...known, touched: Date.now(), over });
}

/** Remembers the part of the seed that this browser sends. */
export function keepPart(id: string, part: string): void {
  const known = knownTable(id);
  if (known) store({ ...known, part });
}

export function forgetTable(id: string): void {
  remember(
    KEY,
    knownTables().filter((known) => known.id !== id),
  );
}

function store(table: KnownTable): void {
  const all = [table, ...knownTables().filter((known) => known.id !== table.id)];
  const open = all.filter(({ over }) => !over).slice(0, MAX_OPEN);
  const over = all.filter(({ over }) => over).slice(0, MAX_OVER);
  remember(KEY, [...open, ...over]);
}

/** The secrets held for a table, comma-separated as the API expects them. */
export function secretsOf(id: string): string {
  return Object.values(knownTable(id)?.secrets ?? {}).join(',');
}

/**
 * The same players at a new table. `further`: everybody moves one seat on. `kept`: seats of people elsewhere
 * are reserved for them.
 */
export function rematchSeats(seats: Seat[], further = true, kept = true): SeatRequest[] {
  const asked = seats.map((seat): SeatRequest => {
    if (seat.kind === 'program') return { kind: 'program', agent: seat.agent ?? '', name: seat.name };
    if (seat.you) return { kind: 'person', name: seat.name ?? '' };
    return kept ? { kind: 'open', kept_for: seat.seat } : { kind: 'open' };
  });
  return further ? [...asked.slice(1), ...asked.slice(0, 1)] : asked;
}

/** Whether a seat is free for anybody. */
export function isEmpty(seat: Seat): boolean {
  return seat.kind === 'open' && seat.kept_for === null;
}

/** Whether a seat is reserved for a player of the previous game. */
export function isKept(seat: Seat): boolean {
  return seat.kind === 'open' && seat.kept_for !== null;
}

/** The secret that lets this browser take a reserved seat, if it has one. */
export function keptSecret({ previous }: Pick<Table, 'previous'>, seat: Seat): string | undefined {
  return previous && isKept(seat) ? knownTable(previous)?.secrets[String(seat.kept_for)] : undefined;
}
