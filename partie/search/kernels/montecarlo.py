"""Determinized Monte Carlo: sample worlds, play out every move in each of them, and take the best average.

Ginsberg, "GIB: imperfect information in a computationally challenging game" (2001), with playouts instead of
an exact solver. Every move is tried in the same worlds, so that the luck of the deal cancels out in the
comparison."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Record, Stop
from partie.core.compiled.verbs import (
    copy,
    draw,
    most_moves,
    play,
    records,
    worth,
)
from partie.search.kernels.answer import Answer, begin
from partie.search.kernels.playouts import playout

CHUNK = 128
"""The number of worlds drawn at once."""
ROUND = 50
"""The number of playouts of a move before the next move gets its turn, so that a search that is stopped early
has tried all of them."""


class MonteCarloSettings(NamedTuple):
    """In each of `deals` worlds, every move is played out `replays` times under the numbered `policy`."""

    deals: int
    replays: int
    policy: int
    mind: int = 0


@jit
def montecarlo(
    view: Record, seat: int, settings: MonteCarloSettings, answer: Answer, stop: Stop, chance: Chance
) -> tuple[int, int]:
    """Evaluate every move in the same worlds.

    Fills the answer with sums of the worth of the ends to `seat`. Returns the number of moves and of worlds
    finished. If the search is stopped within a world, that world counts only if it is the first."""
    deals, replays = settings.deals, settings.replays
    order, visits, totals = answer.order, answer.visits, answer.totals
    worlds = records(view, min(deals, CHUNK))
    played = records(view, 1)
    out = np.empty(most_moves(view), np.int64)
    n = begin(view, answer)
    visits_before = np.zeros(n, np.int64)
    totals_before = np.zeros(n)
    for done in range(deals):
        place = done % CHUNK
        if place == 0:
            draw(view, seat, settings.mind, chance, worlds[: min(CHUNK, deals - done)], stop)
        for i in range(n):
            visits_before[i], totals_before[i] = visits[i], totals[i]
        for begun in range(0, replays, ROUND):
            for i in range(n):
                for _ in range(min(ROUND, replays - begun)):
                    if stop[0]:
                        if done > 0:
                            visits[:n] = visits_before
                            totals[:n] = totals_before
                            return n, done
                        return n, 1 if visits[:n].min() > 0 else 0
                    copy(worlds[place], played[0])
                    play(played[0], order[i], chance)
                    playout(played[0], settings.policy, out, chance)
                    totals[i] += worth(played[0], seat)
                    visits[i] += 1
    return n, deals
