import type { Order } from './orders';
import type { Army } from './units';
import { counted, kindsOf, type WarView } from './war';

export interface Yard {
  space: string;
  /** The most of each kind that may be put there. */
  able: Army;
}

/** The spaces where something that was bought may be put, those that take most first. */
export function placesOf(orders: Order[], view: WarView): Yard[] {
  const found: Record<string, Army> = {};
  for (const { kind, to, unit, n } of orders) {
    if (kind !== 'place' || !to || !unit) continue;
    const able = (found[to] ??= {});
    able[unit] = Math.max(able[unit] ?? 0, n);
  }
  const yards = Object.entries(found).map(([space, able]) => ({ space, able }));
  const room = ({ space, able }: Yard) => counted(fitting(view, space, able));
  return yards.sort((one, other) => room(other) - room(one));
}

/** As much of what may be put into a space as fits there; factories only where somebody asks for them. */
export function fitting(view: WarView, space: string, able: Army): Army {
  let room = view.placeable[space] ?? Infinity;
  const army: Army = {};
  for (const [kind, count] of kindsOf(able)) {
    if (kind === 'industrial_complex') continue;
    const n = Math.min(count, room);
    if (n > 0) army[kind] = n;
    room -= n;
  }
  return army;
}
