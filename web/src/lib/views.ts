import type { Schemas } from './types';

type Games = Schemas['Games'];
/** The games whose views have a shape the server declares. */
export type GameName = keyof Games;
export type ViewOf<G extends GameName> = Games[G]['view'];

/** Something with a view: a table, or a step of a replay, which does not say of what game. */
export interface Shown {
  game?: string;
  view: Schemas['View'];
}

/** The view of a game. That it has the shape is the server's promise: its tests check every view of random games against what it declares. */
export function viewOf<G extends GameName>(game: G, shown: Shown): ViewOf<G> {
  if (!isOf(game, shown)) throw new TypeError(`This is ${shown.game}, not ${game}.`);
  return shown.view;
}

function isOf<G extends GameName>(game: G, shown: Shown): shown is { game?: G; view: ViewOf<G> } {
  return shown.game === undefined || shown.game === game;
}
