"""Exact search of a world with nothing hidden, every seat playing for itself.

Max^n: Luckhardt and Irani, "An algorithmic solution of N-person games" (1986). A seat that is indifferent between moves may make any of them, so their values are averaged. Positions reached again are looked up by the game's
`key`; only moves that differ (the game's `distinct`) are tried.
"""

from typing import Any

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.verbs import (
    copy,
    distinct,
    key,
    play,
    seats,
    settled,
    to_move,
    worth,
)

SAME = 1e-9
STOPPED = -1
"""In place of how many positions were looked at: the search was stopped, and knows nothing."""

Entry = np.dtype([("key", "u8"), ("values", "f4", 8)], align=True)
"""What a position is worth to each seat. A key of 0 is an empty place."""


def new_memory(bits: int) -> Any:
    """Room for 2 to the power of `bits` positions."""
    return np.zeros(1 << bits, Entry).view(np.recarray)


@jit
def maxn(pool, depth, out, values, memory, chance, stop):
    """What `pool[depth]` is worth to each seat when everybody plays his best: written to `values[depth]`. `pool`, `out` and `values` have a row for every ply; returns how many positions were looked at, or STOPPED."""
    count = seats(pool[depth])
    if settled(pool[depth]):
        for seat in range(count):
            values[depth, seat] = worth(pool[depth], seat)
        return np.int64(1)
    if stop[0]:
        return np.int64(STOPPED)
    name = key(pool[depth])
    place = np.int64(name & np.uint64(len(memory) - 1))
    if memory[place].key == name:
        for seat in range(count):
            values[depth, seat] = memory[place].values[seat]
        return np.int64(1)
    looked = np.int64(1)
    mover = np.int64(to_move(pool[depth]))
    n = distinct(pool[depth], out[depth])
    best, equal = -np.inf, 0
    for i in range(n):
        copy(pool[depth], pool[depth + 1])
        play(pool[depth + 1], out[depth, i], chance)
        below = maxn(pool, np.int64(depth + 1), out, values, memory, chance, stop)
        if below == STOPPED:
            return np.int64(STOPPED)
        looked += below
        value = values[depth + 1, mover]
        if value > best + SAME:
            best, equal = value, 0
            values[depth, :] = 0.0
        if value > best - SAME:
            equal += 1
            for seat in range(count):
                values[depth, seat] += values[depth + 1, seat]
    memory[place].key = name
    for seat in range(count):
        values[depth, seat] /= equal
        memory[place].values[seat] = values[depth, seat]
    return looked
