/**
 * A position as the page edits it, its text for the server, and the edits. The only rules here: cargo belongs
 * to transports, guns and complexes to the owner.
 */
import { showMap, world } from '../geography';
import { powers, type Owner, type Power } from '../powers';
import { unitKinds, type Army, type UnitKind } from '../units';
import type { WarView } from '../war';
import type { Forces } from '../words';

export const phases = ['research', 'buy', 'combat_move', 'combat', 'noncombat', 'place'] as const;
export type Phase = (typeof phases)[number] | 'over';
export const techs = [
  'jet_power',
  'rockets',
  'super_submarines',
  'long_range_aircraft',
  'industrial_technology',
  'heavy_bombers',
] as const;
export type Tech = (typeof techs)[number];

export interface Cargo {
  power: Power;
  kind: UnitKind;
}

export interface Ship {
  row: number;
  owner: Power;
  zone: string;
  cargo: Cargo[];
}

export interface Position {
  board: WarView['board'];
  round: number;
  power: Power;
  phase: Phase;
  cash: number[];
  techs: Tech[][];
  owners: Record<string, Owner>;
  units: Forces;
  ships: Ship[];
  /** Bought by the power to play, and not placed yet. */
  bought: Army;
  /** The progress of the turn as the server notes it, line by line. */
  rest: string[];
  /** Who has won, once the game is over. */
  end: string;
}

/** The parts of the game's view that make a position. */
export type PositionView = Pick<
  WarView,
  | 'board'
  | 'sold'
  | 'round'
  | 'power'
  | 'phase'
  | 'cash'
  | 'production'
  | 'techs'
  | 'owners'
  | 'units'
  | 'bought'
  | 'victory'
> & { ships: { row: number; owner: number; zone: string; cargo: { power: number; kind: UnitKind }[] }[] };

const SHIPS = 64;
const MOST = 99;
/** Units as the text of a position writes them. */
const short: Record<UnitKind, string> = {
  infantry: 'inf',
  armor: 'arm',
  fighter: 'ftr',
  bomber: 'bom',
  aa_gun: 'aa',
  industrial_complex: 'factory',
  battleship: 'bat',
  carrier: 'car',
  transport: 'tra',
  submarine: 'sub',
  marine: 'mar',
  destroyer: 'des',
  artillery: 'art',
};
/** The kinds in the order of the game's tables, in which purchases are listed. */
const numbered = Object.keys(short) as UnitKind[];

const ashore: UnitKind[] = [
  'infantry',
  'marine',
  'artillery',
  'armor',
  'aa_gun',
  'fighter',
  'bomber',
  'industrial_complex',
];
const afloat: UnitKind[] = [
  'battleship',
  'carrier',
  'destroyer',
  'submarine',
  'transport',
  'fighter',
  'bomber',
];
/** The cargo of a transport: two of the first, or one of the others. */
export const cargoKinds: UnitKind[] = ['infantry', 'marine', 'artillery', 'armor', 'aa_gun'];

export function isSea(space: string): boolean {
  return world.spaces[space]?.ipc === undefined;
}

/** The kinds of unit that can stand in a space. */
export function kindsIn(space: string): UnitKind[] {
  return isSea(space) ? afloat : ashore;
}

/** The position in an answer of the server. */
export function fromServer(view: PositionView, text: string): Position {
  return {
    board: view.board,
    round: view.round,
    power: powers[view.power]!,
    phase: view.phase,
    cash: view.cash,
    techs: view.techs,
    owners: Object.fromEntries(
      Object.entries(view.owners).map(([space, owner]) => [
        space,
        owner === null ? 'neutral' : powers[owner]!,
      ]),
    ),
    units: view.units,
    ships: view.ships.map(({ row, owner, zone, cargo }) => ({
      row,
      owner: powers[owner]!,
      zone,
      cargo: cargo.map(({ power, kind }) => ({ power: powers[power]!, kind })),
    })),
    bought: view.bought,
    rest: text.split('\n').filter((line) => line.startsWith('~') && !line.startsWith('~bought')),
    end: view.victory ? `, ${view.victory.side ?? 'nobody'} by ${view.victory.how}` : '',
  };
}

