import { plain } from './plain';
import type { GameFace } from './types';

/** A game's name → its board, in a file of its own that is loaded when somebody plays. A game without one is played as text. */
const loaders: Record<string, () => Promise<GameFace>> = {
  quarto: async () => (await import('./quarto')).quarto,
  liarsdice: async () => (await import('./liarsdice')).liarsdice,
  hearts: async () => (await import('./hearts')).hearts,
  coinche: async () => (await import('./coinche')).coinche,
  axisallies: async () => (await import('./axisallies')).axisallies,
};
const loaded = new Map<string, GameFace>();

/** Gets a game's board. A page asks for it before it shows anything of the game. */
export async function loadFace(game: string): Promise<GameFace> {
  const known = loaded.get(game) ?? (await loaders[game]?.()) ?? plain;
  loaded.set(game, known);
  return known;
}

/** The board of a game that was loaded. */
export function faceOf(game: string): GameFace {
  return loaded.get(game) ?? plain;
}
