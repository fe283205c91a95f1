import { isLike, loadKey, loadOf, type Order, type OrderPattern, type Way } from './orders';
import type { Army, UnitKind } from './units';
import { unitCount, isAir, isLand, type Load, type Ship, type WarView } from './war';

/** Equal transports: in one zone, with the same cargo, and able to do the same. */
export interface Convoy {
  key: string;
  zone: string;
  /** What is aboard each. */
  load: Load;
  cargo: UnitKind[];
  count: number;
  left: number;
  landing: string | null;
}

/** The units of a space that are to move, and the transports by the key of their convoy. */
export interface Picks {
  units: Army;
  convoys: Record<string, number>;
}

/**
 * What is to be done. Its orders are found when its turn comes: the text of a transport changes as it loads.
 */
export type Intent =
  | { do: 'move'; kind: 'move' | 'raid' | 'drop'; unit: UnitKind; n: number; from: string; to: string; via: string | null; way: Way }
  | { do: 'load'; unit: UnitKind; n: number; from: string; zone: string }
  | { do: 'sail'; load: Load; n: number; from: string; to: string }
  | { do: 'unload'; load: Load; unit: UnitKind; n: number; zone: string; to: string }
  | { do: 'give'; order: OrderPattern }; // prettier-ignore

/** One of several ways to do the same. */
export interface Choice {
  kind: 'move' | 'raid' | 'drop';
  via: string | null;
  way: Way;
}

/** Everything the picked units do at a target, and what the player has to choose. */
export interface Plan {
  intents: Intent[];
  /** The units that go, cargo that lands included. */
  army: Army;
  /** The kinds with several routes, the usual route first. */
  questions: { unit: UnitKind; ways: Choice[] }[];
}

const none: Plan = { intents: [], army: {}, questions: [] };

export function convoysIn(view: WarView, zone: string): Convoy[] {
  const found: Record<string, Convoy> = {};
  for (const ship of view.ships) {
    if (ship.zone !== zone || ship.owner !== view.power) continue;
    const landing = ship.cargo.find(({ landing }) => landing)?.landing ?? null;
    const key = keyOf(ship, landing);
    found[key] ??= {
      key,
      zone,
      load: loadOf(ship),
      cargo: ship.cargo.map(({ kind }) => kind),
      count: 0,
      left: ship.left,
      landing,
    };
    found[key].count += 1;
  }
  return Object.values(found);
}

const keyOf = (ship: Ship, landing: string | null) =>
  `${ship.zone} [${loadKey(loadOf(ship))}] ${ship.left} ${landing ?? ''} ${ship.fought}`;

function zoneOf(view: WarView, row: number | null): string | null {
  return view.ships.find((ship) => ship.row === row)?.zone ?? null;
}

/** The units of a space that can move, each kind with the most that can go at once. */
export function movable(orders: Order[], view: WarView, space: string): Army {
  const army: Army = {};
  for (const { kind, from, unit, n } of orders) {
    if (from !== space || !unit || !['move', 'raid', 'drop', 'load'].includes(kind)) continue;
    const there = view.movable[space]?.[unit] ?? n;
    army[unit] = Math.max(army[unit] ?? 0, kind === 'load' ? there : n);
  }
  return army;
}

/** The transports of a zone that can do something. */
export function movableConvoys(orders: Order[], view: WarView, zone: string): Convoy[] {
  return convoysIn(view, zone).filter((convoy) =>
    orders.some(
      (order) =>
        (order.kind === 'sail' || order.kind === 'unload') &&
        alike(order.cargo, convoy.load) &&
        zoneOf(view, order.row) === zone,
    ),
  );
}

/** The spaces with units that can still move. */
export function spacesToMove(orders: Order[], view: WarView): Set<string> {
  const found = new Set<string>();
  for (const { kind, from, row } of orders) {
    if (from && ['move', 'raid', 'drop', 'load', 'sail'].includes(kind)) found.add(from);
    const zone = kind === 'unload' ? zoneOf(view, row) : null;
    if (zone) found.add(zone);
  }
  return found;
}

/**
 * The units picked at first: everything on the ground, or every ship. Aircraft only where there is nothing
 * else.
 */
