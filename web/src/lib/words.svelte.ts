import { m } from '../paraglide/messages';
import { recall, remember } from './storage';
import type { Schemas } from './types';

export type Phrase = Schemas['WordRequest']['phrase'];

/** What players may say, in the language of the pages. */
const texts: Record<Phrase, () => string> = {
  hello: m.phrase_hello,
  good_luck: m.phrase_good_luck,
  well_played: m.phrase_well_played,
  thanks: m.phrase_thanks,
  sorry: m.phrase_sorry,
  one_moment: m.phrase_one_moment,
  your_turn: m.phrase_your_turn,
  good_game: m.phrase_good_game,
  thumbs_up: m.phrase_thumbs_up,
  applause: m.phrase_applause,
  smile: m.phrase_smile,
  surprise: m.phrase_surprise,
};
export const phrases = Object.keys(texts) as Phrase[];

export function phraseText(phrase: Phrase): string {
  return texts[phrase]();
}

const SHOWN_MS = 6_000;

/** What was said at a table a moment ago, and who is not heard there. */
export class Words {
  latest = $state.raw<{ seat: number; phrase: Phrase } | null>(null);
  muted = $state.raw<number[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: string) {
    this.muted = recall<Record<string, number[]>>('muted', {})[table] ?? [];
  }

  hear(seat: number, phrase: Phrase): void {
    if (this.muted.includes(seat)) return;
    this.latest = { seat, phrase };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.latest = null), SHOWN_MS);
  }

  /** Stops listening to a seat, or listens to it again. */
  toggle(seat: number): void {
    this.muted = this.muted.includes(seat) ? this.muted.filter((one) => one !== seat) : [...this.muted, seat];
    if (this.latest && this.muted.includes(this.latest.seat)) this.latest = null;
    const others = Object.entries(recall<Record<string, number[]>>('muted', {})).filter(
      ([table]) => table !== this.table,
    );
    const all = this.muted.length ? [...others, [this.table, this.muted]] : others;
    remember('muted', Object.fromEntries(all.slice(-MOST_TABLES)));
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}

const MOST_TABLES = 50;
