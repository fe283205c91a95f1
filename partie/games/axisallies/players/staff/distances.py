"""Distances: the shortest legal way by kind of unit and phase, the spaces in range, and where aircraft can
land.

`steps_table` has the distances by land, sea and air on an empty board. The other functions consider a
position: friendly and hostile spaces, canals, neutrals, guns.

>>> from partie.games.axisallies import GAME
>>> from partie.games.axisallies.rules.board import space
>>> state = GAME.start()
>>> distance(state.record, "infantry", "noncombat", space("russia"), space("karelia"))
1
>>> distance(state.record, "infantry", "noncombat", space("russia"), space("germany")) is None
True
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.games.axisallies.players.staff.paths import (
    all_steps,
    landing_places,
    steps_between,
)
from partie.games.axisallies.rules.board import (
    FAR,
    FARTHEST,
    LANDS,
    SPACES,
)
from partie.games.axisallies.rules.state import (
    COMBAT_MOVE,
    NONCOMBAT,
)
from partie.games.axisallies.rules.units import (
    AIR_KINDS,
    SEA_KINDS,
    UNIT_IDS,
)

LAND, SEA, AIR = range(3)
PHASES = {"combat_move": COMBAT_MOVE, "noncombat": NONCOMBAT}


@cache
def steps_table(graph: int, element: int) -> NDArray[np.int8]:
    """The distances between all spaces through land, sea or both on an empty board; `FAR` if there is no
    way.
    """
    usable = np.zeros(SPACES, np.bool_)
    usable[LANDS if element == SEA else 0 : LANDS if element == LAND else SPACES] = True
    table = np.empty((SPACES, SPACES), np.int8)
    steps_between(graph, usable, table)
    return table


def plain_distance(graph: int, unit: str, start: int, goal: int) -> int | None:
    """The distance between two spaces for a kind of unit on an empty board."""
    kind = UNIT_IDS.index(unit)
    element = AIR if kind in AIR_KINDS else SEA if kind in SEA_KINDS else LAND
    steps = int(steps_table(graph, element)[start, goal])
    return None if steps == FAR else steps


def ways(state: Any, unit: str, phase: str, start: int, power: int | None = None) -> NDArray[np.int8]:
    """The distance from a space to every other by legal ways of a unit of a power (by default the one to
    play); `FAR` if there is none.
    """
    out = np.empty(SPACES, np.int8)
    all_steps(
        state,
        int(state.power) if power is None else power,
        UNIT_IDS.index(unit),
        PHASES[phase],
        start,
        SPACES,
        out,
    )
    return out


def distance(
    state: Any, unit: str, phase: str, start: int, goal: int, power: int | None = None
) -> int | None:
    """The length of the shortest legal way, over any number of turns."""
    steps = int(ways(state, unit, phase, start, power)[goal])
    return None if steps == FAR else steps


def in_range(
    state: Any, unit: str, phase: str, start: int, steps: int, power: int | None = None
) -> list[int]:
    """The spaces a unit could reach in `steps` steps, without its own."""
    found = ways(state, unit, phase, start, power)
    return [space for space in range(SPACES) if 0 < found[space] <= steps]


def landings(state: Any, unit: str, start: int, left: int) -> list[int]:
    """Where an aircraft of the power to play could land, from a space with `left` steps left: friendly land,
    and for fighters carriers with room.
    """
    out = np.zeros(SPACES, np.bool_)
    landing_places(state, UNIT_IDS.index(unit), start, min(left, FARTHEST), out)
    return [space for space in range(SPACES) if out[space]]
