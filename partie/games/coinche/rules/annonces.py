"""Annonces: what a hand declares with its first card, their points and their order.

A hand declares everything it has, each card once: fours of a kind first (except sevens and eights), then in
each suit the remaining runs of three or more. The set of declared cards is enough: it splits into the same
fours and runs again.
"""

import numpy as np

from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import int64
from partie.games.coinche.rules.cards import (
    ACE,
    FIRST_RANK,
    JACK,
    KING,
    NINE,
    QUEEN,
    TEN,
    ranks_of,
)

FOURS = (QUEEN, KING, TEN, ACE, NINE, JACK)
"""The ranks of which four of a kind count, the best last."""
_FOURS_BYTE = sum(1 << rank8 for rank8 in FOURS)
_IN_EVERY_SUIT = sum(1 << 16 * suit + FIRST_RANK for suit in range(4))


def runs_of(ranks: int) -> list[tuple[int, int]]:
    """The runs of three or more in a byte of ranks: the lowest rank and the length of each."""
    found = []
    low = 0
    while low < 8:
        length = 0
        while low + length < 8 and ranks >> (low + length) & 1:
            length += 1
        if length >= 3:
            found.append((low, length))
        low += length + 1
    return found


def run_points(length: int) -> int:
    """The points of a run: a tierce, a cinquante or a cent."""
    return {3: 20, 4: 50}.get(length, 100)


def four_points(rank8: int) -> int:
    return {JACK: 200, NINE: 150}.get(rank8, 100)


def _best_run(ranks: int) -> int:
    return max((32 * length + 2 * (low + length - 1) for low, length in runs_of(ranks)), default=0)


RUN_CARDS = np.array(
    [
        sum(1 << low + step for low, length in runs_of(ranks) for step in range(length))
        for ranks in range(256)
    ],
    np.int64,
)
"""By byte of ranks: those that are part of runs."""
RUN_POINTS = np.array(
    [sum(run_points(length) for _, length in runs_of(ranks)) for ranks in range(256)], np.int64
)
RUN_RANK = np.array([_best_run(ranks) for ranks in range(256)], np.int64)
"""By byte of ranks: an even number that is larger for a better run, 0 without any."""
FOUR_POINTS = np.array(
    [sum(four_points(r) for r in FOURS if ranks >> r & 1) for ranks in range(256)], np.int64
)
FOUR_RANK = np.array(
    [max((1024 + place for place, r in enumerate(FOURS) if ranks >> r & 1), default=0) for ranks in range(256)],
    np.int64,
)  # fmt: skip


@lean_jit
def fours_in(cards: int) -> int:
    """The scoring ranks of which a set has all four cards, as a byte."""
    return ranks_of(cards, 0) & ranks_of(cards, 1) & ranks_of(cards, 2) & ranks_of(cards, 3) & _FOURS_BYTE


@lean_jit
def declared_by(hand: int) -> int:
    """The set of cards a full hand declares."""
    fours = fours_in(hand)
    declared = fours * _IN_EVERY_SUIT
    for suit in range(4):
        declared |= RUN_CARDS[ranks_of(hand, suit) & ~fours] << int64(16 * suit + FIRST_RANK)
    return declared


@lean_jit
def annonce_points(declared: int) -> int:
    """The points of a set of declared cards."""
    fours = fours_in(declared)
    total = FOUR_POINTS[fours]
    for suit in range(4):
        total += RUN_POINTS[ranks_of(declared, suit) & ~fours]
    return total


@lean_jit
def annonce_rank(declared: int, denomination: int) -> int:
    """A number that is larger for a better annonce, 0 without any.

    Fours of a kind beat runs; among runs the longer, then the higher, then the one in trumps.
    """
    fours = fours_in(declared)
    if fours:
        return FOUR_RANK[fours]
    best = int64(0)
    for suit in range(4):
        rank = RUN_RANK[ranks_of(declared, suit)]
        if rank:
            best = max(best, rank + (1 if suit == denomination else 0))
    return best
