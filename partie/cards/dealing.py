"""Dealing unseen cards to the three players who may hold them, uniformly among all possible deals.

A card is a bit of a mask. For every unknown card there is a set of players who may still hold it (a player
who has shown a void may hold no card of that suit); cards with the same set form a class. A card that only
one player may hold goes to that player. Of the other cards, let `a` be those that only players 0 and 1 may
hold, `b` those for 0 and 2, `c` those for 1 and 2, and `d` those for all three, and let n0, n1 and n2 be the
numbers of cards the players still need. If player 0 gets x of the first class, y of the second and k = n0 - x
- y of the last, then player 1 gets the other a - x of the first class and any n1 - a + x of the c + d - k
cards that are left for players 1 and 2. So

    C(a, x) · C(b, y) · C(d, k) · C(c + d - k, n1 - a + x)

deals have these numbers. (x, y) is drawn with these weights, and then every choice of cards within a class is
equally likely. The result is exactly uniform, without rejecting any deal.
"""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.bits import (
    count,
    random_subset,
)
from partie.core.compiled.chance import (
    below,
    uniform,
)
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Chance, Floats, int64

MOST_CARDS = 52


def _binomials() -> Floats:
    table = np.zeros((MOST_CARDS + 1, MOST_CARDS + 1))
    table[0, 0] = 1.0
    for n in range(1, MOST_CARDS + 1):
        table[n, 0] = 1.0
        table[n, 1:] = table[n - 1, 1:] + table[n - 1, :-1]
    return table


BINOMIALS = _binomials()


class _Shared(NamedTuple):
    """The cards that several players may hold: 0 and 1, 0 and 2, 1 and 2, or all three."""

    for01: int
    for02: int
    for12: int
    for_all: int


@lean_jit
def choices(n: int, k: int) -> float:
    """The binomial coefficient C(n, k), or 0 if k is not between 0 and n."""
    return BINOMIALS[n, k] if 0 <= k <= n else 0.0


@lean_jit
def ways(a: int, b: int, c: int, d: int, n0: int, n1: int, x: int, y: int) -> float:
    """The number of deals that give player 0 x cards of the first class and y of the second."""
    k = n0 - x - y
    if k < 0 or k > d:
        return 0.0
    return choices(a, x) * choices(b, y) * choices(d, k) * choices(c + d - k, n1 - a + x)


@lean_jit
def _anyhow(unknown: int, n0: int, n1: int, n2: int, chance: Chance) -> tuple[bool, int, int, int]:
    """Deal if every player may hold every card: each card in turn gets a random place among those left.

    It has no branches, because the processor could not predict them."""
    places0, places01 = n0, n0 + n1
    hand0, hands01 = int64(0), int64(0)
    rest = int64(unknown)
    for left in range(n0 + n1 + n2, 0, -1):
        card = rest & -rest
        rest ^= card
        place = below(chance, left)
        to0, to01 = (place - places0) >> 63, (place - places01) >> 63
        places0 += to0
        places01 += to01
        hand0 |= card & to0
        hands01 |= card & to01
    return True, hand0, hands01 & ~hand0, int64(unknown) & ~hands01


@lean_jit
def deal_unknown(
    unknown: int, may0: int, may1: int, may2: int, n0: int, n1: int, n2: int, chance: Chance
) -> tuple[bool, int, int, int]:
    """Deal the set `unknown` to three players, each of whom may hold only the cards in their `may` set.

    They need `n0`, `n1` and `n2` cards.

    Returns whether that is possible, and the three sets of cards."""
    if n0 < 0 or n1 < 0 or n2 < 0 or n0 + n1 + n2 != count(unknown):
        return False, int64(0), int64(0), int64(0)
    everybody = unknown & may0 & may1 & may2
    if everybody == unknown:
        return _anyhow(unknown, n0, n1, n2, chance)
    if unknown & ~(may0 | may1 | may2):
        return False, int64(0), int64(0), int64(0)
    first = unknown & may0 & ~may1 & ~may2
    second = unknown & may1 & ~may0 & ~may2
    third = unknown & may2 & ~may0 & ~may1
    shared = _Shared(
        unknown & may0 & may1 & ~may2,
        unknown & may0 & may2 & ~may1,
        unknown & may1 & may2 & ~may0,
        everybody,
    )
    needed = (n0 - count(first), n1 - count(second), n2 - count(third))
    return _by_class(shared, (first, second, third), needed, chance)


@lean_jit
def _by_class(
    shared: _Shared, certain: tuple[int, int, int], needed: tuple[int, int, int], chance: Chance
) -> tuple[bool, int, int, int]:
    """Deal the four classes of cards with several possible holders, as many as each player needs, and add the
    cards that are certain."""
    for01, for02, for12, for_all = shared
    first, second, third = certain
    n0, n1, n2 = needed
    a, b, c, d = count(for01), count(for02), count(for12), count(for_all)
    total = 0.0
    x = int64(0)
    y = int64(0)
    if n0 >= 0 and n1 >= 0 and n2 >= 0:
        for i in range(min(a, n0) + 1):
            for j in range(max(0, n0 - i - d), min(b, n0 - i) + 1):
                weight = ways(a, b, c, d, n0, n1, i, j)
                total += weight
                if weight > 0.0 and uniform(chance) * total < weight:
                    x, y = i, j
    if total == 0.0:
        return False, int64(0), int64(0), int64(0)
    of01 = random_subset(for01, x, chance)
    of02 = random_subset(for02, y, chance)
    of_all = random_subset(for_all, n0 - x - y, chance)
    left = for12 | (for_all & ~of_all)
    of_left = random_subset(left, n1 - a + x, chance)
    return (
        True,
        first | of01 | of02 | of_all,
        second | (for01 & ~of01) | of_left,
        third | (for02 & ~of02) | (left & ~of_left),
    )
