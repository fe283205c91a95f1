import type { Game, Schemas, Table } from './types';

/** Who is at a table, and when this browser learned it. */
export type Presence = Schemas['Presence'] & { received: number };

/** Absences of a moment, such as a page that is loaded again, are not worth a word. */
const MENTIONED_AFTER = 6;

/** For how many seconds a person has been away; null while they are here. */
export function secondsAway(presence: Presence | null, seat: number, now: number): number | null {
  const one = presence?.seats.find((known) => known.seat === seat);
  if (!presence || !one || one.here) return null;
  return one.seconds + Math.max(0, now - presence.received) / 1000;
}

/** For how many seconds a person has been away, if that is worth telling. */
export function absence(presence: Presence | null, seat: number, now: number): number | null {
  const seconds = secondsAway(presence, seat, now);
  return seconds !== null && presence && seconds >= Math.min(MENTIONED_AFTER, presence.grace)
    ? seconds
    : null;
}

/** Whether the others may go on without this seat. */
export function hasLeft(presence: Presence | null, seat: number, now: number): boolean {
  return presence !== null && (secondsAway(presence, seat, now) ?? -1) >= presence.grace;
}

/** Whether the player here may claim the game: all people of the other sides have left. */
export function mayClaim(
  table: Pick<Table, 'seats'>,
  game: Pick<Game, 'teams'> | null,
  presence: Presence | null,
  now: number,
): boolean {
  const ours = new Set(table.seats.filter(({ you }) => you).map(({ seat }) => seat));
  const partners = game?.teams?.find((team) => team.some((seat) => ours.has(seat))) ?? [];
  const opponents = table.seats.filter(
    ({ kind, seat }) => kind === 'person' && !ours.has(seat) && !partners.includes(seat),
  );
  return opponents.length > 0 && opponents.every(({ seat }) => hasLeft(presence, seat, now));
}

/** How far the clock of this browser is ahead of the server's, in milliseconds. */
export function ahead(presence: Presence | null): number {
  return presence ? presence.received - Date.parse(presence.now) : 0;
}

/** The seconds since something happened on the server. */
export function secondsSince(since: string, presence: Presence | null, now: number): number {
  return Math.max(0, now - ahead(presence) - Date.parse(since)) / 1000;
}

/** The seconds a seat has left; null where it has no clock. */
export function timeLeft(
  { time_left: left, turn_since: since }: Pick<Table, 'time_left' | 'turn_since'>,
  seat: number,
  presence: Presence | null,
  now: number,
): number | null {
  const seconds = left?.seconds[seat] ?? null;
  if (seconds === null || left?.running !== seat) return seconds;
  return Math.max(0, seconds - secondsSince(since, presence, now));
}
