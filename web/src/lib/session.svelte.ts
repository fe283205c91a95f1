import { m } from '../paraglide/messages';
import { api, ApiError } from './api';
import { backoff } from './backoff';
import { codeOf, isTransient } from './errors';
import { archive } from './history';
import { newPart } from './identity';
import { network } from './network.svelte';
import { fate, type Unconfirmed } from './moves';
import { notices } from './notices.svelte';
import { keepEssentials } from './offline';
import { reloadPage } from './outdated';
import { isHere, watchTable } from './places';
import type { Presence } from './presence';
import { keepPart, keepSeats, knownTable, secretsOf, touchTable } from './seats';
import { refusal } from './server';
import { recall, remember } from './storage';
import type { Connection, Watch } from './transport';
import type { LiveMessage, Seat, Table, TableHint, Update } from './types';
import { updated } from './updates';
import { Words, type Phrase } from './words.svelte';

/** Where moves are kept that wait for the connection, by table: they survive a reload. */
const UNSENT = 'unsent';
const HINT_SECONDS = 2;
const CHECK_EVERY = 3_000;

const playsAsProgram = (seat: Seat | undefined) => seat?.kind === 'program' || Boolean(seat?.stand_in);

/** One table as this browser follows it: its latest state, the connection, and what a player can do there. */
export class Session {
  table = $state.raw<Table | null>(null);
  connection = $state<Connection>('connecting');
  hint = $state.raw<TableHint | null>(null);
  hinting = $state(false);
  /** Who is at the table. */
  presence = $state.raw<Presence | null>(null);
  busy = $state(false);
  /** The program to move is still being compiled. */
  preparing = $state(false);
  /** The move made here, until a table from the server shows whether it was played. */
  #chosen = $state.raw<Unconfirmed | null>(null);
  #request: AbortController | null = null;
  /** Ends the wait for the answer to a move that was sent over the live connection. */
  #answered: ((refused?: ApiError) => void) | null = null;
  /** The event from which the connection was asked to resume. */
  #since = 0;
  /** Our table does not fit the updates: the next connection asks for the whole table. */
  #outOfSync = false;
  #resend: ReturnType<typeof setTimeout> | undefined;
  #preparationTimer: ReturnType<typeof setTimeout> | undefined;
  #partTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #live: Watch;

  /** What players say to each other. */
  readonly words: Words;

  constructor(readonly id: string) {
    this.words = new Words(id);
    const kept = recall<Record<string, Unconfirmed>>(UNSENT, {})[id];
    if (kept) this.#chosen = { ...kept, failures: 0 };
    this.#live = this.#connect();
  }

  get secret(): string {
    return secretsOf(this.id);
  }

