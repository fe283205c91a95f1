import { api } from './api';
import { Positions } from './positions';
import { fragmentIn, pathIn, to } from './site';
import type { Replay, Table } from './types';

/** A game to replay: the table as it ended, and its positions. */
export interface Replayed {
  seen_by: Replay['seen_by'];
  table: Table;
  positions: Positions;
  /** The text it was opened from; null if it is a table. */
  record: string | null;
}

/** Where the last record opened in this browser tab is kept. It is stored nowhere else. */
const KEY = 'partie.record';
let latest: Opened | null = null;

interface Opened {
  record: string;
  replay: Replay;
}

export function keepOpened(record: string, replay: Replay): void {
  latest = { record, replay };
  try {
    sessionStorage.setItem(KEY, record);
  } catch {
    // Too long or forbidden: it is kept until the page is left.
  }
}

const LINKED = 'record=';

/** Takes the record out of a link, as in reports of tournaments: the address stays short, and reloading works. */
function takeLinked(): void {
  const linked = fragmentIn(location);
  if (!linked.startsWith(LINKED)) return;
  try {
    const record = decodeURIComponent(linked.slice(LINKED.length));
    latest = null;
    sessionStorage.setItem(KEY, record);
  } catch {
    // Not a text, or too long to keep: there is nothing to open.
  }
  history.replaceState(history.state, '', to(pathIn(location)));
}

/** The game of the last record opened, as a seat saw it or with nothing hidden. */
export async function opened(seenBy: number | null = null): Promise<Replayed | null> {
  takeLinked();
  const record = latest?.record ?? sessionStorage.getItem(KEY);
  if (!record) return null;
  const ask = (plies?: string) => api.open(record, seenBy, plies);
  return replayed(seenBy === null && latest ? latest.replay : await ask(), ask, record);
}

/** A game of which the server has sent the beginning; `ask` fetches the rest. */
export function replayed(
  { seen_by, table, steps }: Replay,
  ask: (plies: string) => Promise<Replay>,
  record: string | null = null,
): Replayed {
  return { seen_by, table, positions: new Positions(table.moves.length, ask, steps), record };
}