/** The powers of a position: a small board has only the first. */
export function powersOf({ cash }: Pick<Position, 'cash'>): readonly Power[] {
  return powers.slice(0, cash.length);
}

/** The kinds of unit of an edition: what it sells, and what may stand on the board from the start. */
export function kindsOfEdition(view: Pick<WarView, 'sold'> | null): readonly UnitKind[] {
  if (!view) return unitKinds;
  const set: readonly UnitKind[] = ['aa_gun', 'industrial_complex'];
  return unitKinds.filter((kind) => view.sold.includes(kind) || set.includes(kind));
}

function stackText(army: Army): string {
  return unitKinds
    .filter((kind) => (army[kind] ?? 0) > 0)
    .map((kind) => `${army[kind]} ${short[kind]}`)
    .join(', ');
}

/** The position as the text the server reads. */
export function toText(position: Position): string {
  showMap(position.board);
  const lines = [
    `round: ${position.round}`,
    `turn: ${position.power}, ${position.phase}${position.phase === 'over' ? position.end : ''}`,
    `cash: ${powersOf(position)
      .map((power, i) => `${power} ${position.cash[i] ?? 0}`)
      .join(', ')}`,
  ];
  const known = powers.flatMap((power, i) => (position.techs[i] ?? []).map((tech) => `${power} ${tech}`));
  if (known.length) lines.push(`techs: ${known.join(', ')}`);
  for (const [space, place] of Object.entries(world.spaces)) {
    const armies = powers.flatMap((power) => {
      const stack = stackText(position.units[space]?.[power] ?? {});
      return stack ? [`${power} ${stack}`] : [];
    });
    if (!isSea(space)) armies.unshift(position.owners[space] ?? 'neutral');
    if (armies.length) lines.push(`${place.en}: ${armies.join('; ')}`);
  }
  for (const { row, owner, zone, cargo } of position.ships) {
    const aboard = cargo.map(({ power, kind }) => `${power} ${short[kind]}`).join(', ');
    lines.push(`transport ${row}: ${owner}, ${world.spaces[zone]!.en}${aboard ? `; ${aboard}` : ''}`);
  }
  const waiting = numbered.flatMap((kind, i) => {
    const count = position.bought[kind] ?? 0;
    return count > 0 ? [`${powers.indexOf(position.power)}/${i}=${count}`] : [];
  });
  if (waiting.length) lines.push(`~bought: ${waiting.join('; ')}`);
  return [...lines, ...position.rest].join('\n');
}

/**
 * The notes of the turn without the entries that begin with one of these words: spaces, or transports by
 * number.
 */
export function forgotten(rest: string[], space: string | null, rows: number[] = []): string[] {
  const name = space ? world.spaces[space]?.en : undefined;
  const shipTables = ['~landing', '~beach', '~left', '~ship_did'];
  return rest.flatMap((line) => {
    const colon = line.indexOf(':');
    const label = line.slice(0, colon);
    const entries = line
      .slice(colon + 1)
      .split(';')
      .map((entry) => entry.trim());
    const left = entries.filter((entry) => {
      const of = entry.split(/[=/]/)[0];
      if (shipTables.includes(label)) return !rows.includes(Number(of));
      return name === undefined || of !== name;
    });
    return left.length ? [`${label}: ${left.join('; ')}`] : [];
  });
}

function clamped(count: number, most = MOST): number {
  return Math.max(0, Math.min(most, Math.floor(count) || 0));
}

/**
 * The position with `count` units of a kind. The notes about the space are dropped, so that all units there
 * may move.
 */
export function withCount(
  position: Position,
  space: string,
  power: Power,
  kind: UnitKind,
  count: number,
): Position {
  const n = clamped(count, kind === 'industrial_complex' ? 1 : MOST);
  const stacks = { ...position.units[space] };
  const army = { ...stacks[power], [kind]: n };
  if (!n) delete army[kind];
  if (Object.keys(army).length) stacks[power] = army;
  else delete stacks[power];
  const units = { ...position.units, [space]: stacks };
  if (!Object.keys(stacks).length) delete units[space];
  const { ships, gone } =
    kind === 'transport' ? fleet(position, space, power, n) : { ships: position.ships, gone: [] };
  return { ...position, units, ships, rest: forgotten(position.rest, space, gone) };
}

