import { recall, remember } from './storage';
import type { SeatRequest } from './types';

/** What people may say of their own strength. */
export const declaredLevels = ['beginner', 'intermediate', 'expert'] as const;
export type DeclaredLevel = (typeof declaredLevels)[number];

const BYTES = 24;

/** The secret by which the server recognises the players of this browser. It is made once. */
export function device(): string {
  const known = recall<string | null>('device', null);
  if (known) return known;
  const random = crypto.getRandomValues(new Uint8Array(BYTES));
  const made = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  remember('device', made);
  return made;
}

/** The level declared in this browser; null if none is. */
export function declaredLevel(): DeclaredLevel | null {
  const kept = recall<string | null>('level', null);
  return declaredLevels.find((level) => level === kept) ?? null;
}

export function declareLevel(level: DeclaredLevel | null): void {
  remember('level', level);
}

/** What this browser says of somebody who sits down: the level is that of its owner. */
export function introduction(name: string | null): { level: DeclaredLevel | null; device: string } {
  const owner = recall('name', '');
  return { level: !name || !owner || name === owner ? declaredLevel() : null, device: device() };
}

/** The seats of a new table, with what this browser says of its people. */
export function introduced(seats: SeatRequest[]): SeatRequest[] {
  return seats.map((seat) =>
    seat.kind === 'person' ? { ...seat, ...introduction(seat.name ?? null) } : seat,
  );
}
