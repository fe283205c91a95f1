/** Pure helpers of the Coinche board: calls, the choice of a bid, the order of a hand, declarations. */
import { parseCard, type Rank, type Suit } from '../../cards/deck';
import { DEAL, isCard, type DealView, type Played } from '../../cards/round';
import type { Schemas, Table } from '../../lib/types';
import { viewOf as viewOfGame, type Shown, type ViewOf } from '../../lib/views';

export const denominations = ['s', 'h', 'd', 'c', 'sa', 'ta'] as const;
export type Denomination = (typeof denominations)[number];
export const values = [
  '80',
  '90',
  '100',
  '110',
  '120',
  '130',
  '140',
  '150',
  '160',
  'capot',
  'generale',
] as const;
export type Value = (typeof values)[number];

export const PASS = 'pass';
export const COINCHE = 'coinche';
export const SURCOINCHE = 'surcoinche';

export interface Bid {
  value: Value;
  denomination: Denomination;
}

export type CoincheView = ViewOf<'coinche'>;
export type Call = Schemas['coinche.Call'];
/** What hands that make a call hold on average. */
export type ShownCards = Schemas['coinche.Shown'];
/** The auction as far as its course is concerned. */
type Auction = { calls: Pick<Call, 'seat' | 'call'>[] };
/** The standing bid, or the contract. `doubled` is the factor of its score. */
export type Contract = Schemas['coinche.Bid'];
export type Annonce = Schemas['coinche.Annonce'];
export type Belote = Schemas['coinche.Belote'];
/** A deal that is over. Numbers are by side. */
export type Row = Schemas['coinche.Row'];

export const viewOf = (shown: Shown): CoincheView => viewOfGame('coinche', shown);

/** Reads `80h`, `120sa`, `capot s`; null for anything else. */
export function parseBid(call: string): Bid | null {
  const found = /^(\d+|capot|generale) ?(sa|ta|[shdc])$/.exec(call);
  const value = values.find((known) => known === found?.[1]);
  const denomination = denominations.find((known) => known === found?.[2]);
  return value && denomination ? { value, denomination } : null;
}

export function bidMove({ value, denomination }: Bid): string {
  return /\d/.test(value) ? value + denomination : `${value} ${denomination}`;
}

export function isCall(move: string): boolean {
  return move === PASS || move === COINCHE || move === SURCOINCHE || parseBid(move) !== null;
}

/** The bids among legal moves. */
export function offersOf(legal: string[]): Bid[] {
  return legal.map(parseBid).filter((bid) => bid !== null);
}

/** The values that can be bid at a table, in order. */
export function valuesAt({ generale }: Pick<CoincheView, 'generale'>): Value[] {
  return values.filter((value) => value !== 'generale' || generale);
}

export function denominationsAt({ sa_ta }: Pick<CoincheView, 'sa_ta'>): Denomination[] {
  return denominations.filter((denomination) => sa_ta || (denomination !== 'sa' && denomination !== 'ta'));
}

/** What is chosen in the bidding box. */
export interface Choice {
  value: Value | null;
  denomination: Denomination | null;
}

/** The choice as far as it is legal: the lowest value where the one chosen is too low by now. */
export function possible(choice: Choice, offers: Bid[]): Choice {
  const value = offers.some((bid) => bid.value === choice.value) ? choice.value : (offers[0]?.value ?? null);
  const here = offers.filter((bid) => bid.value === value).map((bid) => bid.denomination);
  return {
    value,
    denomination: choice.denomination && here.includes(choice.denomination) ? choice.denomination : null,
  };
}

/** One value up or down among those that may be bid. */
export function stepValue(choice: Choice, offers: Bid[], by: 1 | -1): Choice {
  const offered = values.filter((value) => offers.some((bid) => bid.value === value));
  const at = offered.findIndex((value) => value === choice.value);
  const value = offered[Math.min(offered.length - 1, Math.max(0, at + by))] ?? choice.value;
  return possible({ ...choice, value }, offers);
}

/**
 * The denomination on the left or right of the one chosen; the first key press finds the first, or the last.
 */
export function stepDenomination(choice: Choice, offers: Bid[], by: 1 | -1): Choice {
  const offered = denominations.filter((known) => offers.some((bid) => bid.denomination === known));
  const at = choice.denomination ? offered.indexOf(choice.denomination) : by > 0 ? -1 : offered.length;
  const denomination = offered[Math.min(offered.length - 1, Math.max(0, at + by))] ?? null;
  return possible({ ...choice, denomination }, offers);
}

export function callsOf({ calls }: Auction, seat: number): string[] {
  return calls.filter((said) => said.seat === seat).map(({ call }) => call);
}

/** Whether the last call of a seat is the one to answer: the standing bid, or a coinche. */
export function stands({ calls }: Auction, seat: number): boolean {
  const last = calls.findLast(({ call }) => call !== PASS);
  return last !== undefined && last.seat === seat && callsOf({ calls }, seat).at(-1) === last.call;
}

