import type { Intent } from './moving';
import { boardKinds, type WarView } from './war';
import { unitKinds, type Army, type UnitKind } from './units';

/** What can be bought, in the order it is listed. */
export function forSale({ sold }: Pick<WarView, 'sold'>): UnitKind[] {
  return unitKinds.filter((kind) => sold.includes(kind));
}

/** The orders that buy a basket. */
export function purchase(basket: Army): Intent[] {
  return boardKinds.flatMap((unit): Intent[] => {
    const n = basket[unit] ?? 0;
    return n > 0 ? [{ do: 'give', order: { kind: 'buy', n, unit } }] : [];
  });
}
