"""Exact search of a world in which nothing is hidden and every seat plays for itself.

Max^n: Luckhardt and Irani, "An algorithmic solution of N-person games" (1986). If several moves are equally
good for the seat to move, their values are averaged. Positions that occur again are looked up by the game's
`key`, and only one of several equivalent moves is tried (the game's `distinct`).
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
"""Values that differ by no more than this are equal: they may be sums of the same numbers in another order.
"""
STOPPED = -1
"""Returned instead of the number of positions if the search was stopped before it had a result."""
_MOST_SEATS = 8

Entry = np.dtype([("key", "u8"), ("values", "f4", _MOST_SEATS)], align=True)
"""A position and its value for each seat. A key of 0 marks an empty entry."""


class MaxnRoom(NamedTuple):
    """The working memory of a search: state, moves and values for every ply, and a table of positions."""

    pool: Records
    out: Moves
    values: Floats
    memory: Records


def new_memory(bits: int) -> Records:
    """An empty table with 2**bits positions."""
    return np.zeros(1 << bits, Entry).view(np.recarray)


@jit
def maxn_room(state: Record, plies: int, memory: Records) -> MaxnRoom:
    """Working memory for positions like `state` with at most `plies` plies."""
    return MaxnRoom(
        records(state, plies),
        np.empty((plies, most_moves(state)), np.int64),
        np.empty((plies, seats(state))),
        memory,
    )


@jit
def maxn(room: MaxnRoom, depth: int, chance: Chance, stop: Stop) -> int:
    """Write the values of `room.pool[depth]` under best play of every seat to `room.values[depth]`.

    Returns the number of positions searched, or STOPPED."""
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
