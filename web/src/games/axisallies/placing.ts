import type { Order } from './orders';
import type { Army } from './units';
import { unitCount, kindsOf, type WarView } from './war';

export interface Yard {
  space: string;
  /** The most of each kind that may be placed there. */
  able: Army;
}

/** The spaces where purchases may be placed, those with most room first. */
export function placesOf(orders: Order[], view: WarView): Yard[] {
  const found: Record<string, Army> = {};
  for (const { kind, to, unit, n } of orders) {
    if (kind !== 'place' || !to || !unit) continue;
    const able = (found[to] ??= {});
    able[unit] = Math.max(able[unit] ?? 0, n);
  }
  const yards = Object.entries(found).map(([space, able]) => ({ space, able }));
  const room = ({ space, able }: Yard) => unitCount(fitting(view, space, able));
  return yards.sort((one, other) => room(other) - room(one));
}

/** As many units as fit into a space; factories only on request. */
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
