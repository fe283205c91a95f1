import { m } from '../paraglide/messages';
import { api } from './api';
import { device } from '../device';
import type { Kept } from '../device/shelf';
import { codeOf, isTransient } from './errors';
import { notices } from './notices.svelte';
import { isHere } from './places';
import { settings } from './settings.svelte';
import { hasServer, site } from './site';
import { recall, remember } from './storage';
import type { ErrorCode, Table } from './types';

const REFUSED = 'refused';
/** The record itself is at fault, so that the same one would be refused again. */
const final: ErrorCode[] = ['bad_request', 'illegal_move', 'still_secret', 'value_too_long'];

/**
 * Whether a server takes games of this device into its history: that of these pages, or the one to which a site
 * leads, if the person wants that.
 */
const isSent = () => hasServer || (site.server !== null && settings.chosen.handIn);

/** Keeps the record of a game that has ended on this device, and sends it to the server's history. */
export async function archive(table: Table, secret: string): Promise<void> {
  if (!isSent() || !isHere(table.id) || table.status !== 'over') return;
  const kept = await device.find(table.id);
  if (!kept || kept.record !== null) return;
  const record = await api.record(table.id, secret);
  await device.change(table.id, { record });
  await handIn({ ...kept, record });
}

/** Sends what could not be sent when its game ended; a record that is refused keeps no other one back. */
export async function handInLate(): Promise<void> {
  if (!isSent()) return;
  const seen = await device.seen();
  const refused = refusedIds().filter((id) => seen.some((kept) => kept.id === id));
  if (refused.length < refusedIds().length) remember(REFUSED, refused);
  for (const kept of seen) if (!kept.handedIn && !isRefused(kept.id)) await handIn(kept);
}

/** Whether the server refuses the record of a game on this device: it is not sent again. */
export const isRefused = (id: string): boolean => refusedIds().includes(id);

const refusedIds = (): string[] => recall<string[]>(REFUSED, []);

/** Sends a record. Rejected if the server cannot be reached, and so would not take others now, either. */
async function handIn({ id, record }: Kept): Promise<void> {
  if (record === null) return;
  try {
    await api.handIn(record);
  } catch (error) {
    const code = codeOf(error);
    if (isTransient(code)) throw error;
    if (final.includes(code)) {
      remember(REFUSED, [...refusedIds(), id]);
      notices.show(m.record_refused());
    }
    return; // other troubles of the server may be over at the next visit
  }
  await device.change(id, { handedIn: true });
}
