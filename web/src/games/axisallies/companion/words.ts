import { powers, type Power } from '../powers';
import { unitKinds, type Army, type UnitKind } from '../units';
import { m } from '../../../paraglide/messages';

export function powerName(power: Power | number): string {
  return m.axisallies_power({ power: typeof power === 'number' ? powers[power]! : power });
}

/** The name of a kind, as a label. */
export function kindName(kind: UnitKind): string {
  return m.companion_kind({ kind });
}

/** An army in words: `3 infantry, 1 armor`. */
export function armyWords(army: Army): string {
  return unitKinds
    .filter((kind) => (army[kind] ?? 0) > 0)
    .map((unit) => m.axisallies_units({ unit, count: army[unit] ?? 0 }))
    .join(', ');
}

export function percent(share: number): string {
  const value = 100 * share;
  const shown = value > 0 && value < 1 ? '<1' : value > 99 && value < 100 ? '>99' : Math.round(value);
  return m.companion_percent({ share: shown });
}
