import type { AgentFamily, Game } from '../../../lib/types';

/** The programs of a game that can play a seat. */
export function programsFor(game: Pick<Game, 'agents'> | null, seat: number): AgentFamily[] {
  return (game?.agents ?? []).filter(({ seats }) => !seats || seats.includes(seat));
}

/**
 * The program to ask: the chosen one if it plays this seat, otherwise the strongest that does, which the game
 * declares last.
 */
export function programFor(game: Pick<Game, 'agents'> | null, seat: number, chosen: string): string {
  const able = programsFor(game, seat);
  return able.length === 0 || able.some(({ name }) => name === chosen) ? chosen : able.at(-1)!.name;
}
