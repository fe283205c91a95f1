import type { Intent } from './moving';
import { shortUnits } from './orders';
import { unitKinds, type Army, type UnitKind } from './units';

const rare: UnitKind[] = ['marine', 'destroyer'];

/** What can be bought, in the order it is listed. */
export function forSale(more: boolean): UnitKind[] {
  return unitKinds.filter((kind) => more || !rare.includes(kind));
}

/** The orders that buy a basket. */
export function purchase(basket: Army): Intent[] {
  return Object.entries(shortUnits).flatMap(([short, kind]): Intent[] => {
    const count = basket[kind] ?? 0;
    return count > 0 ? [{ do: 'say', text: `buy ${count} ${short}` }] : [];
  });
}
