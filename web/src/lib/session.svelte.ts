import { api } from './api';
import { codeOf } from './errors';
import { Live, type Connection } from './live';
import { notices } from './notices.svelte';
import { keepSeats, secretsOf, touchTable } from './seats';
import type { Decision, LiveMessage, Table } from './types';

const HINT_SECONDS = 2;
const LOOK_EVERY = 3_000;

function liveAddress(id: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/tables/${encodeURIComponent(id)}/live`;
}

/** One table as this browser follows it: the latest state, the connection, and everything one can do there. */
export class Session {
  table = $state.raw<Table | null>(null);
  connection = $state<Connection>('connecting');
  hint = $state.raw<Decision | null>(null);
  hinting = $state(false);
  busy = $state(false);
  /** The program to move is still being compiled. */
  preparing = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #live: Live;

  constructor(readonly id: string) {
    this.#live = this.#connect();
  }

  get secret(): string {
    return secretsOf(this.id);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#live.close();
  }

  retry(): void {
    this.#live.retry();
  }

  move(move: string): Promise<void> {
    return this.#change((table) => api.move(this.id, this.secret, table.seq, move));
  }

  takeback(): Promise<void> {
    return this.#change((table) => api.takeback(this.id, this.secret, table.seq));
  }

  resign(): Promise<void> {
    return this.#change((table) => api.resign(this.id, this.secret, table.seq));
  }

  /** Sits down on an open seat, or takes over from a program that failed, and follows the table from there. */
  sit(seat: number, name: string): Promise<void> {
    return this.#change(async () => {
      const { secret, table } = await api.sit(this.id, this.secret, seat, name);
      keepSeats(table, { [seat]: secret });
      this.#live.close();
      this.table = null;
      this.#live = this.#connect();
      return table;
    });
  }

  async askHint(): Promise<void> {
    const table = this.table;
    if (!table?.can.hint || this.hinting) return;
    this.hinting = true;
    try {
      const hint = await api.hint(this.id, this.secret, HINT_SECONDS);
      if (this.table?.seq === table.seq) this.hint = hint;
    } catch (error) {
      notices.error(error);
    } finally {
      this.hinting = false;
    }
  }

  async #change(request: (table: Table) => Promise<Table>): Promise<void> {
    if (!this.table || this.busy) return;
    this.busy = true;
    notices.dismiss();
    try {
      this.#accept(await request(this.table));
    } catch (error) {
      notices.error(error);
      if (codeOf(error) === 'out_of_date') await this.#refresh();
    } finally {
      this.busy = false;
    }
  }

  async #refresh(): Promise<void> {
    try {
      this.#accept(await api.table(this.id, this.secret));
    } catch (error) {
      notices.error(error);
    }
  }

  #connect(): Live {
    return new Live({
      address: liveAddress(this.id),
      hello: () => ({
        secrets: this.secret.split(',').filter(Boolean),
        since: this.table?.seq ?? null,
      }),
      onmessage: (message) => this.#hear(message),
      onconnection: (state) => {
        this.connection = state;
        notices.disconnected = state === 'lost';
      },
    });
  }

  #hear(message: LiveMessage): void {
    if (message.type === 'table') this.#accept(message.table);
    else if (message.type === 'thinking' && this.table) this.table = { ...this.table, thinking: message.on };
  }

  /** The answer to a request and the live update race: only a newer state replaces ours. */
  #accept(table: Table): void {
    if (this.table && table.seq < this.table.seq) return;
    if (table.seq !== this.table?.seq) {
      this.hint = null;
      // The live connection may be faster than the answer to the move: what is asked from now on is about the new table.
      this.busy = false;
    }
    this.table = table;
    touchTable(table.id, table.status === 'over');
    this.preparing = false;
    this.#lookIfPreparing();
  }

  /** A program that does not answer may still be in preparation: then say so, and look again. */
  #lookIfPreparing(): void {
    clearTimeout(this.#timer);
    const { to_move: mover, seats, game } = this.table ?? {};
    if (typeof mover !== 'number' || seats?.[mover]?.kind !== 'program') return;
    this.#timer = setTimeout(async () => {
      const known = game ? await api.game(game).catch(() => null) : null;
      this.preparing = known?.ready === false;
      this.#lookIfPreparing();
    }, LOOK_EVERY);
  }
}
