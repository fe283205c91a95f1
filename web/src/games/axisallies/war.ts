import type { Schemas } from '../../lib/types';
import { viewOf as viewOfGame, type Shown } from '../../lib/views';
import { powers, type Owner, type Power } from './powers';
import { unitKinds, type Army, type UnitKind } from './units';
import type { Forces } from './words';

export const phases = ['research', 'buy', 'combat_move', 'combat', 'noncombat', 'place'] as const;
type War = Schemas['axisallies.View'];
export type WarView = War;
export type Phase = War['phase'];
export type Side = NonNullable<Schemas['axisallies.Victory']['side']>;
export type Ship = Schemas['axisallies.Ship'];
export type BattleView = Schemas['axisallies.Battle'];
export type Pending = Schemas['axisallies.Pending'];
export type Dice = Schemas['axisallies.Dice'];
/** Dice by column, that is by the number needed. */
export type Columns = Dice['columns'];
/** Aircraft that cannot stay where they are, and where they could land, the nearest first. */
export type Aloft = Schemas['axisallies.Aloft'];
/** The cargo of a transport, by owner. */
export type Load = Schemas['axisallies.Forces'];

export const viewOf = (shown: Shown): WarView => viewOfGame('axisallies', shown);

/** The kinds in the order of the file of the board, which lists by kind follow. */
export const boardKinds: readonly UnitKind[] = [
  'infantry',
  'armor',
  'fighter',
  'bomber',
  'aa_gun',
  'industrial_complex',
  'battleship',
  'carrier',
  'transport',
  'submarine',
  'marine',
  'destroyer',
  'artillery',
];
const landKinds: readonly UnitKind[] = ['infantry', 'marine', 'artillery', 'armor', 'aa_gun'];
const airKinds: readonly UnitKind[] = ['fighter', 'bomber'];

export const isLand = (kind: UnitKind) => landKinds.includes(kind);
export const isAir = (kind: UnitKind) => airKinds.includes(kind);
export const isShip = (kind: UnitKind) => !isLand(kind) && !isAir(kind) && kind !== 'industrial_complex';

export const powerOf = (seat: number): Power => powers[seat] ?? 'ussr';
export const seatOf = (power: Power): number => powers.indexOf(power);
/** The side of a power of the board; of others there is none. */
export const sideOf = (view: WarView, power: Power): Side | undefined => view.sides[seatOf(power)];
/** The space of the capital of a power of the board. */
export const capitalOf = (view: WarView, power: Power): string =>
  view.capitals[seatOf(power)] ?? view.capitals[0]!;

export function ownersOf(view: WarView): Record<string, Owner> {
  return Object.fromEntries(
    Object.entries(view.owners).map(([space, owner]) => [space, owner === null ? 'neutral' : powerOf(owner)]),
  );
}

export function ownerOf(view: WarView, space: string): Owner {
  const owner = view.owners[space] ?? null;
  return owner === null ? 'neutral' : powerOf(owner);
}

/** How many units an army has. */
export function unitCount(army: Army | undefined): number {
  return Object.values(army ?? {}).reduce((sum, count) => sum + count, 0);
}

export function added(one: Army, other: Army): Army {
  const sum: Army = { ...one };
  for (const [kind, count] of kindsOf(other)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

/** The units of one army that are not in the other. */
export function missing(before: Army, after: Army): Army {
  return Object.fromEntries(
    kindsOf(before).flatMap(([kind, count]) => {
      const gone = count - (after[kind] ?? 0);
      return gone > 0 ? [[kind, gone]] : [];
    }),
  );
}

/** The kinds of an army and their numbers, in the order in which they are listed. */
export function kindsOf(army: Army | undefined): [kind: UnitKind, count: number][] {
  return unitKinds.flatMap((kind): [UnitKind, number][] => {
    const count = army?.[kind] ?? 0;
    return count > 0 ? [[kind, count]] : [];
  });
}

/** The armies of several powers in a space as one. */
export function forceOf(forces: Forces[string] | undefined, which: (power: Power) => boolean): Army {
  return powers.filter(which).reduce<Army>((sum, power) => added(sum, forces?.[power] ?? {}), {});
}

/** The rounds of turns that follow each other, by the seats that took them. */
export function roundsOf(turns: { seat: number }[]): number[] {
  let round = 1;
  return turns.map(({ seat }, i) => {
    if (i > 0 && seat <= turns[i - 1]!.seat) round += 1;
    return round;
  });
}

/** What a purchase costs. */
export function priceOf(basket: Army, prices: number[]): number {
  return boardKinds.reduce((sum, kind, i) => sum + (basket[kind] ?? 0) * (prices[i] ?? 0), 0);
}
