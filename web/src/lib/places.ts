import { device } from '../device';
import { tableIn } from '../device/device';
import { gamesHere } from '../device/files';
import { knownTable } from './seats';
import { server } from './server';
import { hasServer, site } from './site';
import { isStatic, readStatic } from './statics';
import { ApiError, type Call, type Transport, type Watch, type Watcher } from './transport';

/** Whether a table is on this device: those of a folder are, and those of which that was noted. */
export function isHere(id: string): boolean {
  return site.folder || knownTable(id)?.here === true;
}

/** Who answers for a table. */
export function placeOf(table: string): Transport {
  return isHere(table) ? device : server;
}

/** Follows a table, wherever it is. */
export function watchTable(table: string, watcher: Watcher): Watch {
  return placeOf(table).watch(table, watcher);
}

/** Sends a request to whoever answers it: a server, this device, or a file beside the pages. */
export async function request<T>(call: Call): Promise<T> {
  const table = tableIn(call.path);
  if (table !== null) return placeOf(table).request(call);
  if (site.folder && isStatic(call)) return readStatic(call);
  if (!hasServer) return device.request(call);
  try {
    return await server.request<T>(call);
  } catch (error) {
    if (!(await isAnsweredHere(call, error))) throw error;
    return device.request(call);
  }
}

/** Whether this device answers a question about a game, such as the odds of a battle, without a network. */
async function isAnsweredHere({ game }: Call, error: unknown): Promise<boolean> {
  if (!game || !(error instanceof ApiError) || error.code !== 'unreachable') return false;
  return (await gamesHere()).some(({ name }) => name === game);
}
