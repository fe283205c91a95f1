"""The order in which networks see the suits, so that hands that differ only by their names are the same."""

from partie.core.compiled.bits import count, lowest, without_lowest
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Ints8, Record
from partie.games.coinche.rules.calls import PLAY
from partie.games.coinche.rules.cards import FIRST_RANK, SANS_ATOUT, SUIT_SETS

RANKS = 8


@lean_jit
def place_of(state: Record, suit: int) -> int:
    """The place of a suit in the order the network sees: trumps first, then by the seat's own cards."""
    key = _key(state, suit)
    place = 0
    for other in range(4):
        place += other != suit and _key(state, other) > key
    return place


@lean_jit
def _key(state: Record, suit: int) -> int:
    """A number by which suits are ordered; no two suits have the same."""
    cards = (state.hands[state.turn] | state.laid[state.turn]) & SUIT_SETS[suit]
    ranks = cards >> (16 * suit + FIRST_RANK)
    trump = state.phase == PLAY and state.denomination == suit
    return (int(trump) << 20) + (count(cards) << 12) + (ranks << 2) + suit


@lean_jit
def denomination_place(state: Record, denomination: int) -> int:
    """The place of a denomination: suits in the order the network sees."""
    return place_of(state, denomination) if denomination < SANS_ATOUT else denomination


@lean_jit
def write_set(out: Ints8, at: int, state: Record, cards: int) -> None:
    """Write a set of cards, by suit and then rank, from `at` on."""
    for suit in range(4):
        ranks = (cards & SUIT_SETS[suit]) >> (16 * suit + FIRST_RANK)
        if ranks:
            row = at + place_of(state, suit) * RANKS
            while ranks:
                out[row + lowest(ranks)] = 1
                ranks = without_lowest(ranks)


@lean_jit
def locations(state: Record, seat: int, out: Ints8) -> None:
    """Write which of the others, counted from the left of `seat`, holds each of the 32 cards, or -1."""
    for i in range(4 * RANKS):
        out[i] = -1
    for suit in range(4):
        row = place_of(state, suit) * RANKS
        for step in range(1, 4):
            ranks = (state.hands[(seat + step) & 3] & SUIT_SETS[suit]) >> (16 * suit + FIRST_RANK)
            while ranks:
                out[row + lowest(ranks)] = step - 1
                ranks = without_lowest(ranks)