export function firstPicks(able: Army, convoys: Convoy[]): Picks {
  const kinds = Object.entries(able) as [UnitKind, number][];
  const slow = kinds.filter(([kind]) => !isAir(kind) && kind !== 'aa_gun');
  const chosen = slow.length > 0 || convoys.length > 0 ? slow : kinds;
  return {
    units: Object.fromEntries(chosen),
    convoys: Object.fromEntries(convoys.map(({ key, count }) => [key, count])),
  };
}

/** Where the picked units of a space can go. */
export function targetsOf(orders: Order[], view: WarView, from: string, picks: Picks): string[] {
  const found = new Set<string>();
  const aboard = Object.keys(picks.convoys).filter((key) => (picks.convoys[key] ?? 0) > 0);
  const loads = new Set(
    convoysIn(view, from)
      .filter(({ key }) => aboard.includes(key))
      .map(({ load }) => loadKey(load)),
  );
  for (const order of orders) {
    const picked = order.unit !== null && (picks.units[order.unit] ?? 0) > 0;
    if (order.from === from && picked && ['move', 'raid', 'drop'].includes(order.kind)) found.add(order.to!);
    if (order.kind === 'load' && order.from === from && picked) {
      const zone = zoneOf(view, order.row);
      if (zone) found.add(zone);
    }
    if (order.kind === 'sail' && order.from === from && loads.has(loadKey(order.cargo))) found.add(order.to!);
    if (order.kind === 'unload' && loads.has(loadKey(order.cargo)) && zoneOf(view, order.row) === from)
      found.add(order.to!);
  }
  return [...found];
}

/** What the picked units of a space would do at a target. */
export function planTo(orders: Order[], view: WarView, from: string, to: string, picks: Picks): Plan {
  const plan: Plan = { intents: [], army: {}, questions: [] };
  const holds = holdsIn(view, to);
  for (const [unit, picked] of Object.entries(picks.units) as [UnitKind, number][]) {
    if (picked <= 0) continue;
    const ways = waysOf(orders, view, unit, from, to);
    const first = ways[0];
    if (first) {
      const n = Math.min(picked, mostOf(orders, unit, from, to, first));
      plan.intents.push({ do: 'move', unit, n, from, to, ...first });
      plan.army[unit] = (plan.army[unit] ?? 0) + n;
      if (ways.length > 1 || from === to) plan.questions.push({ unit, ways });
    } else if (isLand(unit) && orders.some((order) => loads(order, view, unit, from, to))) {
      const n = stowed(holds, unit, picked);
      if (n > 0) plan.intents.push({ do: 'load', unit, n, from, zone: to });
    }
  }
  for (const convoy of convoysIn(view, from)) {
    const count = Math.min(convoy.count, picks.convoys[convoy.key] ?? 0);
    if (count <= 0) continue;
    if (orders.some((order) => sails(order, convoy.load, from, to))) {
      plan.intents.push({ do: 'sail', load: convoy.load, n: count, from, to });
      plan.army.transport = (plan.army.transport ?? 0) + count;
      continue;
    }
    for (const unit of new Set(convoy.cargo)) {
      const each = convoy.cargo.filter((kind) => kind === unit).length;
      if (!orders.some((order) => unloads(order, view, convoy.load, unit, from, to))) continue;
      plan.intents.push({ do: 'unload', load: convoy.load, unit, n: count * each, zone: from, to });
      plan.army[unit] = (plan.army[unit] ?? 0) + count * each;
    }
  }
  return plan.intents.length > 0 ? plan : none;
}

/** The room a unit takes; a transport has room for two. */
const roomOf = (kind: UnitKind) => (kind === 'armor' || kind === 'aa_gun' ? 2 : 1);

/** The room left in each of our transports in a zone. */
function holdsIn(view: WarView, zone: string): number[] {
  return view.ships
    .filter((ship) => ship.zone === zone && ship.owner === view.power)
    .map(({ cargo }) => 2 - cargo.reduce((sum, { kind }) => sum + roomOf(kind), 0))
    .sort();
}

/** Takes room for units of a kind, and returns how many found some. */
function stowed(holds: number[], kind: UnitKind, most: number): number {
  let n = 0;
  for (const i of holds.keys()) {
    while (n < most && holds[i]! >= roomOf(kind)) {
      holds[i]! -= roomOf(kind);
      n += 1;
    }
  }
  return n;
}

/** The same plan with a way chosen for a kind. */
export function chosen(plan: Plan, unit: UnitKind, choice: Choice): Plan {
  return {
    ...plan,
    intents: plan.intents.map((intent) =>
      intent.do === 'move' && intent.unit === unit ? { ...intent, ...choice } : intent,
    ),
    questions: plan.questions.filter((question) => question.unit !== unit),
  };
}

