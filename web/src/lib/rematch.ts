import { api } from './api';
import { faceOf } from '../games';
import { newPart } from './identity';
import { notices } from './notices.svelte';
import { isHere } from './places';
import { router } from './router.svelte';
import { keepSeats, keptSecret, rematchSeats } from './seats';
import { startTable } from './start';
import type { Table } from './types';

/** Sets up the next game for the same players. */
export function startRematch(table: Table): Promise<void> {
  const played = table.seat !== null;
  return startTable({
    game: table.game,
    options: table.options,
    seats: rematchSeats(table.seats, !faceOf(table.game).seatings, played),
    hints: table.hints === 'own' ? null : table.hints,
    clock: table.clock && {
      kind: table.clock.kind,
      seconds: table.clock.seconds,
      increment: table.clock.increment,
    },
    closed: table.closed,
    after: played ? table.id : null,
  });
}

/**
 * Takes the seats reserved for this browser at the next game, and goes there; a spectator just goes there.
 */
export async function joinRematch(id: string): Promise<void> {
  try {
    const next = await api.table(id);
    for (const seat of next.seats) {
      const kept = keptSecret(next, seat);
      if (!kept) continue;
      const part = isHere(id) ? null : newPart();
      const { secret, table } = await api.sit(id, kept, seat.seat, null, part);
      keepSeats(table, { [seat.seat]: secret }, false, {
        promised: next.seed_hash,
        ...(part && { part }),
      });
    }
  } catch (error) {
    notices.error(error);
  }
  router.go(`/table/${id}`);
}
