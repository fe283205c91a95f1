"""A fast, sensible playout policy: duck, discard dangerous cards, lead low.

One card in sixteen is random, so that repeated playouts of the same world differ.
"""

import numpy as np

from partie.cards.deck import (
    SPADES,
    SUIT_CARDS,
)
from partie.core.compiled.bits import (
    bit,
    count,
    highest,
    lowest,
    random_member,
    without_lowest,
)
from partie.core.compiled.chance import next_word
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Chance, Record, int64
from partie.games.hearts.rules.cards import (
    ALL_HEARTS,
    FULL,
    POINT_CARDS,
    QUEEN,
    QUEEN_OF_SPADES,
)

_ABOVE_QUEEN = int64(0b11) << int64(QUEEN_OF_SPADES + 1)
_LOW_CARDS = 0x001F001F001F001F
"""The ranks from two to six, which the short pack does not have."""
_RANDOM = np.uint64(15)
"""The bits of a random word that are all 0 for the one card in sixteen that is random."""
_LUCK = np.uint64(60)
"""The position of four other bits, one for each suit, which decide between leads that look alike."""
_NOTHING = -1000
"""Below the value of any card."""

# The values of leads and of cards to pass are a rule of thumb: what matters is their order.
_HIGHER, _LOWER = 4, 8
"""What a lead gains for each higher card of its suit that is out, and loses for each lower one."""
_CERTAIN_TRICK = 24
"""What a lead loses that nobody can beat: as much as for three lower cards."""
_BELOW_ALL = 100
"""What the queen of spades, or a higher spade while she is out, loses as a lead: more than anything else."""
_FEW_SPADES = 5
"""With fewer spades the queen and what could catch it are not safe in a hand."""
_PASS_QUEEN, _PASS_CATCHER = 100, 60
"""The value of passing the queen of spades, and the king and the ace: above that of all other cards."""
_PASS_RANK, _PASS_LENGTH, _PASS_HEART = 4, 2, 8
"""What other cards gain for each rank, lose for each card of their suit, and gain as hearts: two ranks."""
_TIES = 16
"""More than the cards of a suit, by which equal ranks are ordered."""
_LONGEST = 13


@lean_jit
def careful_card(state: Record, cards: int, chance: Chance) -> int:
    """Choose one of the legal `cards`."""
    if cards & (cards - 1) == 0:
        return lowest(cards)
    luck = next_word(chance)
    if luck & _RANDOM == 0:
        return random_member(cards, chance)
    if state.played == 0:
        return _lead(state, cards, int64(luck >> _LUCK))
    if cards & SUIT_CARDS[state.led]:
        return _follow(state, cards)
    return _discard(state, cards)


@lean_jit
def _queen_is_out(state: Record) -> bool:
    return state.deck == FULL and state.gone & QUEEN == 0


@lean_jit
def _lead(state: Record, cards: int, luck: int) -> int:
    """The card most likely to lose the trick: many higher cards of its suit are out, and few lower ones."""
    out = ~state.gone & ~state.hands[state.turn]
    best = int64(-1)
    best_value = int64(_NOTHING)
    rest = cards
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        others = out & SUIT_CARDS[card >> 4] & _pack(state)
        higher = count(others & ~(bit(card + 1) - 1))
        lower = count(others) - higher
        value = _HIGHER * higher - _LOWER * lower + ((luck >> (card >> 4)) & 1)
        if higher == 0 and lower > 0:
            value -= _CERTAIN_TRICK
        if card >> 4 == SPADES and card >= QUEEN_OF_SPADES and _queen_is_out(state):
            value -= _BELOW_ALL
        if value > best_value:
            best, best_value = card, value
    return best


@lean_jit
def _pack(state: Record) -> int:
    """A mask of all ranks in the pack."""
    return int64(-1) if state.deck == FULL else ~int64(_LOW_CARDS)


@lean_jit
def _follow(state: Record, cards: int) -> int:
    """The highest card that loses; when last to a trick without points, the highest; else the lowest."""
    losing = cards & (bit(state.best) - 1)
    safe = cards & ~QUEEN if state.deck == FULL else cards
    if state.played == 3 and not _has_penalty(state) and safe:
        return highest(safe)
    if losing:
        return highest(losing & QUEEN) if losing & QUEEN and state.deck == FULL else highest(losing)
    if state.played == 3:
        return highest(safe) if safe else lowest(cards)
    return lowest(safe) if safe else lowest(cards)


@lean_jit
def _has_penalty(state: Record) -> bool:
    """Whether penalty cards are on the table."""
    for seat in range(4):
        card = state.trick[seat]
        if card >= 0 and bit(card) & POINT_CARDS and (state.deck == FULL or card >> 4 != SPADES):
            return True
    return False


@lean_jit
def _discard(state: Record, cards: int) -> int:
    """Discard the queen of spades or what could catch it, then the highest heart or other card."""
    if state.deck == FULL:
        if cards & QUEEN:
            return int64(QUEEN_OF_SPADES)
        if cards & _ABOVE_QUEEN and _queen_is_out(state):
            return highest(cards & _ABOVE_QUEEN)
    hearts = cards & ALL_HEARTS
    if hearts:
        return highest(hearts)
    return _highest_rank(cards)


@lean_jit
def _highest_rank(cards: int) -> int:
    """The highest card of any suit; from the shortest suit where ranks are equal."""
    best = int64(0)
    best_value = int64(-1)
    while cards:
        card = lowest(cards)
        value = (card & 15) * _TIES + _LONGEST - count(cards & SUIT_CARDS[card >> 4])
        if value > best_value:
            best, best_value = card, value
        cards = without_lowest(cards)
    return best


@lean_jit
def careful_pass(hand: int) -> int:
    """Three cards to pass: queen, king, ace of few spades, high hearts, and high cards of short suits."""
    spades = count(hand & SUIT_CARDS[SPADES])
    chosen = int64(0)
    for _ in range(3):
        worst = int64(-1)
        worst_value = int64(_NOTHING)
        rest = hand & ~chosen
        while rest:
            card = lowest(rest)
            rest = without_lowest(rest)
            suit, rank = card >> 4, card & 15
            value = _PASS_RANK * rank - _PASS_LENGTH * count(hand & SUIT_CARDS[suit])
            if suit == SPADES:
                value = 0
                if spades < _FEW_SPADES and card >= QUEEN_OF_SPADES:
                    value = _PASS_QUEEN if card == QUEEN_OF_SPADES else _PASS_CATCHER
            elif bit(card) & ALL_HEARTS:
                value += _PASS_HEART
            if value > worst_value:
                worst, worst_value = card, value
        chosen |= bit(worst)
    return chosen
