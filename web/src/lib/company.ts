import { say } from './language.svelte';
import { programTitle } from './names';
import type { Game, SeatRequest } from './types';

const USUAL_LEVEL = 'intermediate';

export function usualLevel(game: Pick<Game, 'levels'>): string {
  return (game.levels.find(({ name }) => name === USUAL_LEVEL) ?? game.levels[0])?.name ?? 'random';
}

/** The opponent where none was chosen: the usual level, or a program that does not play at random. */
export function usualProgram(game: Pick<Game, 'levels' | 'agents'>): string {
  if (game.levels.length > 0) return usualLevel(game);
  const sensible =
    game.agents.find(({ name }) => name === 'greedy') ?? game.agents.find(({ name }) => name !== 'random');
  return sensible?.name ?? 'random';
}

/**
 * The levels of `count` programs at one table: the usual one, then the others in turn, so that they differ.
 */
export function mixedLevels(game: Pick<Game, 'levels'>, count: number): string[] {
  const names = game.levels.map(({ name }) => name);
  const first = Math.max(0, names.indexOf(usualLevel(game)));
  return Array.from({ length: count }, (_, i) => names[(first + i) % names.length] ?? usualLevel(game));
}

/**
 * Numbers players of the same name: Malo, Malo 2. `persons`: false where one person may hold several seats,
 * which keep one name.
 */
export function withDistinctNames(
  game: Pick<Game, 'levels' | 'agents'>,
  seats: SeatRequest[],
  persons = true,
): SeatRequest[] {
  const met = new Map<string, number>();
  return seats.map((seat) => {
    const level = game.levels.find(({ name }) => name === seat.agent);
    const name = seat.name || (level ? say(level.character) : programTitle(game, seat.agent ?? ''));
    if (seat.kind === 'open' || !name || (seat.kind === 'person' && !persons)) return seat;
    const times = (met.get(name) ?? 0) + 1;
    met.set(name, times);
    return times > 1 ? { ...seat, name: `${name} ${times}` } : seat;
  });
}
