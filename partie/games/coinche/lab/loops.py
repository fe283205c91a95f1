"""Compiled loops over many deals, for benchmarks and tests."""

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Record
from partie.core.compiled.verbs import (
    copy,
    records,
)
from partie.games.coinche.rules import MOVES, SEATS, begin_deal, begin_play, worth
from partie.games.coinche.rules.calls import bid_of
from partie.search.kernels.playouts import playout


@jit
def play_random_deals(state: Record, deals: int, policy: int, chance: Chance) -> Floats:
    """Play random deals with the options of `state`, as first deals; returns their value for every seat.

    The contract is 80 in each suit in turn, by each seat in turn.
    """
    pool = records(state, 1)
    copy(state, pool[0])
    out = np.empty(MOVES, np.int64)
    totals = np.zeros(SEATS)
    for number in range(deals):
        pool[0].number = 0
        begin_deal(pool[0], chance)
        pool[0].bid = bid_of(0, number & 3)
        pool[0].bidder = number >> 2 & 3
        begin_play(pool[0])
        playout(pool[0], policy, out, chance)
        for seat in range(SEATS):
            totals[seat] += worth(pool[0], seat)
    return totals


@jit
def replay_deal(state: Record, count: int, policy: int, chance: Chance) -> float:
    """Play the rest of the deal of `state` `count` times; returns the total value for seat 0."""
    pool = records(state, 1)
    out = np.empty(MOVES, np.int64)
    total = 0.0
    for _ in range(count):
        copy(state, pool[0])
        playout(pool[0], policy, out, chance)
        total += worth(pool[0], 0)
    return total