/** Whether a bid has just become the contract. */
export function justTakenOn(
  before: Pick<DealView, 'phase'>,
  after: Pick<DealView, 'phase'> & { trick: { cards: Played[] } },
): boolean {
  return before.phase === 'bid' && after.phase === 'play' && after.trick.cards.length === 0;
}

/** 0 for seats 0 and 2, 1 for the others. */
export function teamOf(seat: number): number {
  return seat & 1;
}

export function seatsOf(team: number): number[] {
  return [team, team + 2];
}

const TRUMP: Rank[] = ['J', '9', 'A', '10', 'K', 'Q', '8', '7'];
const PLAIN: Rank[] = ['A', '10', 'K', 'Q', 'J', '9', '8', '7'];

function orderOf(suit: Suit, denomination: Denomination | null): Rank[] {
  return denomination === 'ta' || denomination === suit ? TRUMP : PLAIN;
}

const RED = new Set<Suit>(['h', 'd']);
const USUAL: Suit[] = ['s', 'h', 'c', 'd'];

function orders(suits: Suit[]): Suit[][] {
  if (suits.length < 2) return [suits];
  return suits.flatMap((first) =>
    orders(suits.filter((suit) => suit !== first)).map((rest) => [first, ...rest]),
  );
}

function clashes(order: Suit[]): number {
  return order.filter((suit, i) => i > 0 && RED.has(suit) === RED.has(order[i - 1] as Suit)).length;
}

/** The order of the suits in a hand: trump first, red and black alternating as far as possible. */
export function suitOrder(suits: Suit[], denomination: Denomination | null): Suit[] {
  const there = USUAL.filter((suit) => suits.includes(suit));
  const trump = there.find((suit) => suit === denomination);
  const fits = orders(there).filter((order) => !trump || order[0] === trump);
  return fits.reduce((best, order) => (clashes(order) < clashes(best) ? order : best), fits[0] ?? []);
}

/**
 * A hand sorted from strong to weak. `dealt` are the cards it began with, so that suits stay in place when
 * cards are played.
 */
export function sortHand(
  cards: string[],
  denomination: Denomination | null,
  dealt: string[] = cards,
): string[] {
  const suitsOf = (hand: string[]) => hand.flatMap((card) => parseCard(card)?.suit ?? []);
  const order = suitOrder(suitsOf([...dealt, ...cards]), denomination);
  const place = (card: string): number => {
    const parsed = parseCard(card);
    if (!parsed) return 0;
    return order.indexOf(parsed.suit) * 8 + orderOf(parsed.suit, denomination).indexOf(parsed.rank);
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** The cards a seat has played in the current deal. */
export function playedBy(moves: Pick<Table['moves'][number], 'seat' | 'move'>[], seat: number): string[] {
  const start = moves.findLastIndex(({ move }) => move === DEAL) + 1;
  return moves
    .slice(start)
    .flatMap(({ seat: by, move }) => (by === seat && move && isCard(move) ? [move] : []));
}

export type Saying = { kind: 'belote' | 'rebelote' } | { kind: 'annonce'; annonce: Annonce };

/** What a seat announced with its card in the trick shown. */
export function sayings(
  view: Pick<CoincheView, 'belotes' | 'annonces_said' | 'gone' | 'trick' | 'last_trick' | 'tricks'>,
  shown: Played[],
  seat: number,
): Saying[] {
  const card = shown.find((played) => played.seat === seat)?.card;
  if (!card) return [];
  return [...annoncesWith(view, shown, seat), ...belotesWith(view, shown, card, seat)];
}

function annoncesWith(
  { annonces_said, trick, last_trick, tricks }: Parameters<typeof sayings>[0],
  shown: Played[],
  seat: number,
): Saying[] {
  const taken = tricks.reduce((sum, n) => sum + n, 0);
  const first = shown === trick.cards ? taken === 0 : shown === last_trick?.cards && taken === 1;
  if (!first) return [];
  return annonces_said
    .filter((annonce) => annonce.seat === seat)
    .map((annonce) => ({ kind: 'annonce', annonce }));
}

function belotesWith(
  { belotes, trick }: Parameters<typeof sayings>[0],
  shown: Played[],
  card: string,
  seat: number,
): Saying[] {
  const parsed = parseCard(card);
  if (!parsed || (parsed.rank !== 'K' && parsed.rank !== 'Q')) return [];
  const belote = belotes.find((said) => said.seat === seat && said.suit === parsed.suit);
  if (!belote) return [];
  const other = (parsed.rank === 'K' ? 'Q' : 'K') + parsed.suit;
  // Of the two, the one in the current trick is the later one.
  const later = shown !== trick.cards && trick.cards.some((played) => played.card === other);
  return [{ kind: belote.both && !later ? 'rebelote' : 'belote' }];
}

/** The sides, the one with more points first. */
export function sidesRanked(totals: number[]): number[] {
  return [0, 1].sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b);
}
