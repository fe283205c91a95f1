import type { Seating } from '../types';
import { m } from '../../paraglide/messages';
import { powerName } from './phrases';
import { powers } from './powers';

const side = (name: string, which: string) => ({ name, title: m.axisallies_side({ side: which }) });

/**
 * The choices of powers for a player, the usual one first: the power that begins, so that nobody waits. A
 * smaller board has the first powers.
 */
export function seatings(seats: number = powers.length): Seating[] {
  const one = (power: (typeof powers)[number]): Seating => ({
    name: power,
    title: powerName(power),
    seats: [powers.indexOf(power)],
  });
  if (seats < powers.length) {
    const all = powers.slice(0, seats);
    const title = seats === 2 ? m.axisallies_seating_both() : m.axisallies_seating_all();
    return [...all.map(one), { name: 'all', title, seats: all.map((_, seat) => seat) }];
  }
  return [
    one('ussr'),
    { ...side('axis', 'axis'), seats: [1, 3] },
    { ...side('allies', 'allies'), seats: [0, 2, 4] },
    one('germany'),
    one('uk'),
    one('japan'),
    one('usa'),
    { name: 'all', title: m.axisallies_seating_all(), seats: [0, 1, 2, 3, 4] },
  ];
}
