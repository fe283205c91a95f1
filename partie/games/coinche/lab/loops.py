"""Compiled loops over many deals and many worlds, for benchmarks and tests."""

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Ints, Record, int64
from partie.core.compiled.verbs import (
    copy,
    records,
)
from partie.games.coinche.rules import MOVES, SEATS, begin_deal, begin_play, determinise, worth
from partie.games.coinche.rules.calls import bid_of
from partie.search.kernels.playouts import playout


@jit
def play_random_deals(state: Record, deals: int, policy: int, chance: Chance) -> Floats:
    """Play random deals with the options of `state`, always as its first deal; returns their total value for
    every seat.

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


@jit
def sample_worlds(view: Record, seat: int, count: int, chance: Chance, hands: Ints) -> int:
    """Determinise a view `count` times; the first worlds fill the rows of `hands`.

    Returns a number that depends on all worlds, so that none is optimised away.
    """
    pool = records(view, 1)
    last = int64(0)
    for number in range(count):
        determinise(view, seat, chance, pool[0])
        if number < len(hands):
            for other in range(SEATS):
                hands[number, other] = pool[0].hands[other]
        last ^= pool[0].hands[(seat + 1) & 3]
    return last
