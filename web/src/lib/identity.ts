import { settings } from './settings.svelte';
import { recall, remember } from './storage';
import type { SeatRequest } from './types';

/** The colours people may choose for themselves. */
export const colours = ['red', 'orange', 'olive', 'green', 'teal', 'blue', 'violet', 'pink'] as const;
export type Colour = (typeof colours)[number];

/** What people may say of their own strength. */
export const declaredLevels = ['beginner', 'intermediate', 'expert'] as const;
export type DeclaredLevel = (typeof declaredLevels)[number];

const BYTES = 24;
const PART_BYTES = 16;

function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The secret by which the server recognises the players of this browser. It is made once. */
export function device(): string {
  const known = recall<string | null>('device', null);
  if (known) return known;
  const made = randomHex(BYTES);
  remember('device', made);
  return made;
}

/** A new part of a seed. */
export const newPart = (): string => randomHex(PART_BYTES);

/** The colour chosen in this browser; null if none is. */
export function ownColour(): Colour | null {
  const kept = recall<string | null>('colour', null);
  return colours.find((colour) => colour === kept) ?? null;
}

export function chooseColour(colour: Colour | null): void {
  remember('colour', colour);
}

/** The level declared in this browser; null if none is. */
export function declaredLevel(): DeclaredLevel | null {
  const kept = recall<string | null>('level', null);
  return declaredLevels.find((level) => level === kept) ?? null;
}

export function declareLevel(level: DeclaredLevel | null): void {
  remember('level', level);
}

/** What this browser says of somebody who sits down. */
interface Introduction {
  level: DeclaredLevel | null;
  device: string;
  colour: Colour | null;
  known: boolean;
}

/** What this browser says of somebody who sits down: level and colour are those of its owner. */
export function introduction(name: string | null): Introduction {
  const owner = recall('name', '');
  const theirs = !name || !owner || name === owner;
  return {
    level: theirs ? declaredLevel() : null,
    device: device(),
    colour: theirs ? ownColour() : null,
    known: settings.chosen.known,
  };
}

/** The seats of a new table, with what this browser says of its people. */
export function introduced(seats: SeatRequest[]): SeatRequest[] {
  return seats.map((seat) =>
    seat.kind === 'person' ? { ...seat, ...introduction(seat.name ?? null) } : seat,
  );
}
