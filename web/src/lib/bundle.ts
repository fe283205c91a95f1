import type { KnownTable } from './seats';
import { recall, remember } from './storage';

/** What this browser keeps for its owner, and takes along to another device. */
interface Kept {
  device: string | null;
  name: string;
  level: string | null;
  colour: string | null;
  language: string | null;
  tables: KnownTable[];
}

const VERSION = 1;
const empty: Kept = { device: null, name: '', level: null, colour: null, language: null, tables: [] };
const TABLES = 'tables';
const keys = Object.keys(empty) as (keyof Kept)[];

/** Everything this browser keeps, as text. */
export function packed(): string {
  const kept = Object.fromEntries(keys.map((key) => [key, recall(key, empty[key])]));
  // Tables on this device stay here.
  const tables = recall(TABLES, empty.tables).filter(({ here }) => !here);
  return JSON.stringify({ partie: VERSION, ...kept, tables });
}

/**
 * Takes over what another browser has packed: its identity, and its seats beside those this one has. Returns
 * the name; null where the text is nothing of ours.
 */
export function unpack(text: string): string | null {
  const brought = read(text);
  if (!brought) return null;
  const own = recall<KnownTable[]>(TABLES, []).filter(
    ({ id }) => !brought.tables.some((one) => one.id === id),
  );
  for (const key of ['device', 'name', 'level', 'colour', 'language'] as const)
    if (brought[key]) remember(key, brought[key]);
  remember(TABLES, [...brought.tables, ...own]);
  return brought.name;
}

function read(text: string): Kept | null {
  try {
    const found = JSON.parse(text) as Partial<Kept> & { partie?: unknown };
    if (found?.partie !== VERSION || !Array.isArray(found.tables)) return null;
    const tables = found.tables.filter(
      (one) => typeof one?.id === 'string' && typeof one.game === 'string' && typeof one.secrets === 'object',
    );
    return { ...empty, ...found, tables };
  } catch {
    return null;
  }
}

/** Forgets everything this browser keeps, settings included. */
export function forgetEverything(): void {
  for (const key of keys) remember(key, empty[key]);
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('partie.')) localStorage.removeItem(key);
  } catch {
    // Where storage is forbidden there is nothing to remove.
  }
}
