"""Breadth-first searches over the board for the functions in `distances`."""

import numpy as np

from partie.core.compiled.types import Flags, Ints8, Record
from partie.games.axisallies.rules.board import (
    AIR_KIND,
    CLASS,
    DEGREE,
    FAR,
    LANDS,
    NEIGHBOURS,
    POWERS,
    SEA_KIND,
    SPACES,
)
from partie.games.axisallies.rules.control import (
    aircraft,
    friends,
    land_force,
    ships,
    side_of,
    strait_open,
)
from partie.games.axisallies.rules.flight import steps_from
from partie.games.axisallies.rules.kernels import (
    jit,
    lean_jit,
)
from partie.games.axisallies.rules.movement import has_landing_room
from partie.games.axisallies.rules.state import (
    COMBAT_MOVE,
    O_NEUTRALS_CLOSED,
)
from partie.games.axisallies.rules.units import ARMOR


@jit
def steps_between(graph: int, usable: Flags, table: Ints8) -> None:
    """Write the distances between all usable spaces, through usable ones, to `table`; `FAR` if there is no
    way."""
    table[:] = FAR
    front = np.empty(SPACES, np.int64)
    for start in range(SPACES):
        if not usable[start]:
            continue
        table[start, start] = 0
        front[0] = start
        done, found = 0, 1
        while done < found:
            here = front[done]
            done += 1
            for i in range(DEGREE[graph, here]):
                there = NEIGHBOURS[graph, here, i]
                if usable[there] and table[start, there] == FAR:
                    table[start, there] = table[start, here] + 1
                    front[found] = there
                    found += 1


@lean_jit
def enemies_in(state: Record, power: int, space: int) -> bool:
    """Whether a space holds enemies of a power that fight."""
    for other in range(POWERS):
        if side_of(state, other) != side_of(state, power):
            if space >= LANDS:
                if ships(state, space, other) > 0:
                    return True
            elif land_force(state, space, other) + aircraft(state, space, other) > 0:
                return True
    return False


@lean_jit
def may_come(state: Record, power: int, unit: int, phase: int, space: int) -> bool:
    """Whether a unit may end its move in a space."""
    kind = CLASS[unit]
    if kind == AIR_KIND:
        closed = phase != COMBAT_MOVE or state.options[O_NEUTRALS_CLOSED] == 1
        return not (space < LANDS and state.owner[space] < 0 and closed)
    if (kind == SEA_KIND) != (space >= LANDS):
        return False
    if kind == SEA_KIND:
        return phase == COMBAT_MOVE or not enemies_in(state, power, space)
    if state.owner[space] < 0:
        return phase == COMBAT_MOVE and state.options[O_NEUTRALS_CLOSED] == 0
    return phase == COMBAT_MOVE or friends(state, power, state.owner[space])


@lean_jit
def may_pass(state: Record, power: int, unit: int, phase: int, space: int) -> bool:
    """Whether a unit may move on from a space."""
    kind = CLASS[unit]
    if kind == AIR_KIND:
        return True
    if kind == SEA_KIND:
        return not enemies_in(state, power, space)
    if friends(state, power, state.owner[space]):
        return True
    return (
        phase == COMBAT_MOVE
        and unit == ARMOR
        and state.owner[space] >= 0
        and not enemies_in(state, power, space)
    )


@jit
def all_steps(state: Record, power: int, unit: int, phase: int, start: int, most: int, out: Ints8) -> None:
    """Fill in the distance from a space to all others by legal ways, up to a limit."""
    queue = np.empty(SPACES, np.int16)
    out[:] = FAR
    out[start] = 0
    queue[0] = start
    first, last = 0, 1
    while first < last:
        here = queue[first]
        first += 1
        if out[here] >= most or (out[here] > 0 and not may_pass(state, power, unit, phase, here)):
            continue
        for i in range(DEGREE[state.graph, here]):
            there = NEIGHBOURS[state.graph, here, i]
            if out[there] != FAR or not may_come(state, power, unit, phase, there):
                continue
            if CLASS[unit] == SEA_KIND and not strait_open(state, power, here, there):
                continue
            out[there] = out[here] + 1
            queue[last] = there
            last += 1


@jit
def landing_places(state: Record, unit: int, start: int, left: int, out: Flags) -> None:
    """Mark the spaces where an aircraft of the power to play could land."""
    near = np.empty(SPACES, np.int8)
    steps_from(state, start, left, False, near)
    for space in range(SPACES):
        out[space] = near[space] <= left and has_landing_room(state, unit, 1, space)
