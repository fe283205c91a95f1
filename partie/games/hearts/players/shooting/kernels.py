"""A scripted shooter: with a strong hand it tries to take every point, until somebody else has taken one.

Networks meet it while they learn, so that stopping a shooter pays.
"""

from partie.cards.deck import SUIT_CARDS
from partie.core.compiled.bits import bit, count, highest, lowest, without_lowest
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Chance, Record, int64
from partie.games.hearts.players.careful.kernels import careful_card, careful_pass
from partie.games.hearts.rules.cards import PACKS, POINT_CARDS

_STRENGTH = 17
"""Ranks above the ten, and cards beyond four of a suit, from which a hand of 13 is kept together."""
_TEN = 8
"""The rank of a ten."""
_USUAL_LENGTH, _LONG = 4, 2
"""The cards of a suit beyond which each counts in the strength of a hand, and how much."""
_KEEP_RANK, _KEEP_LENGTH = 2, 3
"""How much a rank and a card of its suit count for keeping a card, by rule of thumb."""
_BEATEN, _MOST = 16, 1000
"""How much a card that could beat a lead counts, more than any length of its suit; and more than anything."""


@lean_jit
def shooting_pass(hand: int) -> int:
    """Three cards to pass: of a strong hand the lowest of the shortest suits, else as the careful policy."""
    if strength(hand) < _STRENGTH:
        return careful_pass(hand)
    chosen = int64(0)
    for _ in range(3):
        rest = hand & ~chosen
        worst, worst_value = int64(0), int64(_MOST)
        while rest:
            card = lowest(rest)
            rest = without_lowest(rest)
            value = _KEEP_RANK * (card & 15) + _KEEP_LENGTH * count(hand & SUIT_CARDS[card >> 4])
            if value < worst_value:
                worst, worst_value = card, value
        chosen |= bit(worst)
    return chosen


@lean_jit
def strength(hand: int) -> int:
    """How strong a hand is: ranks above the ten, and cards beyond four of a suit."""
    total = 0
    for suit in range(4):
        total += _LONG * max(0, count(hand & SUIT_CARDS[suit]) - _USUAL_LENGTH)
    while hand:
        total += max(0, (lowest(hand) & 15) - _TEN)
        hand = without_lowest(hand)
    return total


@lean_jit
def shooting_card(state: Record, cards: int, chance: Chance) -> int:
    """Choose one of the legal `cards`: to win while shooting is possible, else carefully."""
    seat = state.turn
    for other in range(len(state.taken)):
        if other != seat and state.taken[other] & POINT_CARDS:
            return careful_card(state, cards, chance)
    out = PACKS[state.deck] & ~state.gone & ~state.hands[seat]
    if 2 * masters(state.hands[seat], out) < count(state.hands[seat]):
        return careful_card(state, cards, chance)
    if state.played == 0:
        return _surest(cards, out)
    follow = cards & SUIT_CARDS[state.led]
    if follow:
        return highest(follow) if highest(follow) > state.best else lowest(follow)
    return _least(cards)


@lean_jit
def masters(hand: int, out: int) -> int:
    """The number of cards of a hand that at most one card in other hands beats."""
    total = 0
    while hand:
        card = lowest(hand)
        hand = without_lowest(hand)
        total += count(out & SUIT_CARDS[card >> 4] & ~((bit(card) << 1) - 1)) <= 1
    return total


@lean_jit
def _surest(cards: int, out: int) -> int:
    """The card that the fewest cards in other hands beat; of the longest suit where they are equal."""
    best, best_value = int64(0), int64(_MOST)
    rest = cards
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        suit = SUIT_CARDS[card >> 4]
        value = _BEATEN * count(out & suit & ~((bit(card) << 1) - 1)) - count(cards & suit)
        if value < best_value:
            best, best_value = card, value
    return best


@lean_jit
def _least(cards: int) -> int:
    """The lowest card, one without points if there is one."""
    clean = cards & ~POINT_CARDS
    rest = clean if clean else cards
    best, best_value = int64(0), int64(_MOST)
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        if card & 15 < best_value:
            best, best_value = card, card & 15
    return best
