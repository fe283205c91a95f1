import { SvelteMap } from 'svelte/reactivity';
import { ApiError } from '../../../lib/api';
import { codeOf, isTransient, sentence } from '../../../lib/errors';
import { say } from '../../../lib/language.svelte';
import { recall, remember } from '../../../lib/storage';
import type { Text } from '../../../lib/types';
import {
  companion,
  type CompanionResult,
  type CompanionState,
  type CompanionStep,
  type Explanation,
  type PendingBattle,
} from '../api';
import { advanced, begun, redone, undone, type History } from './history';
import { anySeed, numberedLines, type Line } from './plan';
import type { Power } from '../powers';
import { viewOf } from '../war';
import { fromServer, toText, type Position, type PositionView } from './position';

const FIRST_PROGRAM = 'germany-2009';

interface Kept {
  position: Position;
  preset: string;
  program: string;
}

interface Plan {
  /** The position in which its orders are given, as text, and all of them. */
  from: string;
  orders: string[];
  lines: Line[];
  trace: CompanionStep[];
  power: number;
  phase: string;
  round: number;
  program: string;
}

const KEY = 'companion';
const AGAIN = 2_500;
/** How long a position must stay unchanged before it is checked, in milliseconds. */
const PAUSE = 300;

/** What went wrong, in both languages. */
interface Wrong {
  text: Text | null;
  error: unknown;
  space: string | null;
}

function wrong(error: unknown): Wrong {
  const data = error instanceof ApiError ? error.data : {};
  return {
    text: (data.sentence as Text | undefined) ?? null,
    error,
    space: typeof data.space === 'string' ? data.space : null,
  };
}

