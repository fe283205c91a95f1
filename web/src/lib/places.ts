import { device } from '../device';
import { tableIn } from '../device/device';
import { knownTable } from './seats';
import { server } from './server';
import { hasServer, site } from './site';
import { isStatic, readStatic } from './statics';
import type { Call, Transport, Watch, Watcher } from './transport';

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
  return (hasServer ? server : device).request(call);
}
