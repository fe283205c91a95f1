import { m } from '../paraglide/messages';
import { api } from './api';
import { codeOf } from './errors';
import { line } from './line.svelte';
import { backoff, Live, type Connection } from './live';
import { fate, type Unconfirmed } from './moves';
import { notices } from './notices.svelte';
import { startAgain } from './outdated';
import { keepSeats, secretsOf, touchTable } from './seats';
import type { LiveMessage, Table, TableHint, Update } from './types';
import { updated } from './updates';

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
  hint = $state.raw<TableHint | null>(null);
  hinting = $state(false);
  busy = $state(false);
  /** The program to move is still being compiled. */
  preparing = $state(false);
  /** The move chosen here, until a table from the server says what became of it. */
  #chosen = $state.raw<Unconfirmed | null>(null);
  #request: AbortController | null = null;
  /** The event that the connection was asked to go on from. */
  #since = 0;
  /** What we know of the table does not fit what we hear: the next connection tells all of it. */
  #confused = false;
  #resend: ReturnType<typeof setTimeout> | undefined;
  #look: ReturnType<typeof setTimeout> | undefined;
  #live: Live;

  constructor(readonly id: string) {
    this.#live = this.#connect();
  }

  get secret(): string {
    return secretsOf(this.id);
  }

  /** The move that waits for the line to come back. */
  get unsent(): string | null {
    const chosen = this.#chosen;
    return chosen && (chosen.failures > 0 || !this.busy) ? chosen.move : null;
  }

  close(): void {
    clearTimeout(this.#look);
    clearTimeout(this.#resend);
    this.#request?.abort();
    this.#live.close();
    line.back(this);
  }

  retry(): void {
    this.#live.retry();
  }

  /** The browser says that the network has gone. */
  check(): void {
    this.#live.check();
  }

  /** Plays a move. Without a line it is kept, and sent when the line is back. */
  async move(move: string): Promise<void> {
    if (!this.table || this.busy || this.#chosen) return;
    notices.dismiss();
    this.#chosen = { seq: this.table.seq, move, failures: 0 };
    await this.#sendChosen();
  }

  /** Forgets the move that waits for the line. */
  discard(): void {
    if (!this.busy) this.#chosen = null;
  }

  takeback(): Promise<void> {
    return this.#change((table, signal) => api.takeback(this.id, this.secret, table.seq, signal));
  }

  resign(): Promise<void> {
    return this.#change((table, signal) => api.resign(this.id, this.secret, table.seq, signal));
  }

  /** Sits down on an open seat, or takes over from a program that failed, and follows the table from there. `kept`: the secret of the game before, where the seat is kept. */
  sit(seat: number, name: string | null, kept?: string): Promise<void> {
    return this.#change(async () => {
      const { secret, table } = await api.sit(this.id, kept ?? this.secret, seat, name);
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
      const decision = await api.hint(this.id, this.secret, HINT_SECONDS);
      if (this.table?.seq === table.seq) this.hint = { seat: table.to_move ?? 0, decision };
    } catch (error) {
      notices.error(error);
    } finally {
      this.hinting = false;
    }
  }

  async #change(act: (table: Table, signal: AbortSignal) => Promise<Table | Update>): Promise<void> {
    if (!this.table || this.busy) return;
    notices.dismiss();
    await this.#ask(act, async (error) => {
      notices.error(error);
      if (codeOf(error) === 'out_of_date') await this.#refresh();
    });
  }

  async #sendChosen(): Promise<void> {
    clearTimeout(this.#resend);
    const chosen = this.#chosen;
    if (!chosen || this.busy || this.connection === 'lost') return;
    await this.#ask(
      (_, signal) => api.move(this.id, this.secret, chosen.seq, chosen.move, signal),
      (error) => this.#undelivered(chosen, error),
    );
  }

  async #undelivered(chosen: Unconfirmed, error: unknown): Promise<void> {
    if (this.#chosen !== chosen) return; // its answer was lost, and a table has come that tells its fate
    const code = codeOf(error);
    if (code === 'unreachable') {
      this.#chosen = { ...chosen, failures: chosen.failures + 1 };
      this.#live.check();
    } else if (code === 'out_of_date') {
      await this.#refresh();
      if (this.#chosen === chosen) this.#chosen = null;
    } else {
      this.#chosen = null;
      notices.error(error);
    }
  }

  /** One request at a time. It ends when the line is cut, whatever the network makes of it: nothing may wait for an answer for ever. */
  async #ask(
    act: (table: Table, signal: AbortSignal) => Promise<Table | Update>,
    failed: (error: unknown) => Promise<void>,
  ): Promise<void> {
    if (!this.table) return;
    const request = new AbortController();
    this.#request = request;
    this.busy = true;
    try {
      this.#learn(await act(this.table, request.signal));
    } catch (error) {
      if (this.#request === request) await failed(error);
    } finally {
      if (this.#request === request) {
        this.#request = null;
        this.busy = false;
      }
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
      hello: () => {
        this.#since = this.table?.seq ?? 0;
        const since = this.#confused ? null : (this.table?.seq ?? null);
        return { secrets: this.secret.split(',').filter(Boolean), since };
      },
      onmessage: (message) => this.#hear(message),
      onconnection: (state) => this.#connected(state),
    });
  }

  #connected(state: Connection): void {
    this.connection = state;
    if (state === 'lost') {
      line.lost(this);
      this.#request?.abort();
    } else line.back(this);
    if (state === 'live' && this.#chosen) {
      // At once after a silence; a move that could not be delivered is not tried again and again without a pause.
      const { failures } = this.#chosen;
      this.#resend = setTimeout(() => void this.#sendChosen(), failures ? backoff(failures - 1) : 0);
    }
  }

  #hear(message: LiveMessage): void {
    switch (message.type) {
      case 'table':
        if (message.table.seq < this.#since) this.#startOver();
        this.#confused = false;
        return this.#accept(message.table);
      case 'update':
        return this.#learn(message);
      case 'hint':
        this.hint = message.hint;
        return;
      case 'thinking':
        if (this.table) this.table = { ...this.table, thinking: message.on };
        return;
      case 'error':
      case 'ping':
        return;
      default:
        void startAgain(); // the server has been updated, this page has not
    }
  }

  /** Takes in what the server says about the table, all of it or what is new. */
  #learn(news: Table | Update): void {
    if ('moves' in news) return this.#accept(news);
    if (!('now' in news)) return void startAgain();
    if (!this.table || this.#confused || news.now.seq < this.table.seq) return;
    const table = updated(this.table, news);
    if (table) return this.#accept(table);
    this.#confused = true;
    this.#live.restart();
  }

  /** The server knows less than we have seen: it goes on from a copy of its database that is older. What it says counts. */
  #startOver(): void {
    this.#since = 0;
    this.#chosen = null;
    this.table = null;
  }

  /** The answer to a request and the live update race: only a newer state replaces ours. */
  #accept(table: Table): void {
    if (this.table && table.seq < this.table.seq) return;
    if (table.seq !== this.table?.seq) {
      this.hint = table.hint;
      // The live connection may be faster than the answer to the move: what is asked from now on is about the new table.
      this.#request = null;
      this.busy = false;
    } else if (table.hint) this.hint = table.hint; // given to all while our line was cut
    this.table = table;
    this.#settle(table);
    touchTable(table.id, table.status === 'over');
    this.preparing = false;
    this.#lookIfPreparing();
  }

  /** A table that is further than our move tells what became of it. */
  #settle(table: Table): void {
    if (!this.#chosen) return;
    const became = fate(this.#chosen, table);
    if (became === 'open') return;
    if (became === 'overtaken') notices.show(m.move_overtaken());
    this.#chosen = null;
  }

  /** A program that does not answer may still be in preparation: then say so, and look again. */
  #lookIfPreparing(): void {
    clearTimeout(this.#look);
    const { to_move: mover, seats, game } = this.table ?? {};
    if (typeof mover !== 'number' || seats?.[mover]?.kind !== 'program') return;
    this.#look = setTimeout(async () => {
      const known = game ? await api.game(game).catch(() => null) : null;
      this.preparing = known?.ready === false;
      this.#lookIfPreparing();
    }, LOOK_EVERY);
  }
}
