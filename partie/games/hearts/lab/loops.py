"""Compiled loops over many deals, for benchmarks and tests."""

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Record
from partie.core.compiled.verbs import (
    copy,
    records,
)
from partie.games.hearts.rules import MOVES, SEATS, begin_deal, worth
from partie.search.kernels.playouts import playout


@jit
def play_random_deals(state: Record, deals: int, policy: int, chance: Chance) -> Floats:
    """Play random deals with the options of `state`, as first deals; returns every seat's total points."""
    pool = records(state, 1)
    copy(state, pool[0])
    out = np.empty(MOVES, np.int64)
    totals = np.zeros(SEATS)
    for _ in range(deals):
        pool[0].number = 0
        begin_deal(pool[0], chance)
        playout(pool[0], policy, out, chance)
        for seat in range(SEATS):
            totals[seat] += worth(pool[0], seat)
    return totals
