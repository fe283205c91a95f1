import type { Suit } from '../../cards/deck';
import { DEAL, isCard, justTaken, type TakenTrick } from '../../cards/round';
import { cardWords, suitWords } from '../../cards/words';
import { say } from '../../lib/language.svelte';
import { isYou, nameOf, youOrName } from '../../lib/names';
import { numberText } from '../../lib/numbers';
import type { Table } from '../../lib/types';
import { m } from '../../paraglide/messages';
import {
  type Annonce,
  COINCHE,
  type CoincheView,
  type Contract,
  type Denomination,
  parseBid,
  PASS,
  sayings,
  seatsOf,
  SURCOINCHE,
  teamOf,
  type Value,
  viewOf,
} from './logic';

type Company = Pick<Table, 'seats'>;

/** “+1 040”, with a real minus. */
export function signedText(points: number): string {
  const sign = points < 0 ? '−' : points > 0 ? '+' : '';
  return `${sign}${numberText(Math.abs(points))}`;
}

export function valueSign(value: Value): string {
  if (value === 'capot') return m.coinche_capot();
  return value === 'generale' ? m.coinche_generale() : value;
}

/** The sign of a denomination that is not a suit. */
export function denominationSign(denomination: Denomination): string {
  return denomination === 'sa' ? m.coinche_sa() : denomination === 'ta' ? m.coinche_ta() : denomination;
}

export function denominationWords(denomination: Denomination): string {
  if (denomination === 'sa') return m.coinche_sa_words();
  return denomination === 'ta' ? m.coinche_ta_words() : suitWords(denomination as Suit);
}

/** “100 hearts”, “pass” */
export function callWords(call: string): string {
  const bid = parseBid(call);
  if (bid) return `${valueSign(bid.value)} ${denominationWords(bid.denomination)}`;
  if (call === PASS) return m.coinche_pass();
  if (call === COINCHE) return m.coinche_coinche();
  return call === SURCOINCHE ? m.coinche_surcoinche() : call;
}

/** “tierce, 20” */
export function annonceWords({ kind, points }: Annonce): string {
  return m.coinche_annonce({ kind, points });
}

/** “Us”, “Them”; for a spectator, the names of the two players. */
export function sideWords(table: Table, team: number): string {
  if (table.seat !== null) return team === teamOf(table.seat) ? m.coinche_us() : m.coinche_them();
  return namesOf(table, team);
}

/** “You and Irène” */
export function namesOf(table: Company, team: number): string {
  const [one, other] = seatsOf(team)
    .sort((a, b) => Number(isYou(table, b)) - Number(isYou(table, a)))
    .map((seat) => youOrName(table, seat));
  return m.coinche_two({ one: one ?? '', other: other ?? '' });
}

/** “Basile takes the trick: 14 points.” */
export function takenWords(table: Company, { winner, points }: TakenTrick): string {
  const data = { name: nameOf(table, winner), points };
  return isYou(table, winner) ? m.coinche_you_take(data) : m.coinche_takes_trick(data);
}

/** “Basile takes” */
export function takerWords(table: Company, seat: number): string {
  return isYou(table, seat) ? m.coinche_you_take_on() : m.coinche_takes({ name: nameOf(table, seat) });
}

/** “100 hearts by Basile, coinched” */
export function contractWords(table: Company, { call, seat, doubled }: Contract): string {
  const name = isYou(table, seat) ? m.coinche_by_you() : m.coinche_by({ name: nameOf(table, seat) });
  const marker = doubled > 2 ? m.coinche_surcoinched() : doubled > 1 ? m.coinche_coinched() : '';
  return [`${callWords(call)} ${name}`, marker].filter(Boolean).join(', ');
}

/** “Basile bids 90 hearts.” What a move led to is only said for the last one. */
export function describe(table: Table, index: number): string {
  const played = table.moves[index];
  if (!played?.move) return '';
  const { seat, move } = played;
  const view = viewOf(table);
  const last = index === table.moves.length - 1;
  const said = isCard(move) ? playWords(table, seat, move) : callSentence(table, seat, move);
  if (!last) return said;
  const more = isCard(move) ? afterCard(table, view, seat, move) : afterCall(table, view, move);
  return [said, ...more].filter(Boolean).join(' ');
}

function playWords(table: Company, seat: number, move: string): string {
  const card = cardWords(move);
  return isYou(table, seat) ? m.cards_you_play({ card }) : m.cards_plays({ name: nameOf(table, seat), card });
}

function callSentence(table: Company, seat: number, move: string): string {
  const name = nameOf(table, seat);
  const you = isYou(table, seat);
  if (move === DEAL) return you ? m.cards_you_deal() : m.cards_deals({ name });
  if (move === PASS) return you ? m.coinche_you_pass() : m.coinche_passes({ name });
  if (parseBid(move)) {
    const bid = callWords(move);
    return you ? m.coinche_you_bid({ bid }) : m.coinche_bids({ name, bid });
  }
  const call = callWords(move);
  return you ? m.coinche_you_say({ call }) : m.coinche_says({ name, call });
}

function afterCall(table: Table, view: CoincheView, move: string): string[] {
  if (move === DEAL) return [];
  if (view.phase === 'play' && view.contract)
    return [m.coinche_contract_is({ contract: contractWords(table, view.contract) })];
  return view.thrown_in ? [m.coinche_thrown_in()] : [];
}

function afterCard(table: Table, view: CoincheView, seat: number, card: string): string[] {
  const taken = justTaken(view);
  const trick = taken ? (view.last_trick?.cards ?? []) : view.trick.cards;
  const words = trick.some((there) => there.card === card)
    ? sayings(view, trick, seat).map((saying) =>
        saying.kind === 'annonce'
          ? `${annonceWords(saying.annonce)}.`
          : saying.kind === 'belote'
            ? `${m.coinche_belote()}.`
            : `${m.coinche_rebelote()}.`,
      )
    : [];
  if (!taken || !view.last_trick) return words;
  const ended = view.phase === 'play' ? '' : say(view.sheet.at(-1)?.explained);
  return [...words, takenWords(table, view.last_trick), ended];
}

/** The value of a move: by how many points we can expect to outscore the others in this deal. */
export function worth(value: number | null): string {
  if (value === null) return m.worth_unknown();
  return m.coinche_worth({ points: signedText(Math.round(value)) });
}

/** Both sides, ours first. */
export function teamsOf(table: Pick<Table, 'seat'>): number[] {
  const first = teamOf(table.seat ?? 0);
  return [first, 1 - first];
}

/** The colour of a side: ours or theirs. For a spectator the first side is ours. */
export function colourOf(table: Pick<Table, 'seat'>, team: number): string {
  return team === teamsOf(table)[0] ? 'var(--us)' : 'var(--them)';
}
