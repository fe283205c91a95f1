/** Playing cards as the API writes them: `7h`, `10s`, `Qd`. */

export const suits = ['c', 'd', 's', 'h'] as const;
export type Suit = (typeof suits)[number];
export const ranks = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'] as const;
export type Rank = (typeof ranks)[number];

export interface Parsed {
  rank: Rank;
  suit: Suit;
}

/** Reads a card; null for anything else. */
export function parseCard(text: string): Parsed | null {
  const rank = text.slice(0, -1) as Rank;
  const suit = text.slice(-1) as Suit;
  return ranks.includes(rank) && suits.includes(suit) ? { rank, suit } : null;
}

/** The shape of each suit in a square of 100 by 100 around the origin. They differ without colour. */
export const shapes: Record<Suit, string> = {
  c: 'M-22-24a22 22 0 1 1 44 0a22 22 0 1 1-44 0ZM-46 10a22 22 0 1 1 44 0a22 22 0 1 1-44 0ZM2 10a22 22 0 1 1 44 0a22 22 0 1 1-44 0ZM-12-12h24v26h-24ZM-5 8C-5 28-8 40-17 48H17C8 40 5 28 5 8Z',
  d: 'M0-49C9-30 24-11 37 0C24 11 9 30 0 49C-9 30-24 11-37 0C-24-11-9-30 0-49Z',
  s: 'M0-48C9-29 45-9 45 16C45 30 35 38 24 38C15 38 8 34 4 27C5 36 9 44 16 48H-16C-9 44-5 36-4 27C-8 34-15 38-24 38C-35 38-45 30-45 16C-45-9-9-29 0-48Z',
  h: 'M0 45C-13 29-46 9-46-16C-46-33-34-43-22-43C-11-43-3-36 0-27C3-36 11-43 22-43C34-43 46-33 46-16C46 9 13 29 0 45Z',
};

/** What court cards wear, in a box 72 wide around the origin. */
export const crowns: Partial<Record<Rank, string>> = {
  K: 'M-30 20L-36-14L-17 2L0-24L17 2L36-14L30 20ZM-30 25h60v8h-60ZM-5-36h10v5h5v7h-5v5h-10v-5h-5v-7h5Z',
  Q: 'M-28 20L-34-10L-20 0L-13-18L0 0L13-18L20 0L34-10L28 20ZM-28 25h56v8h-56ZM-40-15a6 6 0 1 1 12 0a6 6 0 1 1-12 0ZM-19-24a6 6 0 1 1 12 0a6 6 0 1 1-12 0ZM7-24a6 6 0 1 1 12 0a6 6 0 1 1-12 0ZM28-15a6 6 0 1 1 12 0a6 6 0 1 1-12 0Z',
  J: 'M-30 20C-30-4-16-14 6-12C22-10 30 2 30 20ZM-30 25h60v8h-60ZM10-14C12-30 24-36 36-34C36-24 30-12 16-8Z',
};

/** The next card of a rank after `from`, going round: for players who type a rank. */
export function nextOfRank(cards: string[], rank: Rank, from: string | null): string | null {
  const start = from === null ? -1 : cards.indexOf(from);
  const turned = [...cards.slice(start + 1), ...cards.slice(0, start + 1)];
  return turned.find((card) => parseCard(card)?.rank === rank) ?? null;
}

const keys: Record<string, Rank> = { '0': '10', '1': '10', v: 'J', d: 'Q' };

/** The rank a key stands for, in English or in French. */
export function rankOfKey(key: string): Rank | null {
  const rank = keys[key.toLowerCase()] ?? key.toUpperCase();
  return ranks.find((known) => known === rank) ?? null;
}
