/** Pure helpers of the Liar's Dice board: moves, legal bids, seats, showdowns. */
import type { Schemas } from '../../lib/types';
import type { ViewOf } from '../../lib/views';

export type DiceView = ViewOf<'liarsdice'>;
export type Bid = Schemas['liarsdice.Bid'];
export type Showdown = Schemas['liarsdice.Showdown'];
/** For a quantity, the faces that may be bid with it. */
export type Offer = Schemas['liarsdice.Offer'];

export const CONTEST = 'liar';
export const CONFIRM = 'exact';

export interface Choice {
  quantity: number;
  face: number;
}

/** Reads `4x5`; null for the two calls. */
export function parseBid(move: string): Choice | null {
  const match = /^(\d+)x(\d)$/.exec(move);
  return match ? { quantity: Number(match[1]), face: Number(match[2]) } : null;
}

export function bidMove({ quantity, face }: Choice): string {
  return `${quantity}x${face}`;
}

/** The quantities that may be bid with a face, ascending. */
export function quantitiesOf(offers: Offer[], face: number): number[] {
  return offers.filter(({ faces }) => faces.includes(face)).map(({ quantity }) => quantity);
}

/**
 * The legal bid on this face with the nearest quantity, the next higher one if possible; null where the face
 * cannot be bid.
 */
export function nearest(offers: Offer[], { quantity, face }: Choice): Choice | null {
  const offered = quantitiesOf(offers, face);
  const found = offered.find((possible) => possible >= quantity) ?? offered.at(-1);
  return found === undefined ? null : { quantity: found, face };
}

/** The next quantity up or down that may be bid with the same face. */
export function stepped(offers: Offer[], { quantity, face }: Choice, by: 1 | -1): Choice | null {
  const offered = quantitiesOf(offers, face);
  const next = offered[offered.indexOf(quantity) + by];
  return offered.includes(quantity) && next !== undefined ? { quantity: next, face } : null;
}

/** The next face to the left or right that can be bid, with the nearest legal quantity. */
export function turned(
  offers: Offer[],
  faces: number,
  { quantity, face }: Choice,
  by: 1 | -1,
): Choice | null {
  for (let next = face + by; next >= 1 && next <= faces; next += by) {
    const found = nearest(offers, { quantity, face: next });
    if (found) return found;
  }
  return null;
}

/** The smallest bid of a list of legal moves, which is in ascending order. */
export function smallest(legal: string[]): Choice | null {
  for (const move of legal) {
    const bid = parseBid(move);
    if (bid) return bid;
  }
  return null;
}

/**
 * The bid chosen at first: the face chosen earlier in this round with the lowest quantity, otherwise the
 * smallest bid.
 */
export function preselected(legal: string[], offers: Offer[], face: number | null): Choice | null {
  return (face && nearest(offers, { quantity: 1, face })) || smallest(legal);
}

export interface Around {
  /** From the near end of the table to its far end. */
  left: number[];
  /** From left to right. */
  top: number[];
  /** From the far end to the near one. */
  right: number[];
}

const SIDES = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 2],
  [2, 3],
] as const;

/** Who sits where, clockwise from `near`, which is in front. */
export function around(seats: number, near: number): Around {
  const others = Array.from({ length: seats - 1 }, (_, i) => (near + 1 + i) % seats);
  const [side, top] = SIDES[others.length] ?? [2, others.length - 4];
  return {
    left: others.slice(0, side),
    top: others.slice(side, side + top),
    right: others.slice(side + top),
  };
}

export function isCall(move: string): boolean {
  return move === CONTEST || move === CONFIRM;
}

/** How many moves had been played when somebody last called; 0 if nobody did. */
export function lastCall(moves: string[]): number {
  return moves.findLastIndex(isCall) + 1;
}

/** The dice that count, in the order in which they light up: clockwise from the starter of the round. */
export function countingOrder({ counting, starter }: Pick<Showdown, 'counting' | 'starter'>): number[][] {
  const order = counting.map((cup) => cup.map(() => 0));
  let n = 0;
  for (let step = 0; step < counting.length; step++) {
    const seat = (starter + step) % counting.length;
    counting[seat]?.forEach((counts, i) => {
      if (counts) (order[seat] as number[])[i] = ++n;
    });
  }
  return order;
}

/** The die that leaves a cup: the last one that does not count, so that the count can still be checked. */
export function goingDie(counting: boolean[]): number {
  const idle = counting.lastIndexOf(false);
  return idle >= 0 ? idle : counting.length - 1;
}

/** The seats that had dice in this showdown and have none after it. */
export function goneOut({ cups, lost }: Pick<Showdown, 'cups' | 'lost'>): number[] {
  return cups.flatMap((cup, seat) => (cup.length > 0 && cup.length === (lost[seat] ?? 0) ? [seat] : []));
}

/** After how many moves each round was over. */
export function roundEnds(moves: { move: string | null }[]): number[] {
  return moves.flatMap(({ move }, i) => (move !== null && isCall(move) ? [i + 1] : []));
}

/** The seats by finishing place; those still in come first, most dice first. */
export function finishingOrder(places: (number | null)[], dice: number[]): number[] {
  const seats = places.map((_, seat) => seat);
  return seats.sort(
    (a, b) => (places[a] ?? 0) - (places[b] ?? 0) || (dice[b] ?? 0) - (dice[a] ?? 0) || a - b,
  );
}

/** Makes things that happen at once appear one after another: says how long each has to wait. */
export class Pace {
  #free = 0;

  /** `gap`: milliseconds between one and the next. */
  constructor(readonly gap: () => number) {}

  wait(now: number): number {
    const at = Math.max(now, this.#free);
    this.#free = at + this.gap();
    return at - now;
  }
}
