import { m } from '../paraglide/messages';
import { api } from './api';
import { withDistinctNames, mixedLevels, usualProgram } from './company';
import { codeOf } from './errors';
import { introduced } from './identity';
import { language } from './language.svelte';
import { notices } from './notices.svelte';
import { router } from './router.svelte';
import { keepSeats, secretsOf } from './seats';
import { familyOf, usualOptions } from './spec';
import { recall } from './storage';
import { playableHere, thinking } from './thinking.svelte';
import type { Created, Game, TableRequest } from './types';

export function playerName(): string {
  return recall('name', '') || m.guest();
}

/** Creates a table, keeps the seats, and goes there. */
export async function startTable(request: Omit<TableRequest, 'lang'>): Promise<void> {
  try {
    const before = request.after ? secretsOf(request.after) : '';
    const seats = introduced(request.seats);
    const asked = { ...request, seats, lang: language.current };
    const { id, secrets, table, here } = await create(asked, before, await thinking.choosesHere(request));
    keepSeats(table, secrets, here);
    router.go(`/table/${id}`);
  } catch (error) {
    notices.error(error);
  }
}

/** Creates a table; on this device, too, if the server cannot be reached and everybody can play here. */
async function create(
  request: TableRequest,
  secret: string,
  here: boolean,
): Promise<Created & { here: boolean }> {
  try {
    // On a server this device adds a part to the seed; the table asks for it (`Session`).
    return { ...(await api.create(here ? request : { ...request, mixed: true }, secret, here)), here };
  } catch (error) {
    const unreachable = codeOf(error) === 'unreachable' && !here && !request.after;
    if (!unreachable || !(await playableHere(request))) throw error;
    return create(request, secret, true);
  }
}

/**
 * Starts a game against one program at once, which plays every seat that it can and that is not the player's.
 * `choices`: the seats a player may have together, where seats differ.
 */
export function playAgainst(game: Game, agent: string, choices: number[][] = []): Promise<void> {
  const able = game.agents.find(({ name }) => name === familyOf(game, agent))?.seats ?? null;
  const free = (seats: number[]) => !able || seats.every((seat) => !able.includes(seat));
  const mine = choices.find(free) ?? [able?.includes(0) ? 1 : 0];
  const count = Math.max(game.seats.usual, ...mine.map((seat) => seat + 1));
  return startTable({
    game: game.name,
    options: usualOptions(game, language.current),
    seats: withDistinctNames(
      game,
      Array.from({ length: count }, (_, seat) => {
        if (mine.includes(seat)) return { kind: 'person' as const, name: playerName() };
        const plays = !able || able.includes(seat) ? agent : usualProgram(game);
        return { kind: 'program' as const, agent: plays };
      }),
      choices.length === 0,
    ),
  });
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
