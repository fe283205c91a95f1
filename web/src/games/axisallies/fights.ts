import type { BattleRequest } from './api';
import { placeOf } from './geography';
import { powers, type Power } from './powers';
import type { Army, UnitKind } from './units';
import {
  added,
  boardKinds,
  unitCount,
  forceOf,
  isAir,
  isLand,
  isShip,
  kindsOf,
  powerOf,
  seatOf,
  sideOf,
  type BattleView,
  type WarView,
} from './war';

/** Units as requests for odds write them. */
export const shortUnits: Record<UnitKind, string> = {
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

export const isSea = (space: string) => placeOf(space)?.ipc === undefined;

/** An army as requests for odds write it. */
export function forceText(army: Army): string {
  const words = kindsOf(army).map(([kind, count]) => `${count} ${shortUnits[kind]}`);
  return words.join(', ') || 'nobody';
}

function only(army: Army, fits: (kind: keyof Army) => boolean): Army {
  return Object.fromEntries(kindsOf(army).filter(([kind]) => fits(kind)));
}

function techsOf(view: WarView, which: (power: Power) => boolean): string[] {
  return [...new Set(powers.filter(which).flatMap((power) => view.techs[seatOf(power)] ?? []))].sort();
}

/**
 * The battle in a space with the units already sent there and `adding`; null where there is none. `zone`: the
 * sea zone from which `adding` lands.
 */
export function fightAt(
  view: WarView,
  space: string,
  adding: Army,
  zone: string | null,
): BattleRequest | null {
  const attacker = powerOf(view.power);
  const mine = (power: Power) => sideOf(view, power) === sideOf(view, attacker);
  const theirs = (power: Power) => !mine(power);
  const sea = isSea(space);
  const owner = view.owners[space] ?? null;
  if (!sea && (owner === null || mine(powerOf(owner)))) return null;
  const defenders = forceOf(view.units[space], theirs);
  const zones = new Set(zone && !isSea(space) ? [zone] : []);
  let force = added(view.units[space]?.[attacker] ?? {}, adding);
  if (!sea) {
    for (const ship of view.ships) {
      for (const { kind, landing, power } of ship.cargo) {
        if (landing !== space || power !== view.power) continue;
        force = added(force, { [kind]: 1 });
        zones.add(ship.zone);
      }
    }
  }
  const fighting = (army: Army) =>
    only(army, (kind) =>
      sea ? isShip(kind) || isAir(kind) : (isLand(kind) && kind !== 'aa_gun') || isAir(kind),
    );
  const attackers = fighting(force);
  const against = fighting(defenders);
  if (unitCount(attackers) === 0 || (sea && unitCount(against) === 0)) return null;
  const landing = [...zones].filter((from) => unitCount(forceOf(view.units[from], theirs)) === 0);
  const bombarding = landing.reduce((sum, from) => sum + (view.units[from]?.[attacker]?.battleship ?? 0), 0);
  const air = kindsOf(attackers).some(([kind]) => isAir(kind));
  return request(attackers, against, {
    sea,
    landing: zones.size > 0 && kindsOf(attackers).some(([kind]) => isLand(kind)) ? bombarding : null,
    aa: !sea && air && (defenders.aa_gun ?? 0) > 0,
    attacker_techs: techsOf(view, (power) => power === attacker),
    defender_techs: techsOf(view, (power) => theirs(power) && unitCount(view.units[space]?.[power]) > 0),
  });
}

/** An army without a number of its cheapest units, as the prices of the board have it. */
function without(army: Army, hits: number, prices: number[]): Army {
  const rest = { ...army };
  const cost = (kind: UnitKind) => prices[boardKinds.indexOf(kind)] ?? 0;
  for (const [kind] of kindsOf(army).sort(([one], [other]) => cost(one) - cost(other))) {
    const lost = Math.min(rest[kind] ?? 0, hits);
    rest[kind] = (rest[kind] ?? 0) - lost;
    hits -= lost;
  }
  return rest;
}

/**
 * The rest of a battle that is being fought; null when one side is gone. What has been hit does not count,
 * whether or not it has left or been chosen.
 */
export function restOf(view: WarView, battle: BattleView): BattleRequest | null {
  const gone = (power: Power, army: Army): Army =>
    only(
      Object.fromEntries(kindsOf(army).map(([kind, n]) => [kind, n - (battle.doomed[power]?.[kind] ?? 0)])),
      () => true,
    );
  const force = (forces: BattleView['attackers']): Army =>
    powers.reduce<Army>((sum, power) => added(sum, gone(power, forces[power] ?? {})), {});
  const fighting = (army: Army) => only(army, (kind) => kind !== 'aa_gun' && kind !== 'industrial_complex');
  const hits = (forces: BattleView['attackers']) =>
    powers.some((power) => battle.choices[power] && forces[power]) ? battle.hits : 0;
  const attackers = without(fighting(force(battle.attackers)), hits(battle.attackers), view.prices);
  const defenders = without(fighting(force(battle.defenders)), hits(battle.defenders), view.prices);
  if (unitCount(attackers) === 0 || unitCount(defenders) === 0) return null;
  return request(attackers, defenders, {
    sea: battle.kind === 'sea',
    landing: null,
    aa: false,
    attacker_techs: techsOf(view, (power) => battle.attackers[power] !== undefined),
    defender_techs: techsOf(view, (power) => battle.defenders[power] !== undefined),
  });
}

function request(attackers: Army, defenders: Army, rest: Omit<BattleRequest, 'text'>): BattleRequest {
  return { text: `${forceText(attackers)} -> ${forceText(defenders)}`, ...rest };
}
