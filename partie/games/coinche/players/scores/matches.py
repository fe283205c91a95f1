"""Whole deals between pairs of compiled players, thousands at a time and on every core.

The deals are bid by the table bidder, and dealt again until somebody takes; then any players can play them
any number of times. A *line* is a deal and the player of each side: a number from 0 on is a row of weights, a
negative one a playout policy. Every deal and every line has its own random generator, derived from the seed
and its number, so results do not depend on the number of threads.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance
from partie.core.compiled.kernel import jit
from partie.core.compiled.streams import derive_chance
from partie.core.compiled.types import Floats, Ints, Records, Words, int64
from partie.core.compiled.verbs import (
    copy,
    records,
)
from partie.games.coinche.players.bidding.kernels import table_call
from partie.games.coinche.players.scores.kernels import best_card
from partie.games.coinche.players.searching import POLICIES, choose
from partie.games.coinche.rules import State, extras, legal_cards, make_call, play_card, start
from partie.games.coinche.rules.calls import (
    BETWEEN,
    BID,
    PLAY,
)

OPTIONS = (2, 1000, 1, 0, 0, 1, 0, 1)
"""The options as `start` reads them: one deal, scored by card points, all denominations, no annonces."""


def policy(name: str) -> int:
    """The number of a playout policy in a line: `random` or `scores`."""
    return -1 - POLICIES.index(name)


@jit
def bid_range(deals: Records, first: int, last: int, options: Ints, seed: Words, bold: float) -> int:
    """Deal and bid the deals `first` … `last` - 1; returns how many were thrown in."""
    chance = np.zeros(4, np.uint64)
    thrown = 0
    for number in range(first, last):
        derive_chance(seed, number, chance)
        while True:
            start(deals[number], options, chance)
            while deals[number].phase == BID:
                seat = int64(deals[number].turn)
                make_call(deals[number], table_call(deals[number], seat, deals[number].hands[seat], bold))
            if deals[number].phase == PLAY:
                break
            thrown += 1
    return thrown


@jit
def play_range(
    deals: Records, lines: Ints, first: int, last: int, weights: Floats, seed: Words, points: Floats
) -> None:
    """Play the lines `first` … `last` - 1; writes the points of both sides, belotes and annonces included."""
    pool = records(deals[0], 1)
    chance = np.zeros(4, np.uint64)
    out = np.empty(1, np.int64)
    for line in range(first, last):
        derive_chance(seed, line, chance)
        copy(deals[lines[line, 0]], pool[0])
        while pool[0].phase < BETWEEN:
            player = lines[line, 1 + (pool[0].turn & 1)]
            if player >= 0:
                card = best_card(pool[0], legal_cards(pool[0]), weights[player])
            else:
                card = choose(pool[0], -1 - player, out, chance)
            play_card(pool[0], card)
        for side in range(2):
            points[line, side] = pool[0].points[side] + extras(pool[0], side)


def bid_deals(
    count: int, seed: tuple[object, ...], bold: float = 0.0, options: tuple[int, ...] = OPTIONS
) -> tuple[NDArray[np.void], int]:
    """Deals bid by the table bidder, and how many others were thrown in."""
    deals = np.zeros(count, State)
    codes = np.array([*options, 4], np.int64)
    words = new_chance(*seed, "deals")
    thrown = _run_in_threads(count, lambda first, last: bid_range(deals, first, last, codes, words, bold))
    return deals, sum(thrown)


def play_lines(
    deals: NDArray[np.void], lines: NDArray[np.int64], weights: NDArray[np.float64], seed: tuple[object, ...]
) -> NDArray[np.float64]:
    """Play every line (deal, player of side 0, player of side 1); returns the points of both sides."""
    lines = np.ascontiguousarray(lines, np.int64)
    weights = np.ascontiguousarray(weights, np.float64)
    points = np.empty((len(lines), 2))
    words = new_chance(*seed, "lines")
    _run_in_threads(
        len(lines), lambda first, last: play_range(deals, lines, first, last, weights, words, points)
    )
    return points


def _run_in_threads(count: int, work: Callable[[int, int], Any]) -> list[Any]:
    """Run `work` on equal parts of 0 … `count` - 1, one thread per core."""
    threads = max(1, min(os.cpu_count() or 1, count))
    edges = [count * i // threads for i in range(threads + 1)]
    if threads == 1:
        return [work(0, count)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, edges[:-1], edges[1:]))
