"""The cards of Coinche (numbers as in `partie.cards.deck`): which beats which, and their points.

A *denomination* is 0 to 3 for the suit that is trump, `SANS_ATOUT` or `TOUT_ATOUT`. A suit then has one of
two orders: it is of *kind* `TRUMP` (J 9 A 10 K Q 8 7) or `PLAIN` (A 10 K Q J 9 8 7). A *rank8* counts ranks
from the seven: 0 seven, 1 eight, 2 nine, 3 ten, 4 jack, 5 queen, 6 king, 7 ace; the ranks of one suit in a
set are a byte with these bits.
"""

import numpy as np

from partie.cards.deck import (
    PACK32,
    SUIT_CARDS,
)
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Ints, int64

PACK = PACK32
SUIT_SETS = SUIT_CARDS & PACK
"""The eight cards of every suit."""
SANS_ATOUT, TOUT_ATOUT = 4, 5
DENOMINATIONS = 6
PLAIN, TRUMP = 0, 1
SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(8)
ALL_POINTS, SWEEP = 162, 252
"""The points of the cards of a deal, the last trick's 10 included: shared by the sides, or when one of them
has taken all tricks."""
FIRST_RANK = 5
"""The rank of a seven in the numbering of `partie.cards.deck`."""

_LOW_TO_HIGH = (
    (SEVEN, EIGHT, NINE, JACK, QUEEN, KING, TEN, ACE),
    (SEVEN, EIGHT, QUEEN, KING, TEN, ACE, NINE, JACK),
)
_PLAIN_POINTS = (0, 0, 0, 10, 2, 3, 4, 11)
_TRUMP_POINTS = (0, 0, 14, 10, 20, 3, 4, 11)
_SANS_ATOUT_POINTS = (0, 0, 0, 10, 2, 3, 4, 19)
_TOUT_ATOUT_POINTS = (0, 0, 9, 5, 14, 1, 3, 6)
_SCALES = (_PLAIN_POINTS, _TRUMP_POINTS, _SANS_ATOUT_POINTS, _TOUT_ATOUT_POINTS)


def _kind(denomination: int, suit: int) -> int:
    return TRUMP if denomination in (suit, TOUT_ATOUT) else PLAIN


def _scale(denomination: int, suit: int) -> int:
    return denomination - 2 if denomination >= SANS_ATOUT else _kind(denomination, suit)


def _card(suit: int, rank8: int) -> int:
    return 16 * suit + FIRST_RANK + rank8


_CARDS = [(suit, rank8) for suit in range(4) for rank8 in range(8)]

KIND = np.array(
    [[_kind(denomination, suit) for suit in range(4)] for denomination in range(DENOMINATIONS)], np.int64
)
STRENGTH = np.array([[order.index(rank8) for rank8 in range(8)] for order in _LOW_TO_HIGH], np.int64)
"""By kind and rank8: from 0, the lowest, to 7."""
ABOVE = np.array(
    [[sum(1 << r for r in range(8) if row[r] > row[rank8]) for rank8 in range(8)] for row in STRENGTH],
    np.int64,
)
"""By kind and rank8: the byte of the ranks that beat it."""


def _points_table() -> Ints:
    table = np.zeros((DENOMINATIONS, 64), np.int64)
    for denomination in range(DENOMINATIONS):
        for suit, rank8 in _CARDS:
            table[denomination, _card(suit, rank8)] = _SCALES[_scale(denomination, suit)][rank8]
    return table


def _beaten_by_table() -> Ints:
    table = np.zeros((DENOMINATIONS, 64), np.int64)
    for denomination in range(DENOMINATIONS):
        for suit, rank8 in _CARDS:
            beaten_by = int(ABOVE[_kind(denomination, suit), rank8]) << 16 * suit + FIRST_RANK
            if denomination < SANS_ATOUT and suit != denomination:
                beaten_by |= int(SUIT_SETS[denomination])
            table[denomination, _card(suit, rank8)] = beaten_by
    return table


POINTS = _points_table()
"""By denomination and card: its points."""
BEATEN_BY = _beaten_by_table()
"""By denomination and card: the set of cards that beat it in a trick."""


@lean_jit
def ranks_of(cards: int, suit: int) -> int:
    """The ranks of one suit in a set, as a byte."""
    return (int64(cards) >> int64(16 * suit + FIRST_RANK)) & int64(255)
