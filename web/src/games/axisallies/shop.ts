import type { Intent } from './moving';
import { boardKinds } from './war';
import { unitKinds, type Army, type UnitKind } from './units';

const rare: UnitKind[] = ['marine', 'destroyer'];

/** What can be bought, in the order it is listed. */
export function forSale(more: boolean): UnitKind[] {
  return unitKinds.filter((kind) => more || !rare.includes(kind));
}

/** The orders that buy a basket. */
export function purchase(basket: Army): Intent[] {
  return boardKinds.flatMap((unit): Intent[] => {
    const n = basket[unit] ?? 0;
    return n > 0 ? [{ do: 'give', order: { kind: 'buy', n, unit } }] : [];
  });
}
