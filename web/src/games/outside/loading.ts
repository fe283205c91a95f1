import type { Game } from '../../lib/types';
import type { BoardModule } from './contract';

const boards = new Map<string, BoardModule>();

/** Loads the board of a game from another package; null where it fails: the game is then played as text. */
export async function loadBoard({ name, board }: Pick<Game, 'name' | 'board'>): Promise<BoardModule | null> {
  if (board === null) return null;
  try {
    const module = ((await import(/* @vite-ignore */ board)) as { default?: BoardModule }).default;
    if (typeof module?.mount !== 'function') throw new TypeError(`${board} exports no board with mount()`);
    boards.set(name, module);
    return module;
  } catch (error) {
    console.error(`The board of ${name} could not be loaded.`, error);
    return null;
  }
}

/** The board of a game from another package, if it was loaded. */
export function boardOf(game: string): BoardModule | null {
  return boards.get(game) ?? null;
}
