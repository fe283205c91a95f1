import { DEAL, justTaken, sideOf, type TakenTrick } from '../../cards/round';
import { cardWords, cardsWords } from '../../cards/words';
import { elides } from '../../lib/elision';
import { language } from '../../lib/language.svelte';
import { isYou, nameOf, youOrName } from '../../lib/names';
import type { Table } from '../../lib/types';
import { m } from '../../paraglide/messages';
import { type HeartsView, passedCards, viewOf } from './logic';

type Company = Pick<Table, 'seats'>;

type Rules = HeartsView['rules'];

/**
 * A score as players write it: “−10” in the French game, where points are lost; “10” in the classic game,
 * where low scores win.
 */
export function pointsText(score: number, rules: Rules): string {
  const points = rules === 'classic' ? -score : score;
  const sign = points < 0 ? '−' : points > 0 && rules === 'coeurs' ? '+' : '';
  return `${sign}${Math.abs(points).toLocaleString(language.current)}`;
}

/** A score within a sentence: “−10”, or “13 points” in the classic game. */
function pointsWords(score: number, rules: Rules): string {
  const points = pointsText(score, rules);
  return rules === 'classic' ? m.hearts_points({ points, count: Math.abs(score) }) : points;
}

/** “You took everything: +40!” */
export function slamWords(table: Company, seat: number, score: number, rules: Rules): string {
  const data = { name: nameOf(table, seat), points: pointsText(score, rules) };
  if (rules === 'classic') return isYou(table, seat) ? m.hearts_you_moon() : m.hearts_moon(data);
  return isYou(table, seat) ? m.hearts_you_slam(data) : m.hearts_slam(data);
}

export function placeWords(place: number): string {
  return m.place_words({ place: String(place) });
}

/** “Bob takes the trick: −10.” */
export function takenWords(table: Company, { winner, points }: TakenTrick, rules: Rules): string {
  const data = { name: nameOf(table, winner), points: pointsWords(points, rules) };
  if (isYou(table, winner)) return points ? m.hearts_you_take_points(data) : m.cards_you_take();
  return points ? m.hearts_takes_points(data) : m.cards_takes(data);
}

/** “to Bob, on your left” */
export function directionWords(table: Company, to: number, near: number): string {
  const side = sideOf(to, near);
  return m.hearts_pass_to({ name: nameOf(table, to), side });
}

/**
 * “Bob plays the king of hearts. Bob takes the trick: −10.” What a card led to is only said for the last one.
 */
export function describe(table: Table, index: number): string {
  const played = table.moves[index];
  if (!played) return '';
  const name = nameOf(table, played.seat);
  const you = isYou(table, played.seat);
  const move = played.move ?? '';
  if (move === DEAL) return you ? m.cards_you_deal() : m.cards_deals({ name });
  const passed = passedCards(move);
  if (!move || move === '?' || passed) {
    if (you && passed) return m.hearts_you_pass({ cards: cardsWords(passed) });
    const said = passed
      ? m.hearts_passes_cards({ name, cards: cardsWords(passed) })
      : m.hearts_passes({ name });
    return said + receivedWords(table, index);
  }
  const card = cardWords(move);
  const plays = you ? m.cards_you_play({ card }) : m.cards_plays({ name, card });
  const view = viewOf(table);
  if (index !== table.moves.length - 1 || !justTaken(view) || !view.last_trick) return plays;
  return [plays, takenWords(table, view.last_trick, view.rules), endWords(table, view)]
    .filter(Boolean)
    .join(' ');
}

/** The cards received, once everybody has passed. */
function receivedWords(table: Table, index: number): string {
  const { phase, received, from } = viewOf(table);
  if (index !== table.moves.length - 1 || phase !== 'play' || !received || from === null) return '';
  const name = nameOf(table, from);
  return ` ${m.hearts_received({ name, elided: String(elides(name)), cards: cardsWords(received) })}`;
}

function endWords(table: Table, view: HeartsView): string {
  if (view.phase !== 'between') return '';
  const scores = view.points
    .map((points, seat) => `${youOrName(table, seat)} ${pointsText(points, view.rules)}`)
    .join(', ');
  return m.hearts_deal_ends({ scores });
}

/** The value of a move: the points to expect in this deal. */
export function worth(value: number | null, table: Pick<Table, 'view'>): string {
  if (value === null) return m.worth_unknown();
  return m.hearts_worth({ points: pointsText(Math.round(value * 10) / 10, viewOf(table).rules) });
}
