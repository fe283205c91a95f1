"""Perft: the number of sequences of moves from a position.

A mistake in any rule changes the count; the right one comes from an oracle or a published table."""

from __future__ import annotations

import numpy as np

from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Ints, Records, int64
from partie.core.compiled.verbs import copy, moves, play, settled
from partie.core.game import State


def perft(state: State, depth: int, *, compiled: bool = False) -> int:
    """The number of sequences of `depth` moves from a state.

    A sequence that reaches the end of the game or of a deal before counts once. With `compiled`, millions are
    counted quickly, but compiling takes a few seconds."""
    if compiled:
        pool = np.zeros(depth + 1, state.game.dtype).view(np.recarray)
        verbs.copy(state.record, pool[0])
        room = np.empty((depth + 1, state.game.rules.MOVES), np.int64)
        return int(_count(pool, room, int64(0), int64(depth), new_chance("perft")))
    if depth == 0 or verbs.settled(state.record):
        return 1
    total = 0
    for move in state.moves:
        child = state.copy()
        child.play_legal(move)
        total += perft(child, depth - 1)
    return total


@jit
def _count(pool: Records, room: Ints, ply: int, depth: int, chance: Chance) -> int:
    if depth == 0 or settled(pool[ply]):
        return 1
    n = moves(pool[ply], room[ply])
    total = 0
    for i in range(n):
        copy(pool[ply], pool[ply + 1])
        play(pool[ply + 1], room[ply, i], chance)
        total += _count(pool, room, ply + int64(1), depth - int64(1), chance)
    return total
