"""Distances and coasts, which do not depend on the position."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from partie.games.axisallies.players.staff.paths import steps_between
from partie.games.axisallies.rules.board import BOARD_OWNER, LANDS, SPACES


def _steps(graph: int, usable: NDArray[np.bool_]) -> NDArray[np.int8]:
    table = np.empty((SPACES, SPACES), np.int8)
    steps_between(graph, usable, table)
    return table


@cache
def air_steps(board: int, graph: int) -> NDArray[np.int8]:
    """Spaces flown between any two, never over a country that was neutral when the war began."""
    usable = np.ones(SPACES, np.bool_)
    usable[:LANDS] = BOARD_OWNER[board, :LANDS] >= 0
    return _steps(graph, usable)


@cache
def land_steps(board: int, graph: int) -> NDArray[np.int8]:
    """Steps over land, not through neutrals."""
    usable = np.zeros(SPACES, np.bool_)
    usable[:LANDS] = BOARD_OWNER[board, :LANDS] >= 0
    return _steps(graph, usable)


@cache
def sea_steps(graph: int) -> NDArray[np.int8]:
    """Steps over water, all canals open."""
    usable = np.ones(SPACES, np.bool_)
    usable[:LANDS] = False
    return _steps(graph, usable)
