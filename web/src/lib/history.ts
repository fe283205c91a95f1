import { api } from './api';
import { device } from '../device';
import type { Kept } from '../device/shelf';
import { isHere } from './places';
import { hasServer } from './site';
import type { Table } from './types';

/** Keeps the record of a game that has ended on this device, and sends it to the server's history. */
export async function archive(table: Table, secret: string): Promise<void> {
  if (!hasServer || !isHere(table.id) || table.status !== 'over') return;
  const kept = await device.find(table.id);
  if (!kept || kept.record !== null) return;
  const record = await api.record(table.id, secret);
  await device.change(table.id, { record });
  await handIn({ ...kept, record });
}

/** Sends what could not be sent when its game ended. */
export async function handInLate(): Promise<void> {
  if (!hasServer) return;
  for (const kept of await device.seen()) if (!kept.handedIn) await handIn(kept);
}

async function handIn({ id, record }: Kept): Promise<void> {
  if (record === null) return;
  await api.handIn(record);
  await device.change(id, { handedIn: true });
}
