import { codeOf } from '../../lib/errors';
import type { Value } from '../../lib/types';
import { odds, type BattleOdds, type BattleRequest } from './api';

const WAIT = 40;
const AT_ONCE = 40;

/** The odds of battles, fetched when they are shown, many at once and each only once. */
export class OddsBook {
  #known = $state.raw<Record<string, BattleOdds | null>>({});
  #requested: Record<string, BattleRequest> = {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly options: Record<string, Value>,
    readonly ask = odds,
  ) {}

  /** The odds of a battle; null until they are known. Readers are updated when they arrive. */
  of(battle: BattleRequest): BattleOdds | null {
    const key = JSON.stringify(battle);
    const known = this.#known[key];
    if (known === undefined && !this.#requested[key]) {
      this.#requested[key] = battle;
      this.#timer ??= setTimeout(() => void this.#fetch(), WAIT);
    }
    return known ?? null;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#requested = {};
  }

  async #fetch(): Promise<void> {
    this.#timer = undefined;
    const asked = Object.entries(this.#requested).slice(0, AT_ONCE);
    if (asked.length === 0) return;
    const answers = await this.#answers(asked.map(([, battle]) => battle));
    const news = Object.fromEntries(
      asked.flatMap(([key], i) => (answers[i] === undefined ? [] : [[key, answers[i]]])),
    );
    for (const [key] of asked) delete this.#requested[key];
    // Without news, readers are not notified: they would ask again at once.
    if (Object.keys(news).length > 0) this.#known = { ...this.#known, ...news };
    if (Object.keys(this.#requested).length > 0) this.#timer ??= setTimeout(() => void this.#fetch(), 0);
  }

  /**
   * Fetches odds. Null for a battle that cannot be fought, undefined where there was no answer: the map works
   * without odds.
   */
  async #answers(battles: BattleRequest[]): Promise<(BattleOdds | null | undefined)[]> {
    try {
      return (await this.ask({ battles, options: this.options })).odds;
    } catch (error) {
      if (codeOf(error) !== 'bad_request') return [];
      if (battles.length === 1) return [null];
      // One of them is impossible: ask about each on its own.
      return (await Promise.all(battles.map((battle) => this.#answers([battle])))).map(([odds]) => odds);
    }
  }
}
