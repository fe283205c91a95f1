import { language } from '../lib/language.svelte';
import { settings } from '../lib/settings.svelte';
import { m } from '../paraglide/messages';
import { parseCard, type Rank, type Suit } from './deck';

/** The rank in the corner of a card: J, Q and K are V, D and R in French, unless the player likes others. */
export function rankSign(rank: Rank): string {
  const { indices } = settings.chosen;
  return m.card_rank_sign({ rank }, { locale: indices === 'auto' ? language.current : indices });
}

export function suitWords(suit: Suit): string {
  return m.card_suit({ suit });
}

/** “Deal 2”, “Deal 2 of 4” */
export function dealWords({ deal, deals }: { deal: number; deals: number | null }): string {
  return deals ? m.cards_deal_of({ deal, deals }) : m.cards_deal({ deal });
}

/** “queen of spades” */
export function cardWords(card: string): string {
  const parsed = parseCard(card);
  if (!parsed) return card;
  return m.card_name({ rank: m.card_rank({ rank: parsed.rank }), suit: suitWords(parsed.suit) });
}

export function cardsWords(cards: string[]): string {
  return cards.map(cardWords).join(', ');
}