  /** The move that waits for the connection to be restored. */
  get unsent(): string | null {
    const chosen = this.#chosen;
    return chosen && (chosen.failures > 0 || !this.busy) ? chosen.move : null;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#preparationTimer);
    clearTimeout(this.#partTimer);
    clearTimeout(this.#resend);
    this.words.close();
    this.#request?.abort();
    this.#live.close();
    network.restored(this);
  }

  retry(): void {
    this.#live.retry();
  }

  /** Called when the browser says that the network is gone. */
  check(): void {
    this.#live.check();
  }

  /** Plays a move. Without a connection it is kept, and sent when the connection is restored. */
  async move(move: string): Promise<void> {
    if (!this.table || this.busy || this.#chosen) return;
    notices.dismiss();
    this.#choose({ seq: this.table.seq, move, failures: 0 });
    await this.#sendChosen();
  }

  /** Drops the move that waits for the connection. */
  discard(): void {
    if (!this.busy) this.#choose(null);
  }

  #choose(move: Unconfirmed | null): void {
    this.#chosen = move;
    if (!move) this.#answered?.();
    const others = Object.entries(recall<Record<string, Unconfirmed>>(UNSENT, {})).filter(
      ([id]) => id !== this.id,
    );
    remember(UNSENT, Object.fromEntries(move ? [...others, [this.id, move]] : others));
  }

  /** Opens the table to spectators, or closes it. */
  setDoors(open: boolean): Promise<void> {
    return this.#change(() => api.setDoors(this.id, this.secret, open));
  }

  takeback(): Promise<void> {
    return this.#change((table, signal) => api.takeback(this.id, this.secret, table.seq, signal));
  }

  resign(): Promise<void> {
    return this.#change((table, signal) => api.resign(this.id, this.secret, table.seq, signal));
  }

  /** What people do beside the game, such as requests: `path` is that of the API, below the table's. */
  act(path: string, body: object = {}): Promise<void> {
    return this.#change((table, signal) =>
      api.act(this.id, this.secret, path, { seq: table.seq, ...body }, signal),
    );
  }

  /** Says something to everybody at the table. */
  async say(phrase: Phrase): Promise<void> {
    try {
      await api.say(this.id, this.secret, phrase);
    } catch (error) {
      notices.error(error);
    }
  }

  /**
   * Takes an open seat, or the seat of a program that failed, and follows the table from there. `kept`: our
   * secret of the previous game, where the seat is reserved.
   */
  sit(seat: number, name: string | null, kept?: string): Promise<void> {
    return this.#change(async () => {
      const part = isHere(this.id) ? null : newPart();
      const promised = this.table?.seed_hash;
      const { secret, table } = await api.sit(this.id, kept ?? this.secret, seat, name, part);
      keepSeats(table, { [seat]: secret }, false, {
        ...(promised !== undefined && { promised }),
        ...(part && { part }),
      });
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
    await this.#perform(act, async (error) => {
      notices.error(error);
      if (codeOf(error) === 'out_of_date') await this.#refresh();
    });
  }

  async #sendChosen(): Promise<void> {
    clearTimeout(this.#resend);
    const chosen = this.#chosen;
    if (!chosen || this.busy || this.connection === 'lost') return;
    await this.#perform(
      (_, signal) =>
        this.#live.move(chosen.seq, chosen.move)
          ? this.#untilAnswered(signal)
          : api.move(this.id, this.secret, chosen.seq, chosen.move, signal),
      (error) => this.#undelivered(chosen, error),
    );
  }

  /** Waits for the fate of a move that was sent over the live connection. */
  #untilAnswered(signal: AbortSignal): Promise<null> {
    return new Promise((settled, refuse) => {
      this.#answered = (refused) => {
        this.#answered = null;
        if (refused) refuse(refused);
        else settled(null);
      };
      signal.onabort = () => refuse(new ApiError('unreachable', 'the connection was lost'));
    });
  }

  async #undelivered(chosen: Unconfirmed, error: unknown): Promise<void> {
    if (this.#chosen !== chosen) return; // only the answer was lost: a newer table has settled the move
    const code = codeOf(error);
    if (code === 'unreachable') {
      this.#choose({ ...chosen, failures: chosen.failures + 1 });
      this.#live.check();
    } else if (code === 'out_of_date') {
      await this.#refresh();
      if (this.#chosen === chosen) this.#choose(null);
    } else {
      this.#choose(null);
      notices.error(error);
    }
  }

  /**
   * Performs one request at a time. It is aborted when the connection is lost: nothing waits for ever for an
   * answer.
   */
  async #perform(
    act: (table: Table, signal: AbortSignal) => Promise<Table | Update | null>,
    failed: (error: unknown) => Promise<void>,
  ): Promise<void> {
    if (!this.table) return;
    const request = new AbortController();
    this.#request = request;
    this.busy = true;
    try {
      const news = await act(this.table, request.signal);
      if (news) this.#apply(news);
    } catch (error) {
      // A refusal is told after another event, too: whoever asked waits for it.
      if (this.#request === request || codeOf(error) !== 'unreachable') await failed(error);
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

  #connect(): Watch {
    return watchTable(this.id, {
      hello: () => {
        this.#since = this.table?.seq ?? 0;
        const since = this.#outOfSync ? null : (this.table?.seq ?? null);
        return { secrets: this.secret.split(',').filter(Boolean), since };
      },
      onmessage: (message) => this.#receive(message),
      onconnection: (state) => this.#connected(state),
    });
  }

  #connected(state: Connection): void {
    this.connection = state;
    if (state === 'lost') {
      network.lost(this);
      this.#request?.abort();
    } else network.restored(this);
    if (state === 'connecting' && this.#answered) {
      // We have left the connection on which the answer would come: the move is sent again on the new one.
      this.#answered = this.#request = null;
      this.busy = false;
    }
    // Nothing has changed at the table if our part did not arrive: no message asks for it.
    if (state === 'live') void this.#sendPart();
    if (state === 'live' && this.#chosen) {
      // At once after a silence; after failed attempts only with a pause.
      const { failures } = this.#chosen;
      this.#resend = setTimeout(() => void this.#sendChosen(), failures ? backoff(failures - 1) : 0);
    }
  }

  #receive(message: LiveMessage): void {
    switch (message.type) {
      case 'table':
        if (message.table.seq < this.#since) this.#startOver();
        this.#outOfSync = false;
        return this.#accept(message.table);
      case 'update':
        return this.#apply(message);
      case 'hint':
        this.hint = message.hint;
        return;
      case 'presence':
        this.presence = { ...message, received: Date.now() };
        return;
      case 'word':
        this.words.hear(message.seat, message.phrase);
        return;
      case 'thinking':
        if (this.table) this.table = { ...this.table, thinking: message.on };
        return;
      case 'refused':
        if (
          message.move === null ||
          (message.move === this.#chosen?.move && message.seq === this.#chosen.seq)
        )
          this.#answered?.(refusal(message));
        return;
      case 'error':
        // The page says itself that there is no such table, or that it is closed.
        if (message.error.code !== 'not_found' && message.error.code !== 'closed')
          notices.error(refusal(message));
        return;
      case 'ping':
        return;
      default:
        void reloadPage(); // the server has been updated, this page has not
    }
  }

  /** Applies what the server sends about the table: all of it, or an update. */
  #apply(news: Table | Update): void {
    if ('moves' in news) return this.#accept(news);
    if (!('now' in news)) return void reloadPage();
    if (!this.table || this.#outOfSync || news.now.seq < this.table.seq) return;
    const table = updated(this.table, news);
    if (table) return this.#accept(table);
    this.#outOfSync = true;
    this.#live.restart();
  }

  /**
   * The server has fewer events than we have seen: it was restarted from an older copy of its database, which
   * counts.
   */
  #startOver(): void {
    this.#since = 0;
    this.#choose(null);
    this.table = null;
  }

  /** Replaces our table by a newer one: answers and live updates may arrive in any order. */
  #accept(table: Table): void {
    if (this.table && table.seq < this.table.seq) return;
    // A hint for everybody may have been given while we were disconnected.
    if (table.turn !== this.table?.turn || table.hint) this.hint = table.hint;
    if (table.seq !== this.table?.seq) {
      // The live update may be faster than the answer to our move: from now on requests are about the new
      // table.
      this.#request = null;
      this.busy = false;
    }
    const first = !this.table;
    if (first && isHere(this.id)) keepEssentials(table.game).catch(() => {}); // settings show the rest
    this.table = table;
    this.#settle(table);
    // A move that was kept before the page was loaded again.
    if (first && this.#chosen) this.#resend = setTimeout(() => void this.#sendChosen(), 0);
    void this.#sendPart();
    touchTable(table.id, table.status === 'over');
    archive(table, this.secret).catch(() => {}); // tried again on the home page
    this.preparing = false;
    this.#checkPreparation();
  }

  /** Finds out from a newer table whether our move was played. */
  #settle(table: Table): void {
    if (!this.#chosen) return;
    const became = fate(this.#chosen, table);
    if (became === 'open') return;
    if (became === 'overtaken') notices.show(m.move_overtaken());
    this.#choose(null);
  }

  /**
   * Sends this device's part of the seed while it is awaited: the server has committed to its own. `failures`:
   * how often that has failed in a row.
   */
  async #sendPart(failures = 0): Promise<void> {
    clearTimeout(this.#partTimer);
    const { table } = this;
    if (this.#closed || !table?.awaited.some((seat) => table.seats[seat]?.you)) return;
    const part = knownTable(this.id)?.part ?? newPart();
    keepPart(this.id, part);
    try {
      this.#accept(await api.sendPart(this.id, this.secret, part));
    } catch (error) {
      if (this.#closed) return;
      if (!isTransient(codeOf(error))) return notices.error(error);
      clearTimeout(this.#partTimer);
      this.#partTimer = setTimeout(() => void this.#sendPart(failures + 1), backoff(failures));
    }
  }

  /** While a program is to move, asks from time to time whether its game is still being compiled. */
  #checkPreparation(): void {
    clearTimeout(this.#preparationTimer);
    if (this.#closed || isHere(this.id)) return; // a game that runs here was compiled when it was built
    const { to_move: mover, seats, game } = this.table ?? {};
    if (typeof mover !== 'number' || !playsAsProgram(seats?.[mover])) return;
    this.#preparationTimer = setTimeout(async () => {
      const known = game ? await api.game(game).catch(() => null) : null;
      this.preparing = known?.ready === false;
      this.#checkPreparation();
    }, CHECK_EVERY);
  }
}
