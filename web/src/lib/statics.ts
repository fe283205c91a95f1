import { readFile } from '../device/files';
import { ApiError, type Call } from './transport';
import type { Game, Rules } from './types';

const GAME = /^\/games\/([^/?]+)$/;
const RULES = /^\/games\/([^/?]+)\/rules\?lang=(\w+)$/;

/** Whether the build of a folder has written the answer to this request into it. */
export function isStatic({ path, method = 'GET' }: Call): boolean {
  return method === 'GET' && (path === '/games' || GAME.test(path) || RULES.test(path));
}

/** Answers a request from the files in the folder: games with their options and levels, and rules. */
export async function readStatic<T>({ path }: Call): Promise<T> {
  try {
    return (await answer(path)) as T;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('unreachable', `no file for ${path}`);
  }
}

async function answer(path: string): Promise<Game[] | Game | Rules> {
  const games = await readFile<Game[]>('games.json');
  if (path === '/games') return games;
  const [, name = '', language] = RULES.exec(path) ?? GAME.exec(path) ?? [];
  const game = games.find((one) => one.name === decodeURIComponent(name));
  if (!game) throw new ApiError('not_found', `There is no game ${name}.`);
  return language ? readFile<Rules>(`rules.${language}.json`, game.name) : game;
}
