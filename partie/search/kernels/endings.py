"""Determinised Monte Carlo with exact endings: in each sampled world every move is played out by a policy until few moves are left, and the ending is solved (`maxn`)."""

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
"""Rows of a solver's room beyond the plies it solves: row 0 is not used, the last is for the end, and one to play on in where there was nothing to solve."""


class EndingsSettings(NamedTuple):
    """In each of `deals` worlds every move is played on under the numbered `policy` until at most `plies` moves of the part are left."""

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
    """Judge every move in the same worlds, their endings solved with the solver's `memory`. Fills the answer with sums of what the ends were worth to `seat`. Returns the number of moves and of worlds finished. A world in which it was stopped counts only where it is the first: there the moves that are left are played out by the policy."""
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
    """What `room.pool[1]` is worth to a seat: played on until few moves are left, then solved; where the solver is stopped, played to the end."""
    state, out = room.pool[1], room.out[1]
    while not settled(state) and plies_left(state) > settings.plies:
        play(state, choose(state, settings.policy, out, chance), chance)
    if not settled(state) and maxn(room, int64(1), chance, stop) != STOPPED:
        return room.values[1, seat]
    playout(state, settings.policy, out, chance)
    return worth(state, seat)
