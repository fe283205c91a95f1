"""Playing a game to its end under a fast policy: the ground of every sampling search."""

import numpy as np

from partie.core.kernel import jit
from partie.core.verbs import choose, copy, highest, lowest, most_moves, over, play, records, score, seats


@jit
def playout(state, policy, out, chance):
    """Play on in place to the end; returns the number of moves played. `out` is room for the legal moves."""
    plies = 0
    while not over(state):
        play(state, choose(state, policy, out, chance), chance)
        plies += 1
    return plies


@jit
def playouts(state, count, policy, chance, stop):
    """Play `count` games from here; returns the sum of scores of every seat, the games played and the moves played."""
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
            totals[seat] += score(world[0], seat)
    return totals, count, plies


@jit
def reward(state, seat):
    """The score of a seat scaled to [0, 1], as the bandit formulas of tree searches expect."""
    return (score(state, seat) - lowest(state)) / (highest(state) - lowest(state))