/**
 * The transports when a power has `count` in a zone: new ones are empty, and empty ones are removed first.
 */
function fleet(
  position: Position,
  zone: string,
  owner: Power,
  count: number,
): { ships: Ship[]; gone: number[] } {
  const here = position.ships.filter((ship) => ship.zone === zone && ship.owner === owner);
  const leaving = [...here].sort((one, other) => one.cargo.length - other.cargo.length);
  const gone = leaving.slice(0, Math.max(0, here.length - count)).map(({ row }) => row);
  const ships = position.ships.filter(({ row }) => !gone.includes(row));
  for (let missing = count - here.length; missing > 0; missing -= 1) {
    const taken = ships.map(({ row }) => row);
    const row = [...Array(SHIPS).keys()].find((number) => !taken.includes(number));
    if (row === undefined) break;
    ships.push({ row, owner, zone, cargo: [] });
  }
  return { ships: ships.sort((one, other) => one.row - other.row), gone };
}

/** The position with another owner of a land, who gets its gun and its complex. */
export function withOwner(position: Position, space: string, owner: Owner): Position {
  const before = position.owners[space] ?? 'neutral';
  if (owner === before) return position;
  let next: Position = {
    ...position,
    owners: { ...position.owners, [space]: owner },
    rest: forgotten(position.rest, space),
  };
  if (before === 'neutral') return next;
  for (const kind of ['aa_gun', 'industrial_complex'] as const) {
    const count = position.units[space]?.[before]?.[kind] ?? 0;
    if (!count) continue;
    next = withCount(next, space, before, kind, 0);
    if (owner !== 'neutral')
      next = withCount(next, space, owner, kind, count + (next.units[space]?.[owner]?.[kind] ?? 0));
  }
  return next;
}

/** Whether a transport has room for one more of a kind. */
export function hasRoom(cargo: Cargo[], kind: UnitKind): boolean {
  const room = (one: UnitKind) => (one === 'armor' || one === 'aa_gun' ? 2 : 1);
  return cargo.reduce((sum, one) => sum + room(one.kind), 0) + room(kind) <= 2;
}

export function withCargo(position: Position, row: number, cargo: Cargo[]): Position {
  const ships = position.ships.map((ship) => (ship.row === row ? { ...ship, cargo } : ship));
  return { ...position, ships, rest: forgotten(position.rest, null, [row]) };
}

export function withCash(position: Position, power: Power, cash: number): Position {
  const i = powers.indexOf(power);
  return { ...position, cash: position.cash.map((now, j) => (i === j ? clamped(cash, 999) : now)) };
}

export function withTech(position: Position, power: Power, tech: Tech, known: boolean): Position {
  const i = powers.indexOf(power);
  const changed = techs.filter((one) => (one === tech ? known : position.techs[i]?.includes(one)));
  return { ...position, techs: position.techs.map((now, j) => (i === j ? changed : now)) };
}

export function withBought(position: Position, kind: UnitKind, count: number): Position {
  const bought = { ...position.bought, [kind]: clamped(count) };
  if (!bought[kind]) delete bought[kind];
  return { ...position, bought };
}

export function withRound(position: Position, round: number): Position {
  return { ...position, round: Math.max(1, clamped(round, 60)), rest: [] };
}

/**
 * The position with another power to play or another phase. The turn begins there; only its purchases are
 * kept.
 */
export function withTurn(position: Position, power: Power, phase: Phase): Position {
  if (power === position.power && phase === position.phase) return position;
  const bought = power === position.power ? position.bought : {};
  return { ...position, power, phase, bought, rest: [], end: '' };
}

/** All units on the board of the power to play. */
export function strengthOf(position: Position, power: Power): number {
  return Object.values(position.units).reduce((sum, stacks) => {
    const army = stacks[power] ?? {};
    return (
      sum + unitKinds.reduce((n, kind) => n + (kind === 'industrial_complex' ? 0 : (army[kind] ?? 0)), 0)
    );
  }, 0);
}
