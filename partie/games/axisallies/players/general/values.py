"""What spaces are worth: to hold, to take, and to be near."""

from partie.core.compiled.types import Floats, Ints8, Record, int64
from partie.games.axisallies.players.general.doctrine import (
    CAPITAL_PRIZE,
    CAPITAL_PULL,
    COMPLEX_PRIZE,
    COMPLEX_PULL,
    DECAY,
    ENEMY_COAST,
    NEAR_GOAL,
    ROUNDS_HELD,
    URGENT,
)
from partie.games.axisallies.players.general.odds import WALKING
from partie.games.axisallies.players.general.threats import owned_by, side_units
from partie.games.axisallies.rules import control
from partie.games.axisallies.rules.board import AXIS, FAR, LANDS, POWERS, SPACES
from partie.games.axisallies.rules.control import production, side_of, value_of
from partie.games.axisallies.rules.kernels import jit, lean_jit
from partie.games.axisallies.rules.state import O_ALLIED_GOAL, O_AXIS_GOAL
from partie.games.axisallies.rules.turn import side_production
from partie.games.axisallies.rules.units import ARTILLERY, BATTLESHIP, FACTORY

AIR_DECAY = 0.5
"""How much less a goal pulls aircraft for each space it is farther away than they strike and return."""
EVERYWHERE = 0.5
"""What any enemy land pulls besides its income, in IPC."""
CAPITAL_INCOME = 0.03
"""How much more a capital pulls for each IPC that its power earns, of `CAPITAL_PULL`."""
COMPLEX_IN_REACH, SHIP_IN_REACH = 3.0, 1.0
"""What an enemy complex and an enemy ship pull aircraft, in IPC."""
RAIDERS, RAIDERS_SHARE = 2.0, 0.5
"""How many enemies ashore are still raiders: so many, and so many for each of our own units."""


@lean_jit
def capital_of(state: Record, space: int) -> int:
    """Whose capital a space is, -1: nobody's."""
    for power in range(POWERS):
        if control.capital_of(state, power) == space:
            return power
    return -1


@lean_jit
def urgency(state: Record, p: Floats) -> float:
    """How much more income counts because one side is near its economic goal: 1 where none is."""
    most = 1.0
    for side in range(2):
        goal = state.options[O_AXIS_GOAL] if side == AXIS else state.options[O_ALLIED_GOAL]
        if goal > 0:
            near = (side_production(state, side) - (goal - p[NEAR_GOAL])) / p[NEAR_GOAL]
            most = max(most, 1.0 + p[URGENT] * min(1.0, near))
    return most


@lean_jit
def prize(state: Record, space: int, p: Floats) -> float:
    """What a land space is worth to a side that takes it, in IPC."""
    if space >= LANDS:
        return 0.0
    worth = p[ROUNDS_HELD] * urgency(state, p) * value_of(state, space)
    owner = state.owner[space]
    if owner >= 0 and side_units(state, space, side_of(state, owner), FACTORY) > 0:
        worth += p[COMPLEX_PRIZE]
    power = capital_of(state, space)
    if power >= 0 and owner >= 0:
        if side_of(state, power) == side_of(state, owner):
            worth += p[CAPITAL_PRIZE] + state.cash[power]
            if power == state.power:  # its income will be there, too
                worth += production(state, power)
        else:
            worth += p[CAPITAL_PRIZE]
    return worth


@jit
def pulls(state: Record, side: int, land: Ints8, p: Floats, out: Floats) -> None:
    """Fill how much every land space attracts the units of a side: what the enemy holds near it, weighed by
    the steps there."""
    for space in range(LANDS):
        out[space] = 0.0
    for goal in range(LANDS):
        if state.owner[goal] < 0 or side_of(state, state.owner[goal]) == side:
            continue
        weight = EVERYWHERE + value_of(state, goal)
        if side_units(state, goal, 1 - side, FACTORY) > 0:
            weight += p[COMPLEX_PULL]
        power = capital_of(state, goal)
        if power >= 0:
            weight += p[CAPITAL_PULL]
            if side_of(state, power) != side:
                weight += CAPITAL_INCOME * p[CAPITAL_PULL] * production(state, power)
        for space in range(LANDS):
            if land[space, goal] < FAR:
                out[space] += weight * p[DECAY] ** land[space, goal]


@jit
def coast_values(state: Record, side: int, pull: Floats, p: Floats, out: Floats) -> None:
    """Fill what a land unit is worth on every coast: as much as the enemy pulls there; enemy coasts count
    less, for next turn."""
    for space in range(LANDS):
        owner = state.owner[space]
        out[space] = 0.0
        if owner >= 0:
            out[space] = pull[space] if side_of(state, owner) == side else p[ENEMY_COAST] * pull[space]


@jit
def air_pulls(state: Record, side: int, air: Ints8, out: Floats) -> None:
    """Fill how much every space attracts aircraft of a side: enemy land and ships that could be struck from
    there, and flown back from."""
    for space in range(SPACES):
        out[space] = 0.0
    for goal in range(SPACES):
        weight = 0.0
        if goal < LANDS:
            if state.owner[goal] >= 0 and side_of(state, state.owner[goal]) != side:
                weight = EVERYWHERE + value_of(state, goal)
                if side_units(state, goal, 1 - side, FACTORY) > 0:
                    weight += COMPLEX_IN_REACH
        else:
            for kind in range(BATTLESHIP, ARTILLERY):
                weight += SHIP_IN_REACH * side_units(state, goal, 1 - side, kind)
        if weight > 0.0:
            for space in range(SPACES):
                steps = air[space, goal]
                if steps <= 2:
                    out[space] += weight
                elif steps < FAR:
                    out[space] += weight * AIR_DECAY ** (steps - 2)


@jit
def overseas(state: Record, side: int, land: Ints8, out: Floats) -> None:
    """Mark the land spaces from which no enemy capital can be walked to, and where no enemy has landed but
    raiders, who are few beside our own units there."""
    for space in range(LANDS):
        out[space] = 1.0
        ours, theirs = 0.0, 0.0
        for other in range(LANDS):
            if land[space, other] >= FAR:
                continue
            if owned_by(state, other, 1 - side) and capital_of(state, other) >= 0:
                out[space] = 0.0
                break
            ours += _land_units(state, other, side)
            theirs += _land_units(state, other, 1 - side)
        if theirs > RAIDERS + RAIDERS_SHARE * ours:
            out[space] = 0.0


@lean_jit
def _land_units(state: Record, space: int, side: int) -> int:
    """How many land units of a side that can attack are in a space."""
    total = int64(0)
    for kind in WALKING:
        total += side_units(state, space, side, kind)
    return total
