/** Pure helpers of the Hearts board: what the view says, who sits where, how a hand lies, what a table still has to tell. */
import { parseCard, type Suit } from '../../cards/deck';
import type { Text } from '../../lib/types';

export interface Played {
  seat: number;
  card: string;
}

export interface LastTrick {
  leader: number;
  winner: number;
  points: number;
  cards: Played[];
}

export type Direction = 'left' | 'right' | 'across' | 'none';

export interface HeartsView {
  rules: 'coeurs' | 'classic';
  deal: number;
  /** Null where the game ends at a score. */
  deals: number | null;
  dealer: number;
  phase: 'pass' | 'play' | 'between' | 'over';
  hands: (string[] | null)[];
  counts: number[];
  trick: { number: number; leader: number | null; led: Suit | null; cards: Played[] };
  last_trick: LastTrick | null;
  /** In this deal. */
  points: number[];
  taken: string[][];
  totals: number[];
  /** The scores of the finished deals. */
  sheet: number[][];
  places: number[];
  voids: Suit[][];
  gone: string[];
  hearts_broken: boolean;
  passing: { direction: Direction; to: number | null; waiting: number[] } | null;
  passed: string[] | null;
  received: string[] | null;
  from: number | null;
  illegal: Record<string, Text>;
  slam: number | null;
  rest_decided: boolean;
}

export const SEATS = 4;
export const DEAL = 'deal';
export const PASSED = 3;

export function isCard(move: string): boolean {
  return parseCard(move) !== null;
}

/** The cards of `pass Qs Kh 2c`; null for other moves. */
export function passedCards(move: string): string[] | null {
  const [word, ...cards] = move.split(' ');
  return word === 'pass' ? cards : null;
}

/** The move that passes these cards, among the legal ones: those name the cards in an order of their own. */
export function passMove(legal: string[], chosen: string[]): string | null {
  if (chosen.length !== PASSED) return null;
  return legal.find((move) => passedCards(move)?.every((card) => chosen.includes(card))) ?? null;
}

export type Side = 'front' | 'left' | 'top' | 'right';
const SIDES: Side[] = ['front', 'left', 'top', 'right'];

/** Where a seat is for somebody who sits at `near`: play goes clockwise, so the next one is on the left. */
export function sideOf(seat: number, near: number): Side {
  return SIDES[(seat - near + SEATS) % SEATS] ?? 'front';
}

/** The seats clockwise from `near`, who sits in front. */
export function clockwise(near: number): number[] {
  return SIDES.map((_, i) => (near + i) % SEATS);
}

/** A hand in one row, or in two where one would be too tight; the longer row is in front. */
export function rowsOf(cards: string[], two: boolean): string[][] {
  if (!two || cards.length < 2) return [cards];
  const back = Math.floor(cards.length / 2);
  return [cards.slice(0, back), cards.slice(back)];
}

/** The seats from the first place to the last. */
export function ranking({ places, totals }: Pick<HeartsView, 'places' | 'totals'>): number[] {
  return places
    .map((_, seat) => seat)
    .sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || (totals[b] ?? 0) - (totals[a] ?? 0) || a - b);
}

/** How far a table is: which deal, which trick of it, how many cards lie there. */
type Progress = Pick<HeartsView, 'deal' | 'phase' | 'trick' | 'last_trick'>;

/** Whether a trick has just been completed and nobody has played since. */
export function justTaken({ phase, trick, last_trick }: Progress): boolean {
  return last_trick !== null && trick.cards.length === 0 && phase !== 'pass';
}

/** Whether cards have just been passed: those got are to be looked at. */
export function justReceived(view: Progress & Pick<HeartsView, 'received' | 'passing'>): boolean {
  return view.phase === 'play' && !!view.received?.length && !view.trick.cards.length && !view.last_trick;
}

/** Who took all that counts in a finished deal and is better off for it. */
export function slammer({
  phase,
  taken,
  points,
}: Pick<HeartsView, 'phase' | 'taken' | 'points'>): number | null {
  if (phase !== 'between' && phase !== 'over') return null;
  const [only, another] = taken.flatMap((cards, seat) => (cards.some(isPoint) ? [seat] : []));
  if (only === undefined || another !== undefined) return null;
  const score = points[only] ?? 0;
  return points.every((other, seat) => seat === only || other < score) ? only : null;
}

function isPoint(card: string): boolean {
  return card.endsWith('h') || card === 'Qs';
}

/** Cards of a suit are laid together: how many of each kind somebody took. */
export function takenSummary(cards: string[]): { hearts: number; others: string[] } {
  return {
    hearts: cards.filter((card) => card.endsWith('h')).length,
    others: cards.filter((card) => !card.endsWith('h')),
  };
}
