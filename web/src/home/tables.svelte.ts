import { api } from '../lib/api';
import { backoff } from '../lib/backoff';
import { codeOf, isTransient } from '../lib/errors';
import { device } from '../device';
import { handInLate } from '../lib/history';
import { isHere } from '../lib/places';
import {
  forgetTable,
  keptSecret,
  knownTable,
  knownTables,
  secretsOf,
  touchTable,
  type KnownTable,
} from '../lib/seats';
import type { Table } from '../lib/types';

/** How many finished tables are fetched at first. */
const FIRST = 6;

/** The tables where this browser has a seat: those in progress, and the finished ones. */
export class OwnTables {
  running = $state.raw<Table[]>([]);
  finished = $state.raw<Table[]>([]);
  /** Rematches at which a seat is reserved for this browser. */
  invited = $state.raw<Table[]>([]);
  /** How many more finished tables there are. */
  more = $state(0);
  loaded = $state(false);
  /** Some tables could not be reached; they are asked for again. */
  failed = $state(false);
  #most = FIRST;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #stopped = false;

  constructor() {
    void this.load();
    void forgetUnknown();
    handInLate().catch(() => {}); // the server cannot be reached: the next visit tries again
  }

  async load(): Promise<void> {
    const known = knownTables();
    const [open, over] = [known.filter((one) => !one.over), known.filter((one) => one.over)];
    const { seen, failed } = await fetchTables([...open, ...over.slice(0, this.#most)]);
    if (this.#stopped) return;
    this.failed = failed;
    if (failed) this.#timer = setTimeout(() => void this.load(), backoff(this.#failures++));
    else this.#failures = 0;
    this.running = seen.filter(({ status }) => status !== 'over').sort(byTurn);
    this.finished = seen.filter(({ status }) => status === 'over');
    this.more = Math.max(0, over.length - this.#most);
    this.loaded = true;
    this.invited = await invitations(this.finished);
  }

  async showAll(): Promise<void> {
    this.#most = Infinity;
    const { seen } = await fetchTables(knownTables().filter(({ over }) => over));
    this.finished = seen.filter(({ status }) => status === 'over');
    this.more = 0;
  }

  forget(id: string): void {
    forgetTable(id);
    if (isHere(id)) device.forget(id);
    this.running = this.running.filter((table) => table.id !== id);
    this.finished = this.finished.filter((table) => table.id !== id);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}

/** The rematches of finished games that wait for this browser. */
async function invitations(finished: Table[]): Promise<Table[]> {
  const next = finished.flatMap(({ next }) => (next && !knownTable(next) ? [next] : []));
  const found = await Promise.all(next.map((id) => api.table(id).catch(() => null)));
  return found.filter((table) => table?.seats.some((seat) => keptSecret(table, seat))) as Table[];
}

/** Sorts tables where it is our turn first; the others stay in order. */
function byTurn(a: Table, b: Table): number {
  return Number(b.can.move) - Number(a.can.move);
}

/** Those of the tables that there are, and whether some could not be reached. */
async function fetchTables(known: KnownTable[]): Promise<{ seen: Table[]; failed: boolean }> {
  let failed = false;
  const found = await Promise.all(
    known.map((one) =>
      fetchTable(one).catch((error: unknown) => {
        failed ||= isTransient(codeOf(error));
        return null;
      }),
    ),
  );
  return { seen: found.filter((table) => table !== null), failed };
}

/** Forgets tables on this device of which the list of seats no longer knows: only the latest are in it. */
async function forgetUnknown(): Promise<void> {
  const seen = await device.seen();
  const known = new Set(knownTables().map(({ id }) => id)); // now: a table may have begun meanwhile
  if (known.size === 0) return; // the list itself may be lost
  for (const { id } of seen) if (!known.has(id)) device.forget(id);
}

/** A table on this device as it was last shown: no worker has to be started for a list. */
async function tableHere(id: string): Promise<Table | null> {
  const kept = await device.find(id);
  if (!kept) forgetTable(id);
  return kept?.seen ?? null;
}

async function fetchTable({ id, over }: KnownTable): Promise<Table | null> {
  try {
    if (isHere(id)) return await tableHere(id);
    const table = await api.table(id, secretsOf(id));
    if (table.status === 'over' && !over) touchTable(id, true);
    return table;
  } catch (error) {
    if (codeOf(error) !== 'not_found') throw error;
    forgetTable(id);
    return null;
  }
}
