import { language } from '../../lib/language.svelte';
import { m } from '../../paraglide/messages';
import { placeOf } from './geography';
import { powers, type Owner, type Power } from './powers';
import { unitKinds } from './units';
import type { Load } from './war';

export type Forces = Record<string, Load>;

export function spaceName(id: string): string {
  return placeOf(id)?.[language.current] ?? id;
}

/** A space in words: owner, value, capital; or that it is sea. */
export function standing(id: string, owner: Owner): string {
  const place = placeOf(id)!;
  if (place.ipc === undefined) return m.axisallies_sea();
  return [
    m.axisallies_power({ power: owner }),
    place.ipc > 0 ? m.axisallies_ipc({ ipc: place.ipc }) : '',
    place.city ? m.axisallies_capital() : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** The armies in a space, power by power. */
export function garrison(id: string, units: Forces): { power: Power; words: string }[] {
  return powers.flatMap((power) => {
    const army = units[id]?.[power] ?? {};
    const words = unitKinds
      .filter((unit) => (army[unit] ?? 0) > 0)
      .map((unit) => m.axisallies_units({ unit, count: army[unit] ?? 0 }))
      .join(', ');
    return words ? [{ power, words }] : [];
  });
}

/** Everything about a space in words, for screen readers. */
export function sentence(id: string, owner: Owner, units: Forces): string {
  const armies = garrison(id, units).map(({ power, words }) =>
    m.axisallies_army({ power: m.axisallies_power({ power }), units: words }),
  );
  return [`${spaceName(id)} (${standing(id, owner)})`, ...armies].join('. ');
}
