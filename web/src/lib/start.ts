import { m } from '../paraglide/messages';
import { api } from './api';
import { withDistinctNames, mixedLevels, usualProgram } from './company';
import { language } from './language.svelte';
import { notices } from './notices.svelte';
import { router } from './router.svelte';
import { keepSeats, secretsOf } from './seats';
import { usualOptions } from './spec';
import { recall } from './storage';
import type { Game, TableRequest } from './types';

export function playerName(): string {
  return recall('name', '') || m.guest();
}

/** Creates a table, keeps the seats, and goes there. */
export async function startTable(request: Omit<TableRequest, 'lang'>): Promise<void> {
  try {
    const before = request.after ? secretsOf(request.after) : '';
    const { id, secrets, table } = await api.create({ ...request, lang: language.current }, before);
    keepSeats(table, secrets);
    router.go(`/table/${id}`);
  } catch (error) {
    notices.error(error);
  }
}

/** Starts a game against the usual opponents at once. `mine`: the seats of the player, where seats differ. */
export function playNow(game: Game, mine?: number[]): Promise<void> {
  if (mine) {
    return startTable({
      game: game.name,
      options: usualOptions(game, language.current),
      seats: withDistinctNames(
        game,
        Array.from({ length: game.seats.usual }, (_, seat) =>
          mine.includes(seat)
            ? { kind: 'person' as const, name: playerName() }
            : { kind: 'program' as const, agent: usualProgram(game) },
        ),
        false,
      ),
    });
  }
  const levels = mixedLevels(game, game.seats.usual - 1);
  return startTable({
    game: game.name,
    options: usualOptions(game, language.current),
    seats: withDistinctNames(game, [
      { kind: 'person', name: playerName() },
      ...levels.map((agent) => ({ kind: 'program' as const, agent })),
    ]),
  });
}
