import { cardWords, cardsWords } from '../../cards/words';
import { language, say } from '../../lib/language.svelte';
import { isYou, nameOf } from '../../lib/names';
import type { Table } from '../../lib/types';
import { m } from '../../paraglide/messages';
import { DEAL, justTaken, passedCards, sideOf, type HeartsView, type LastTrick } from './logic';
import { viewOf } from './telling.svelte';

type Company = Pick<Table, 'seats'>;

/** “−10”, with a real minus. */
export function pointsText(points: number): string {
  const sign = points < 0 ? '−' : points > 0 ? '+' : '';
  return `${sign}${Math.abs(points).toLocaleString(language.current)}`;
}

export function placeWords(place: number): string {
  return m.place_words({ place: String(place) });
}

/** “Deal 2 of 4” */
export function dealWords({ deal, deals }: Pick<HeartsView, 'deal' | 'deals'>): string {
  return deals ? m.hearts_deal_of({ deal, deals }) : m.hearts_deal({ deal });
}

/** “Bob takes the trick: −10.” */
export function takenWords(table: Company, { winner, points }: LastTrick): string {
  const data = { name: nameOf(table, winner), points: pointsText(points) };
  if (isYou(table, winner)) return points ? m.hearts_you_take_points(data) : m.hearts_you_take();
  return points ? m.hearts_takes_points(data) : m.hearts_takes(data);
}

/** “to Bob, on your left” */
export function directionWords(table: Company, to: number, near: number): string {
  const side = sideOf(to, near);
  return m.hearts_pass_to({ name: nameOf(table, to), side });
}

/** “Bob plays the king of hearts. Bob takes the trick: −10.” What a card led to is told for the last one only. */
export function describe(table: Table, index: number): string {
  const played = table.moves[index];
  if (!played) return '';
  const name = nameOf(table, played.seat);
  const you = isYou(table, played.seat);
  const move = played.move ?? '';
  if (move === DEAL) return you ? m.hearts_you_deal() : m.hearts_deals({ name });
  const passed = passedCards(move);
  if (!move || move === '?' || passed) {
    if (you && passed) return m.hearts_you_pass({ cards: cardsWords(passed) });
    const said = passed
      ? m.hearts_passes_cards({ name, cards: cardsWords(passed) })
      : m.hearts_passes({ name });
    return said + receivedWords(table, index);
  }
  const card = cardWords(move);
  const plays = you ? m.hearts_you_play({ card }) : m.hearts_plays({ name, card });
  const view = viewOf(table);
  if (index !== table.moves.length - 1 || !justTaken(view) || !view.last_trick) return plays;
  return [plays, takenWords(table, view.last_trick), endWords(table, view)].filter(Boolean).join(' ');
}

/** What one got, once everybody has passed. */
function receivedWords(table: Table, index: number): string {
  const { phase, received, from } = viewOf(table);
  if (index !== table.moves.length - 1 || phase !== 'play' || !received || from === null) return '';
  return ` ${m.hearts_received({ name: nameOf(table, from), cards: cardsWords(received) })}`;
}

function endWords(table: Table, view: HeartsView): string {
  if (view.phase !== 'between') return '';
  const scores = view.points
    .map(
      (points, seat) =>
        `${isYou(table, seat) ? m.seat_you_name() : nameOf(table, seat)} ${pointsText(points)}`,
    )
    .join(', ');
  return m.hearts_deal_ends({ scores });
}

/** Why a card cannot be played now. */
export function refusalWords(table: Table, card: string): string {
  const view = viewOf(table);
  if (view.illegal[card]) return say(view.illegal[card]);
  if (table.to_move === null || table.status !== 'playing') return '';
  return m.hearts_refuse_turn({ name: nameOf(table, table.to_move) });
}

/** What a move is worth: the points of this deal one can expect. */
export function worth(value: number | null): string {
  if (value === null) return m.worth_unknown();
  return m.hearts_worth({ points: pointsText(Math.round(value * 10) / 10) });
}
