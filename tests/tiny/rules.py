"""A tiny game with dice and hidden information, to show that nothing depends on the built-in games.

Two to four players each hide a die under a cup. In turn, twice around, a player keeps the die or rolls it
again, unseen. Then all dice are shown: the highest die scores 1 and all others -1; in a tie all score 0.
"""

import sys
from typing import Any

import numpy as np

from partie.core.compiled.chance import below
from partie.core.compiled.kernel import jit
from partie.core.compiled.verbs import (
    copy,
    register,
)

SEATS = 4
MOVES = 2
LOWEST, HIGHEST = -1.0, 1.0
KEEP, ROLL = 0, 1

State = np.dtype(
    [("cups", "i1", 4), ("rolled", "i1", 4), ("players", "i1"), ("ply", "i1"), ("faces", "i1")], align=True
)


@jit
def start(state: Any, options: Any, chance: Any) -> None:
    state.faces = options[0]
    state.players = options[1]
    state.ply = 0
    state.cups[:] = 0
    state.rolled[:] = 0
    for seat in range(state.players):
        state.cups[seat] = 1 + below(chance, state.faces)


@jit
def seats(state: Any) -> Any:
    return state.players


@jit
def to_move(state: Any) -> Any:
    return state.ply % state.players


@jit
def over(state: Any) -> Any:
    return state.ply == 2 * state.players


@jit
def moves(state: Any, out: Any) -> Any:
    if over(state):
        return 0
    out[0], out[1] = KEEP, ROLL
    return 2


@jit
def play(state: Any, move: Any, chance: Any) -> None:
    seat = to_move(state)
    if move == ROLL:
        state.cups[seat] = 1 + below(chance, state.faces)
        state.rolled[seat] += 1
    state.ply += 1


@jit
def score(state: Any, seat: Any) -> Any:
    if not over(state):
        return 0.0
    best = state.cups[: state.players].max()
    winners = 0
    for other in range(state.players):
        if state.cups[other] == best:
            winners += 1
    if winners > 1:
        return 0.0
    return 1.0 if state.cups[seat] == best else -1.0


@jit
def observe(state: Any, seat: Any, out: Any) -> None:
    copy(state, out)
    if over(state):
        return
    for other in range(state.players):
        if other != seat:
            out.cups[other] = 0


@jit
def determinise(view: Any, seat: Any, chance: Any, out: Any) -> None:
    copy(view, out)
    for other in range(view.players):
        if out.cups[other] == 0:
            out.cups[other] = 1 + below(chance, view.faces)


@jit
def encode(state: Any, encoding: Any, out: Any) -> None:
    out[:] = 0
    out[state.cups[to_move(state)] - 1] = 1
    out[6] = 1 if state.ply >= state.players else 0


register(State, sys.modules[__name__])
