"""Playouts: playing a game, or its current deal, to the end under a fast policy.

Every sampling search uses them."""

from __future__ import annotations

import numpy as np

from partie.core.compiled.kernel import inline_jit, jit
from partie.core.compiled.types import Chance, Floats, Moves, Record, Stop
from partie.core.compiled.verbs import (
    best,
    choose,
    copy,
    most_moves,
    play,
    records,
    seats,
    settled,
    worst,
    worth,
)


@inline_jit
def playout(state: Record, policy: int, out: Moves, chance: Chance) -> int:
    """Play to the end in place and return the number of moves played. `out` is space for the legal moves."""
    plies = 0
    while not settled(state):
        play(state, choose(state, policy, out, chance), chance)
        plies += 1
    return plies


@jit
def playouts(state: Record, count: int, policy: int, chance: Chance, stop: Stop) -> tuple[Floats, int, int]:
    """Play `count` games from here.

    Returns the sum of their worth to every seat, the number of games and the number of moves played."""
    totals = np.zeros(seats(state))
    out = np.empty(most_moves(state), np.int64)
    world = records(state, 1)
    plies = 0
    for done in range(count):
        if stop[0]:
            return totals, done, plies
        copy(state, world[0])
        plies += playout(world[0], policy, out, chance)
        for seat in range(len(totals)):
            totals[seat] += worth(world[0], seat)
    return totals, count, plies


@inline_jit
def reward(state: Record, seat: int) -> float:
    """The worth of the end to a seat, scaled to [0, 1] as the bandit formulas of tree searches expect."""
    return (worth(state, seat) - worst(state)) / (best(state) - worst(state))
