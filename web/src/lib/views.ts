import type { Schemas } from './types';

type Games = Schemas['Games'];
/** The games whose views the server declares. */
export type GameName = keyof Games;
export type ViewOf<G extends GameName> = Games[G]['view'];

/** Something with a view: a table, or a step of a replay, which does not name its game. */
export interface Shown {
  game?: string;
  view: Schemas['View'];
}

/**
 * The typed view of a game. The server guarantees its shape: its tests check the views of random games
 * against the declaration.
 */
export function viewOf<G extends GameName>(game: G, shown: Shown): ViewOf<G> {
  if (!isOf(game, shown)) throw new TypeError(`This is ${shown.game}, not ${game}.`);
  return shown.view;
}

function isOf<G extends GameName>(game: G, shown: Shown): shown is { game?: G; view: ViewOf<G> } {
  return shown.game === undefined || shown.game === game;
}
