"""One round between two players as a game of its own, in the form the solvers read.

Player 0 is the starter of the round, player 1 the opponent. A hand is a multiset of dice; the two hands are
independent. A public position is the sequence of last bids that the players remember (`Memory`): with all
bids remembered it is the real round, with fewer an abstraction with imperfect recall.

A *policy* is one flat table: for every position its actions in order (bids from the lowest to the highest,
then contest, then confirm), and for every action one number per hand of the player to move.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partie.games.liarsdice.rules.bids import (
    face_of,
    matching,
    quantity_of,
    unrank,
)

EVEN_STAKE = (-1.0, 1.0, 1.0, -1.0)
"""The loser of the round pays 1.

In a duel every round has this stake, up to scale, unless an exact call wins a die back.
"""


class Setting(NamedTuple):
    """The parameters of a round: the dice of the starter and of the opponent, and the options.

    `wild` is the wild face or -1.
    """

    starter: int
    other: int
    faces: int = 6
    wild: int = -1
    spot_on: bool = True

    @property
    def bids(self) -> int:
        """The number of different bids."""
        return (self.starter + self.other) * self.faces


class Round(NamedTuple):
    """A round as arrays, for compiled code."""

    quantity: NDArray[np.int64]
    """[bid] in the order of bids."""
    face: NDArray[np.int64]
    calls: int
    """2 where exact calls are allowed, else 1."""
    hands: NDArray[np.int64]
    """[player] the number of possible hands."""
    share: NDArray[np.float64]
    """[player, hand] its probability."""
    counts: NDArray[np.int64]
    """[player, face, hand] how many dice of a hand count for a bid on a face."""
    stake: NDArray[np.float64]
    """The value of an ending for the starter: the starter lost, the opponent lost, the starter's exact call
    was correct, the opponent's was.
    """


class Memory(NamedTuple):
    """Public positions, numbered so that every bid leads to a higher number; 0 is the beginning."""

    mover: NDArray[np.int64]
    last: NDArray[np.int64]
    """The standing bid, -1 at the beginning."""
    bids: NDArray[np.int64]
    """The number of higher bids, legal or not."""
    calls: NDArray[np.int64]
    """The number of possible calls."""
    first: NDArray[np.int64]
    """Where its bids begin in `follow`."""
    follow: NDArray[np.int64]
    """The position a bid leads to; -1 if the bid is illegal."""
    start: NDArray[np.int64]
    """Where its numbers begin in a policy; one more entry than positions."""
    recall: int
    """How many bids are remembered."""


@cache
def hands_of(dice: int, faces: int) -> tuple[tuple[int, ...], ...]:
    """Every hand as the number of dice of each face, in a fixed order."""
    return tuple(
        tuple(roll.count(face) for face in range(faces))
        for roll in combinations_with_replacement(range(faces), dice)
    )


def likelihood(hand: tuple[int, ...]) -> float:
    """The probability of rolling a hand."""
    ways = factorial(sum(hand))
    for count in hand:
        ways //= factorial(count)
    return ways / float(len(hand)) ** sum(hand)


def new_round(setting: Setting, stake: tuple[float, float, float, float] = EVEN_STAKE) -> Round:
    """The round as arrays."""
    total = setting.starter + setting.other
    moves = [int(unrank(place, total, setting.faces, setting.wild)) for place in range(setting.bids)]
    both = [hands_of(setting.starter, setting.faces), hands_of(setting.other, setting.faces)]
    most = max(len(hands) for hands in both)
    share = np.zeros((2, most))
    counts = np.zeros((2, setting.faces, most), np.int64)
    for player, hands in enumerate(both):
        cups = np.array(hands, np.int64)
        for number, hand in enumerate(hands):
            share[player, number] = likelihood(hand)
            counts[player, :, number] = [
                matching(cups, number, face, setting.wild) for face in range(setting.faces)
            ]
    return Round(
        np.array([quantity_of(move) for move in moves], np.int64),
        np.array([face_of(move) for move in moves], np.int64),
        1 + setting.spot_on,
        np.array([len(hands) for hands in both], np.int64),
        share,
        counts,
        np.array(stake, np.float64),
    )


def new_memory(setting: Setting, recall: int) -> Memory:
    """The public positions when only the last `recall` bids are remembered."""
    return _all_remembered(setting) if recall >= setting.bids else _last_remembered(setting, recall)


@cache
def _last_remembered(setting: Setting, recall: int) -> Memory:
    positions = list(_positions(setting.bids, recall))
    number = {position: index for index, position in enumerate(positions)}
    follow = [
        number[1 - mover, (*bids, bid)[-recall:]]
        for mover, bids in positions
        for bid in range(bids[-1] + 1 if bids else 0, setting.bids)
    ]
    last = np.array([bids[-1] if bids else -1 for _, bids in positions], np.int64)
    mover = np.array([mover for mover, _ in positions], np.int64)
    return _memory(setting, recall, mover, last, np.array(follow, np.int64))


@cache
def _all_remembered(setting: Setting) -> Memory:
    """The positions with all bids remembered: each is a set of bids, and its number is that set in binary."""
    bids = setting.bids
    sets = np.arange(1 << bids)
    last, mover = np.full(len(sets), -1), np.zeros(len(sets), np.int64)
    follow = [np.left_shift(1, np.arange(bids))]
    for bid in range(bids):
        low, high = 1 << bid, 2 << bid
        last[low:high] = bid
        mover[low:high] = 1 - mover[:low]
        higher = np.left_shift(1, np.arange(bid + 1, bids))
        follow.append((sets[low:high, None] | higher).ravel())
    return _memory(setting, bids, mover, last, np.concatenate(follow))


def _memory(
    setting: Setting,
    recall: int,
    mover: NDArray[np.int64],
    last: NDArray[np.int64],
    follow: NDArray[np.int64],
) -> Memory:
    """A memory with the tables derived from these. Wild ones may not open a round."""
    if setting.wild == 0:
        total = setting.starter + setting.other
        opening = [int(face_of(unrank(bid, total, setting.faces, 0))) for bid in range(setting.bids)]
        follow[: setting.bids][np.array(opening) == 0] = -1
    bids = setting.bids - 1 - last
    calls = np.where(last < 0, 0, 1 + setting.spot_on)
    hands = np.array([len(hands_of(dice, setting.faces)) for dice in (setting.starter, setting.other)])
    start = np.concatenate(([0], np.cumsum((bids + calls) * hands[mover])))
    first = np.concatenate(([0], np.cumsum(bids)[:-1]))
    return Memory(mover, last, bids, calls, first, follow, start, recall)


Position = tuple[int, tuple[int, ...]]
"""The player to move and the bids remembered."""


def _positions(bids: int, recall: int) -> Iterator[Position]:
    """Every position once, ordered by standing bid, so that successors come later."""
    yield 0, ()
    after: list[dict[Position, None]] = [{} for _ in range(bids)]
    for bid in range(bids):
        after[bid][1, (bid,)] = None
    for standing in range(bids):
        for mover, remembered in after[standing]:
            yield mover, remembered
            for bid in range(standing + 1, bids):
                after[bid][1 - mover, (*remembered, bid)[-recall:]] = None
        after[standing].clear()
