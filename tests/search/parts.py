"""A game in two parts for two sides: two heaps of matches, played one after the other.

Taking the last match of a heap wins a point. Each part can be judged by itself."""

import sys
from typing import Any

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.verbs import register

SEATS = 2
MOVES = 3
LOWEST, HIGHEST = -2.0, 2.0
NEXT = 0
State = np.dtype(
    [("matches", "i1"), ("part", "i1"), ("turn", "i1"), ("won", "i1", 2), ("last", "i1")], align=True
)


@jit
def start(state: Any, options: Any, chance: Any) -> None:
    state.matches = options[0]
    state.part = state.turn = 0
    state.won[:] = 0
    state.last = -1


@jit
def to_move(state: Any) -> Any:
    return state.turn


@jit
def over(state: Any) -> Any:
    return state.matches == 0 and state.part == 1


@jit
def settled(state: Any) -> Any:
    return state.matches == 0


@jit
def moves(state: Any, out: Any) -> Any:
    if state.matches == 0:
        out[0] = NEXT
        return 1 - state.part
    for taken in range(min(3, state.matches)):
        out[taken] = taken + 1
    return min(3, state.matches)


@jit
def play(state: Any, move: Any, chance: Any) -> None:
    if move == NEXT:
        state.part = 1
        state.matches = 5  # the seat that begins can win this part
        return
    state.matches -= move
    if state.matches == 0:
        state.won[state.turn] += 1
        state.last = state.turn
    else:
        state.turn = 1 - state.turn


@jit
def score(state: Any, seat: Any) -> Any:
    return np.float64(state.won[seat]) - np.float64(state.won[1 - seat])


@jit
def worth(state: Any, seat: Any) -> Any:
    """1 for the winner of this part, -1 for the loser."""
    if state.matches > 0:
        return 0.0
    return 1.0 if state.last == seat else -1.0


@jit
def worst(state: Any) -> Any:
    return -1.0


@jit
def best(state: Any) -> Any:
    return 1.0


register(State, sys.modules[__name__])
