import { device } from '../device';
import { tableIn } from '../device/device';
import { server } from './server';
import { hasServer, site } from './site';
import { isStatic, readStatic } from './statics';
import type { Call, Transport, Watch, Watcher } from './transport';

/** The ids of tables on this device begin with it. */
const HERE = 'here-';

/** Whether a table is on this device. */
export function isHere(id: string): boolean {
  return id.startsWith(HERE);
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