/** A position set up by hand, which is kept in this browser, and the orders of programs for it. */
export class Companion {
  #history = $state.raw<History<Position> | null>(null);
  preset = $state('second');
  program = $state(FIRST_PROGRAM);
  /** The server's analysis of the position: its battles and production. */
  seen = $state.raw<CompanionState | null>(null);
  plan = $state.raw<Plan | null>(null);
  events = $state.raw<Text[]>([]);
  /** What is wrong with a position that cannot be played. */
  trouble = $state.raw<Wrong | null>(null);
  /** Why the last request failed; the position is unchanged. */
  refusal = $state.raw<Wrong | null>(null);
  busy = $state(false);
  /** Why orders of the plan are given, by their numbers; null while an answer is on its way. */
  readonly reasons = new SvelteMap<number, Explanation | 'failed' | null>();
  /** The last turn that was played to its end, in a few sentences. */
  story = $state.raw<{ power: Power; text: Text } | null>(null);
  /** The turn that is being played: the position it began in, and its orders so far. */
  #turn: { power: Power; round: number; from: string; orders: string[] } | null = null;
  /** The server is still getting the game ready, or cannot be reached. */
  waiting = $state(false);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const kept = recall<Kept | null>(KEY, null);
    if (kept?.position?.units) {
      this.#history = begun({ ...kept.position, board: kept.position.board ?? 'world' });
      this.preset = kept.preset;
      this.program = kept.program;
      void this.#check();
    } else void this.standard();
  }

  get position(): Position | null {
    return this.#history?.now ?? null;
  }

  get canUndo(): boolean {
    return !!this.#history?.past.length;
  }

  get canRedo(): boolean {
    return !!this.#history?.future.length;
  }

  get view(): PositionView | null {
    return this.seen ? viewOf(this.seen) : null;
  }

  get battles(): PendingBattle[] {
    return this.seen?.battles ?? [];
  }

  get complaint(): string | null {
    const wrong = this.refusal ?? this.trouble;
    if (!wrong) return null;
    return wrong.text ? say(wrong.text) : sentence(wrong.error);
  }

  get #options(): Record<string, string> {
    return { preset: this.preset };
  }

  get text(): string {
    return this.position ? toText(this.position) : '';
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  edit(next: Position): void {
    if (!this.#history || next === this.#history.now) return;
    this.#history = advanced(this.#history, next);
    this.#changed();
  }

  undo(): void {
    if (!this.#history) return;
    this.#history = undone(this.#history);
    this.#changed();
  }

  redo(): void {
    if (!this.#history) return;
    this.#history = redone(this.#history);
    this.#changed();
  }

  choose(program: string): void {
    this.program = program;
    this.plan = null;
    this.#keep();
  }

  /** Chooses an edition; one on another board begins with its set-up. */
  edition(preset: string, otherBoard = false): void {
    this.preset = preset;
    if (otherBoard) void this.standard();
    else this.#changed();
  }

  /** Changes the position by hand: earlier orders no longer fit. */
  #changed(): void {
    this.plan = null;
    this.events = [];
    this.refusal = null;
    this.#keep();
    this.#asked += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), PAUSE);
  }

  #keep(): void {
    if (this.position)
      remember(KEY, { position: this.position, preset: this.preset, program: this.program } satisfies Kept);
  }

  /** Has the server check the position; only the answer to the latest request counts. */
  async #check(): Promise<void> {
    const asked = ++this.#asked;
    clearTimeout(this.#timer);
    try {
      const seen = await companion.check({ position: this.text, options: this.#options });
      if (asked !== this.#asked) return;
      this.seen = seen;
      this.trouble = null;
      this.waiting = false;
    } catch (error) {
      if (asked !== this.#asked) return;
      if (this.#retry(error, () => this.#check())) return;
      this.trouble = wrong(error);
    }
  }

  #retry(error: unknown, again: () => Promise<void>): boolean {
    this.waiting = isTransient(codeOf(error));
    if (this.waiting) this.#timer = setTimeout(() => void again(), AGAIN);
    return this.waiting;
  }

  #arrive(state: CompanionState): void {
    clearTimeout(this.#timer);
    const position = fromServer(viewOf(state), state.position);
    this.#history = this.#history ? advanced(this.#history, position) : begun(position);
    this.#asked += 1;
    this.seen = state;
    this.events = state.events ?? [];
    this.trouble = null;
    this.waiting = false;
    this.#keep();
  }

  async #work(job: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    try {
      await job();
      return true;
    } catch (error) {
      this.refusal = wrong(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Loads the set-up of the game, with Germany about to buy. */
  async standard(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const start = await companion.start({ options: this.#options });
      const text = start.position.replace(/^turn: .*$/m, 'turn: germany, buy');
      this.#arrive(await companion.check({ position: text, options: this.#options }));
      this.plan = null;
    } catch (error) {
      if (!this.#retry(error, () => this.standard())) this.trouble = wrong(error);
    }
  }

  /** Loads a position from a file or the clipboard; this can be undone. */
  async read(text: string): Promise<boolean> {
    return this.#work(async () => {
      this.#arrive(await companion.check({ position: text, options: this.#options }));
      this.plan = null;
    });
  }

  /** Gets the orders of a program, by default the chosen one. */
  async play(program = this.program): Promise<void> {
    const round = this.position?.round ?? 1;
    const from = this.text;
    await this.#work(async () => {
      const plan = await companion.plan({
        position: this.text,
        options: this.#options,
        program,
        seed: 0,
      });
      this.plan = {
        from,
        orders: plan.orders.map(({ text }) => text),
        lines: numberedLines(plan.orders),
        trace: plan.trace,
        power: plan.power,
        phase: plan.phase,
        round,
        program,
      };
      this.trouble = null;
      this.events = [];
      this.reasons.clear();
    });
  }

  /** Asks why an order of the plan is given, or closes the answer. */
  async why(id: number): Promise<void> {
    const { plan } = this;
    if (!plan) return;
    if (this.reasons.has(id)) {
      this.reasons.delete(id);
      return;
    }
    this.reasons.set(id, null);
    try {
      const { from, orders } = plan;
      const found = await companion.why({ position: from, options: this.#options, orders, index: id });
      if (this.plan?.from === from) this.reasons.set(id, found);
    } catch {
      if (this.plan?.from === plan.from) this.reasons.set(id, 'failed');
    }
  }

  /** Notes orders of the turn; when it is over, has it told. */
  async #told(before: string, power: Power, round: number, orders: string[]): Promise<void> {
    if (this.#turn?.power !== power || this.#turn.round !== round)
      this.#turn = { power, round, from: before, orders: [] };
    this.#turn.orders.push(...orders);
    const { from, orders: all } = this.#turn;
    if (this.position?.power === power && this.position.phase !== 'over') return;
    this.#turn = null;
    try {
      const { text } = await companion.story({
        position: from,
        options: this.#options,
        orders: all,
        after: this.text,
      });
      this.story = { power, text };
    } catch {
      this.story = null;
    }
  }

  /** Carries out orders of the plan and removes them from it. */
  async apply(lines: Line[]): Promise<void> {
    const done = lines.map(({ id }) => id);
    const before = this.text;
    const { power, round } = this.position!;
    const orders = lines.map(({ text }) => text);
    const applied = await this.#work(async () => {
      this.#arrive(
        await companion.apply({
          position: this.text,
          options: this.#options,
          orders,
          seed: anySeed(),
        }),
      );
      this.ignore(done);
    });
    if (applied) await this.#told(before, power, round, orders);
  }

  /** Removes orders from the plan. */
  ignore(ids: number[]): void {
    if (!this.plan) return;
    const lines = this.plan.lines.filter(({ id }) => !ids.includes(id));
    this.plan = lines.length ? { ...this.plan, lines } : null;
  }

  async fight(space: string, result: CompanionResult | null): Promise<void> {
    const before = this.text;
    const { power, round } = this.position!;
    const fought = await this.#work(async () => {
      this.#arrive(
        await companion.battle({
          position: this.text,
          options: this.#options,
          space,
          result,
          seed: anySeed(),
        }),
      );
      this.plan = null;
    });
    if (fought) await this.#told(before, power, round, [`fight ${space}`]);
  }
}
