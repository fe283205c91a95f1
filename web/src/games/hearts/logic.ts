/** Pure helpers of the Hearts board: passes, ranking, what was taken. */
import type { Schemas } from '../../lib/types';
import { viewOf as viewOfGame, type Shown, type ViewOf } from '../../lib/views';

export type HeartsView = ViewOf<'hearts'>;
export type Direction = Schemas['hearts.Passing']['direction'];

export const viewOf = (shown: Shown): HeartsView => viewOfGame('hearts', shown);

export const PASSED = 3;

/** The cards of `pass Qs Kh 2c`; null for other moves. */
export function passedCards(move: string): string[] | null {
  const [word, ...cards] = move.split(' ');
  return word === 'pass' ? cards : null;
}

/** The legal move that passes these cards, in whatever order it names them. */
export function passMove(legal: string[], chosen: string[]): string | null {
  if (chosen.length !== PASSED) return null;
  return legal.find((move) => passedCards(move)?.every((card) => chosen.includes(card))) ?? null;
}

/** The seats from the first place to the last. */
export function ranking({ places, totals }: Pick<HeartsView, 'places' | 'totals'>): number[] {
  return places
    .map((_, seat) => seat)
    .sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || (totals[b] ?? 0) - (totals[a] ?? 0) || a - b);
}

/** Whether cards have just been passed: the ones received are shown. */
export function justReceived(view: Pick<HeartsView, 'phase' | 'received' | 'trick' | 'last_trick'>): boolean {
  return view.phase === 'play' && !!view.received?.length && !view.trick.cards.length && !view.last_trick;
}

/** The player who took every point card of a finished deal and gains by it. */
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

/** The point cards somebody took: how many hearts, and which others. */
export function takenSummary(cards: string[]): { hearts: number; others: string[] } {
  return {
    hearts: cards.filter((card) => card.endsWith('h')).length,
    others: cards.filter((card) => !card.endsWith('h')),
  };
}
