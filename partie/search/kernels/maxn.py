"""Exact search of a world with nothing hidden, every seat playing for itself.

Max^n: Luckhardt and Irani, "An algorithmic solution of N-person games" (1986). A seat that is indifferent between moves may make any of them, so their values are averaged. Positions reached again are looked up by the game's
`key`; only moves that differ (the game's `distinct`) are tried.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Moves, Record, Records, Stop, int64
from partie.core.compiled.verbs import (
    copy,
    distinct,
    key,
    most_moves,
    play,
    records,
    seats,
    settled,
    to_move,
    worth,
)

SAME = 1e-9
"""Values no further apart than this are equal: sums of the same numbers in another order."""
STOPPED = -1
"""In place of how many positions were looked at: the search was stopped, and knows nothing."""
_MOST_SEATS = 8

Entry = np.dtype([("key", "u8"), ("values", "f4", _MOST_SEATS)], align=True)
"""What a position is worth to each seat. A key of 0 is an empty place."""


class MaxnRoom(NamedTuple):
    """A row for every ply: the state, its moves, what it is worth to each seat. And a memory of positions."""

    pool: Records
    out: Moves
    values: Floats
    memory: Records


def new_memory(bits: int) -> Records:
    """Room for 2 to the power of `bits` positions."""
    return np.zeros(1 << bits, Entry).view(np.recarray)


@jit
def maxn_room(state: Record, plies: int, memory: Records) -> MaxnRoom:
    """Room for positions like `state` that are at most so many plies from the end."""
    return MaxnRoom(
        records(state, plies),
        np.empty((plies, most_moves(state)), np.int64),
        np.empty((plies, seats(state))),
        memory,
    )


@jit
def maxn(room: MaxnRoom, depth: int, chance: Chance, stop: Stop) -> int:
    """What `room.pool[depth]` is worth to each seat when everybody plays his best: written to `room.values[depth]`. Returns how many positions were looked at, or STOPPED."""
    pool, values, memory = room.pool, room.values, room.memory
    count = seats(pool[depth])
    if settled(pool[depth]):
        for seat in range(count):
            values[depth, seat] = worth(pool[depth], seat)
        return int64(1)
    if stop[0]:
        return int64(STOPPED)
    name = key(pool[depth])
    place = int64(name & np.uint64(len(memory) - 1))
    if memory[place].key == name:
        for seat in range(count):
            values[depth, seat] = memory[place].values[seat]
        return int64(1)
    looked = int64(1)
    mover = int64(to_move(pool[depth]))
    n = distinct(pool[depth], room.out[depth])
    best, equal = -np.inf, 0
    for i in range(n):
        copy(pool[depth], pool[depth + 1])
        play(pool[depth + 1], room.out[depth, i], chance)
        below = maxn(room, int64(depth + 1), chance, stop)
        if below == STOPPED:
            return int64(STOPPED)
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
