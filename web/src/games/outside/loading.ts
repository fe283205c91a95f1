import type { Game } from '../../lib/types';
import type { BoardModule } from './contract';

const boards = new Map<string, BoardModule>();

/** Gets the board a game brings. One that does not come is no error: the game is played as text then. */
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

/** The board a game brought, if it came. */
export function boardOf(game: string): BoardModule | null {
  return boards.get(game) ?? null;
}
