"""Determinized Monte Carlo with exact endings.

In each sampled world every move is played out by a policy until few moves are left; then the ending is solved
by `maxn`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Record, Records, Stop, int64
from partie.core.compiled.verbs import (
    choose,
    copy,
    draw,
    play,
    plies_left,
    records,
    settled,
    worth,
)
from partie.search.kernels.answer import Answer, begin
from partie.search.kernels.maxn import STOPPED, MaxnRoom, maxn, maxn_room
from partie.search.kernels.montecarlo import CHUNK
from partie.search.kernels.playouts import playout

_SPARE_PLIES = 3
"""Rows of the solver's working memory beyond the plies it solves: row 0 is not used, the last is for the end,
and one is for a world that is played out without solving."""


class EndingsSettings(NamedTuple):
    """In each of `deals` worlds, every move is played out until at most `plies` moves are left.

    `policy` is the number of the playout policy."""

    deals: int
    plies: int
    policy: int
    mind: int = 0


@jit
def endings(
    view: Record,
    seat: int,
    settings: EndingsSettings,
    memory: Records,
    answer: Answer,
    stop: Stop,
    chance: Chance,
) -> tuple[int, int]:
    """Evaluate every move in the same worlds and solve their endings, with `memory` as the solver's table.

    Fills the answer with sums of the worth of the ends to `seat`. Returns the number of moves and of worlds
    finished. If the search is stopped within a world, that world counts only if it is the first; its
    remaining moves are then played out by the policy."""
    deals = settings.deals
    visits, totals = answer.visits, answer.totals
    worlds = records(view, min(deals, CHUNK))
    room = maxn_room(view, settings.plies + _SPARE_PLIES, memory)
    n = begin(view, answer)
    totals_before = np.zeros(n)
    for done in range(deals):
        place = done % CHUNK
        if place == 0:
            draw(view, seat, settings.mind, chance, worlds[: min(CHUNK, deals - done)], stop)
        for i in range(n):
            totals_before[i] = totals[i]
        for i in range(n):
            copy(worlds[place], room.pool[1])
            play(room.pool[1], answer.order[i], chance)
            totals[i] += _value(room, seat, settings, stop, chance)
            visits[i] += 1
            if stop[0] and done > 0:
                visits[:n] = done
                totals[:n] = totals_before
                return n, done
        if stop[0]:
            return n, done + 1
    return n, deals


@jit
def _value(room: MaxnRoom, seat: int, settings: EndingsSettings, stop: Stop, chance: Chance) -> float:
    """The value of `room.pool[1]` for a seat: played out until few moves are left, then solved.

    If the solver is stopped, the world is played out to the end."""
    state, out = room.pool[1], room.out[1]
    while not settled(state) and plies_left(state) > settings.plies:
        play(state, choose(state, settings.policy, out, chance), chance)
    if not settled(state) and maxn(room, int64(1), chance, stop) != STOPPED:
        return room.values[1, seat]
    playout(state, settings.policy, out, chance)
    return worth(state, seat)
