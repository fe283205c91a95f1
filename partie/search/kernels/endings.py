"""Determinised Monte Carlo with exact endings: in each sampled world every move is played out by a policy until few moves are left, and the ending is solved (`maxn`)."""

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.verbs import (
    choose,
    copy,
    draw,
    most_moves,
    moves,
    play,
    plies_left,
    records,
    seats,
    settled,
    worth,
)
from partie.search.kernels.maxn import (
    STOPPED,
    maxn,
)
from partie.search.kernels.montecarlo import CHUNK
from partie.search.kernels.playouts import playout


@jit
def endings(view, seat, deals, plies, policy, memory, order, visits, totals, stop, chance):
    """In each of `deals` worlds, play every move once and solve the last `plies` moves of the part. Fills `order` with the moves and, for each, `visits` and the sum of
    what the ends were worth to `seat`. Returns the number of moves and of worlds finished. A world in which it was stopped counts only where it is the first: there the moves that are left are played out by the policy."""
    worlds = records(view, min(deals, CHUNK))
    pool = records(view, plies + 3)
    out = np.empty((plies + 3, most_moves(view)), np.int64)
    values = np.empty((plies + 3, seats(view)))
    n = moves(view, order)
    visits[:n] = 0
    totals[:n] = 0.0
    totals_before = np.zeros(n)
    for done in range(deals):
        place = done % CHUNK
        if place == 0:
            draw(view, seat, chance, worlds[: min(CHUNK, deals - done)], stop)
        for i in range(n):
            totals_before[i] = totals[i]
        for i in range(n):
            copy(worlds[place], pool[1])
            play(pool[1], order[i], chance)
            while not settled(pool[1]) and plies_left(pool[1]) > plies:
                play(pool[1], choose(pool[1], policy, out[1], chance), chance)
            if not settled(pool[1]) and maxn(pool, np.int64(1), out, values, memory, chance, stop) != STOPPED:
                totals[i] += values[1, seat]
            else:
                playout(pool[1], policy, out[1], chance)
                totals[i] += worth(pool[1], seat)
            visits[i] += 1
            if stop[0] and done > 0:
                visits[:n] = done
                totals[:n] = totals_before
                return n, done
        if stop[0]:
            return n, done + 1
    return n, deals