/**
 * All routes of a kind from a space to another, the usual one first: direct on the ground, around the guns in
 * the air.
 */
export function waysOf(orders: Order[], view: WarView, unit: UnitKind, from: string, to: string): Choice[] {
  const ways: Choice[] = [];
  for (const order of orders) {
    const { kind } = order;
    if (kind !== 'move' && kind !== 'raid' && kind !== 'drop') continue;
    if (order.unit !== unit || order.from !== from || order.to !== to) continue;
    const { via, way } = order;
    if (!ways.some((one) => one.kind === kind && one.via === via && one.way === way))
      ways.push({ kind, via, way });
  }
  const rank = ({ kind, via, way }: Choice) =>
    (kind === 'move' ? 0 : 100) +
    (way === 'around' ? 0 : way === 'straight' ? 1 : 2) +
    (via === null ? 0 : takes(view, via) ? 10 : 20);
  // Routes through friendly spaces are all the same, and pointless where a direct one exists.
  const peaceful = ({ via }: Choice) => via !== null && !takes(view, via);
  const straight = ways.some(({ kind, via }) => kind === 'move' && via === null);
  const first = straight ? null : (ways.find(peaceful) ?? null);
  return ways.filter((one) => !peaceful(one) || one === first).sort((one, other) => rank(one) - rank(other));
}

/** Whether units that pass take this space. */
export function takes(view: WarView, space: string): boolean {
  const owner = view.owners[space] ?? null;
  return owner !== null && owner % 2 !== view.power % 2;
}

function mostOf(orders: Order[], unit: UnitKind, from: string, to: string, choice: Choice): number {
  return Math.max(
    0,
    ...orders
      .filter(
        (order) =>
          order.kind === choice.kind &&
          order.unit === unit &&
          order.from === from &&
          order.to === to &&
          order.via === choice.via &&
          order.way === choice.way,
      )
      .map(({ n }) => n),
  );
}

const loads = (order: Order, view: WarView, unit: UnitKind, from: string, zone: string) =>
  order.kind === 'load' && order.unit === unit && order.from === from && zoneOf(view, order.row) === zone;
const alike = (one: Load, other: Load) => loadKey(one) === loadKey(other);
const sails = (order: Order, load: Load, from: string, to: string) =>
  order.kind === 'sail' && alike(order.cargo, load) && order.from === from && order.to === to;
const unloads = (order: Order, view: WarView, load: Load, unit: UnitKind, zone: string, to: string) =>
  order.kind === 'unload' &&
  alike(order.cargo, load) &&
  order.unit === unit &&
  order.to === to &&
  zoneOf(view, order.row) === zone;

const unitsIn = (load: Load) => Object.values(load).reduce((sum, army) => sum + unitCount(army), 0);

/** The next order of an intent, and what remains of the intent after it; null where it cannot be done. */
export function nextOrder(
  intent: Intent,
  orders: Order[],
  view: WarView,
): { text: string; rest: Intent | null } | null {
  const fitting = orders.filter((order) => fits(intent, order, view));
  if (intent.do === 'give') return fitting[0] ? { text: fitting[0].text, rest: null } : null;
  const total = intent.n;
  // The largest number that is allowed; partly loaded ships first.
  const best = fitting
    .filter((order) => Math.max(order.n, 1) <= total)
    .sort((one, other) => other.n - one.n || unitsIn(other.cargo) - unitsIn(one.cargo))[0];
  if (!best) return null;
  const left = total - Math.max(best.n, 1);
  if (left === 0 || intent.do === 'move') return { text: best.text, rest: null };
  return { text: best.text, rest: { ...intent, n: left } };
}

function fits(intent: Intent, order: Order, view: WarView): boolean {
  if (intent.do === 'give') return isLike(order, intent.order);
  if (intent.do === 'load') return loads(order, view, intent.unit, intent.from, intent.zone);
  if (intent.do === 'sail') return sails(order, intent.load, intent.from, intent.to);
  if (intent.do === 'unload') return unloads(order, view, intent.load, intent.unit, intent.zone, intent.to);
  return (
    order.kind === intent.kind &&
    order.unit === intent.unit &&
    order.from === intent.from &&
    order.to === intent.to &&
    order.via === intent.via &&
    order.way === intent.way
  );
}
