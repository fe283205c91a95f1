import { codeOf } from '../../lib/errors';
import type { Value } from '../../lib/types';
import { odds, type BattleOdds, type BattleRequest } from './api';

const WAIT = 40;
const AT_ONCE = 40;

/** The odds of battles, asked for when they are shown, many at once, and each only once. */
export class OddsBook {
  #known = $state.raw<Record<string, BattleOdds | null>>({});
  #wanted: Record<string, BattleRequest> = {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly options: Record<string, Value>,
    readonly ask = odds,
  ) {}

  /** What is known of a battle now; null until it is. Whoever reads it hears of it when it comes. */
  of(battle: BattleRequest): BattleOdds | null {
    const key = JSON.stringify(battle);
    const known = this.#known[key];
    if (known === undefined && !this.#wanted[key]) {
      this.#wanted[key] = battle;
      this.#timer ??= setTimeout(() => void this.#fetch(), WAIT);
    }
    return known ?? null;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#wanted = {};
  }

  async #fetch(): Promise<void> {
    this.#timer = undefined;
    const asked = Object.entries(this.#wanted).slice(0, AT_ONCE);
    if (asked.length === 0) return;
    const answers = await this.#answers(asked.map(([, battle]) => battle));
    const news = Object.fromEntries(
      asked.flatMap(([key], i) => (answers[i] === undefined ? [] : [[key, answers[i]]])),
    );
    for (const [key] of asked) delete this.#wanted[key];
    // Nobody is woken up for nothing: they would ask again at once.
    if (Object.keys(news).length > 0) this.#known = { ...this.#known, ...news };
    if (Object.keys(this.#wanted).length > 0) this.#timer ??= setTimeout(() => void this.#fetch(), 0);
  }

  /** Odds are nice to have: a map without them is still a map. Null for a battle that cannot be fought, undefined where nobody answered. */
  async #answers(battles: BattleRequest[]): Promise<(BattleOdds | null | undefined)[]> {
    try {
      return (await this.ask({ battles, options: this.options })).odds;
    } catch (error) {
      if (codeOf(error) !== 'bad_request') return [];
      if (battles.length === 1) return [null];
      // One of them is to blame: the others are asked about on their own.
      return (await Promise.all(battles.map((battle) => this.#answers([battle])))).map(([odds]) => odds);
    }
  }
}
