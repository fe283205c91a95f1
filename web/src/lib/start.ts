import { m } from '../paraglide/messages';
import { api } from './api';
import { language } from './language.svelte';
import { notices } from './notices.svelte';
import { router } from './router.svelte';
import { keepSeats } from './seats';
import { defaults } from './spec';
import { recall } from './storage';
import type { Game, SeatRequest, TableRequest } from './types';

const USUAL_LEVEL = 'intermediate';

export function usualLevel(game: Game): string {
  return (game.levels.find(({ name }) => name === USUAL_LEVEL) ?? game.levels[0])?.name ?? 'random';
}

export function playerName(): string {
  return recall('name', '') || m.guest();
}

/** Creates a table, keeps the seats, and goes there. */
export async function startTable(request: Omit<TableRequest, 'lang'>): Promise<void> {
  try {
    const { id, secrets, table } = await api.create({ ...request, lang: language.current });
    keepSeats(table, secrets);
    router.go(`/table/${id}`);
  } catch (error) {
    notices.error(error);
  }
}

/** One click: you against the usual opponents. */
export function playNow(game: Game): Promise<void> {
  const program: SeatRequest = { kind: 'program', agent: usualLevel(game) };
  const others = Array.from({ length: game.seats.min - 1 }, () => program);
  return startTable({
    game: game.name,
    options: defaults(game.options),
    seats: [{ kind: 'person', name: playerName() }, ...others],
  });
}
