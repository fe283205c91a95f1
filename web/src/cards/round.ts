/** What trick-taking games share: the common part of their views, who sits where, the rows of a hand. */
import type { Text } from '../lib/types';
import type { Shown } from '../lib/views';
import { parseCard, type Suit } from './deck';

export interface Played {
  seat: number;
  card: string;
}

export interface TakenTrick {
  leader: number;
  winner: number;
  points: number;
  cards: Played[];
}

/** The part of a view that all trick-taking games have. */
export interface DealView {
  deal: number;
  dealer: number;
  /** `between` two deals the next dealer has one move, `deal`. */
  phase: string;
  hands: (string[] | null)[];
  counts: number[];
  trick: { number: number; leader: number | null; led: Suit | null; cards: Played[] };
  last_trick: TakenTrick | null;
  /** In this deal. */
  points: number[];
  totals: number[];
  voids: Suit[][];
  gone: string[];
  illegal: Record<string, Text>;
  rest_decided: boolean;
}

export const SEATS = 4;
export const DEAL = 'deal';

/** The view of any trick-taking game. */
export function dealOf(shown: Shown): DealView {
  if (!isDeal(shown.view)) throw new TypeError(`${shown.game} is not a trick-taking game.`);
  return shown.view;
}

const isDeal = (view: object): view is DealView => 'last_trick' in view;

export function isCard(move: string): boolean {
  return parseCard(move) !== null;
}

export type Side = 'front' | 'left' | 'top' | 'right';
const SIDES: Side[] = ['front', 'left', 'top', 'right'];

/** The side on which a seat is, seen from `near`. Play goes clockwise, so the next player is on the left. */
export function sideOf(seat: number, near: number): Side {
  return SIDES[(seat - near + SEATS) % SEATS] ?? 'front';
}

/** The seats clockwise from `near`, which is in front. */
export function clockwise(near: number): number[] {
  return SIDES.map((_, i) => (near + i) % SEATS);
}

/** A hand in one row, or in two where one would be too tight; the longer row is in front. */
export function rowsOf(cards: string[], two: boolean): string[][] {
  if (!two || cards.length < 2) return [cards];
  const back = Math.floor(cards.length / 2);
  return [cards.slice(0, back), cards.slice(back)];
}

const PLAYED = new Set(['play', 'between', 'over']);

/** Whether a trick has just been completed and nobody has played since. */
export function justTaken({
  phase,
  trick,
  last_trick,
}: Pick<DealView, 'phase' | 'last_trick'> & { trick: { cards: Played[] } }): boolean {
  return last_trick !== null && trick.cards.length === 0 && PLAYED.has(phase);
}

/**
 * Whether two views are of the same deal. A deal that was thrown in keeps its number, but has another dealer.
 */
export function sameDeal(
  one: Pick<DealView, 'deal' | 'dealer'>,
  other: Pick<DealView, 'deal' | 'dealer'>,
): boolean {
  return one.deal === other.deal && one.dealer === other.dealer;
}
