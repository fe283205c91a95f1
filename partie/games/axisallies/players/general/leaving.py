"""What an attack puts in danger at home: the spaces that its units leave, and complexes that they could have
marched to."""

import numpy as np

from partie.core.compiled.types import Floats, Record, int64
from partie.games.axisallies.players.general.march import steps_between
from partie.games.axisallies.players.general.odds import WALKING, land_units
from partie.games.axisallies.players.general.threats import (
    LOSS,
    bring,
    is_foe,
    owned_by,
    side_units,
    stand,
    storm,
)
from partie.games.axisallies.players.general.values import capital_of, prize
from partie.games.axisallies.players.general.workspace import S_KIND, S_N, S_SRC, Army, Front, Scratch
from partie.games.axisallies.rules.board import AIR_KIND, CLASS, DEGREE, LAND_KIND, LANDS, NEIGHBOURS, POWERS
from partie.games.axisallies.rules.control import side_of
from partie.games.axisallies.rules.kernels import jit, lean_jit
from partie.games.axisallies.rules.units import FACTORY, INFANTRY, KINDS

HALF_SEEN = 0.5
"""How often a space that could be attacked at a profit is: the enemy cannot be everywhere."""
MOST_RELIEF = 10.0
"""What an attack makes safer at home counts at most, in IPC: it must bring something of its own."""
FAILS, SUCCEEDS = 0.005, 0.995
"""The chances beyond which only one outcome of an attack is weighed."""


@jit
def stripped(
    state: Record, target: int, take: float, many: int, front: Front, army: Army, scratch: Scratch
) -> float:
    """What the first `many` steps of a sequence put in danger at home, in IPC: the spaces their units leave,
    and complexes beside them that they could have marched to, capitals apart."""
    total = 0.0
    side, graph = side_of(state, state.power), state.graph
    seen, steps, sequence = np.zeros(LANDS, np.bool_), scratch.steps, scratch.sequence
    for i in range(many):
        src = steps[sequence[i], S_SRC]
        if src < 0 or src >= LANDS or CLASS[steps[sequence[i], S_KIND]] == AIR_KIND:
            continue
        for j in range(-1, DEGREE[graph, src]):
            space = src if j < 0 else int64(NEIGHBOURS[graph, src, j])
            if space >= LANDS or seen[space]:
                continue
            if j >= 0 and not (owned_by(state, space, side) and _is_outpost(state, space, side)):
                continue
            seen[space] = True
            lost = _endangered(state, space, target, take, many, front, army, scratch)
            total += max(-MOST_RELIEF, lost)
    return total


@lean_jit
def _is_outpost(state: Record, space: int, side: int) -> bool:
    """Whether a side has a complex in a space that is no capital."""
    return side_units(state, space, side, FACTORY) > 0 and capital_of(state, space) < 0


@jit
def _endangered(
    state: Record, space: int, target: int, take: float, many: int, front: Front, army: Army, scratch: Scratch
) -> float:
    """What more is lost in a space of ours because units go to an attack; where that succeeds, what stood
    there no longer threatens anybody, and nobody comes through it. Aircraft come back."""
    counter, garrison, steps, sequence = scratch.rows[3], scratch.rows[4], scratch.steps, scratch.sequence
    worth = prize(state, space, front.p)
    precious = _is_outpost(state, space, side_of(state, state.power))
    _muster_at_home(state, space, precious, front.coming, army, garrison)
    before = storm(state, state.power, space, garrison, front.table, worth, counter)
    risk = _share_seen(state, space, garrison) * before * worth + HALF_SEEN * counter[LOSS]
    for j in range(many):
        kind, src = steps[sequence[j], S_KIND], steps[sequence[j], S_SRC]
        if src < 0 or src >= LANDS or CLASS[kind] == AIR_KIND:
            continue
        if src == space or (precious and steps_between(state, kind, src, space) <= 2):
            garrison[kind] = max(0.0, garrison[kind] - steps[sequence[j], S_N])
    share = _share_seen(state, space, garrison)
    lost = 0.0
    if take < SUCCEEDS:
        after = storm(state, state.power, space, garrison, front.table, worth, counter)
        lost += (1.0 - take) * (share * after * worth + HALF_SEEN * counter[LOSS])
    if take > FAILS:
        after = _storm_without(state, space, target, worth, front, scratch)
        lost += take * (share * after * worth + HALF_SEEN * counter[LOSS])
    return lost - risk


@lean_jit
def _share_seen(state: Record, space: int, garrison: Floats) -> float:
    """How often a space that could be attacked at a profit is: always where nobody would have to be fought,
    or where it is a capital."""
    return 1.0 if capital_of(state, space) >= 0 or land_units(garrison) < 0.5 else HALF_SEEN


@jit
def _muster_at_home(
    state: Record, space: int, precious: bool, coming: Floats, army: Army, garrison: Floats
) -> None:
    """Fill the garrison of a space of ours without those that were sent to attacks; of a complex that is
    `precious`, with all who could march there."""
    free, sent = army.free, army.sent
    stand(state, space, side_of(state, state.power), garrison)
    for kind in range(KINDS):
        garrison[kind] += coming[space, kind]
        if CLASS[kind] == LAND_KIND:
            garrison[kind] = max(0.0, garrison[kind] - sent[space, kind])
    if precious:
        for src in range(LANDS):
            for kind in WALKING:
                if src != space and free[src, kind] > 0 and steps_between(state, kind, src, space) <= 2:
                    garrison[kind] += free[src, kind]


@jit
def _storm_without(
    state: Record, space: int, target: int, worth: float, front: Front, scratch: Scratch
) -> float:
    """The chance to lose a space (`storm`) once a target is taken, on the position itself, which is restored.
    The garrison is in the last of the rows, the answers are in the one before."""
    side, owner = side_of(state, state.power), int64(state.owner[target])
    gone, table, air, home, p = scratch.gone, scratch.table, front.air, front.foe_home, front.p
    for power in range(POWERS):
        if is_foe(state, power, side):
            for kind in range(KINDS):
                gone[power, kind] = state.units[target, power, kind]
                state.units[target, power, kind] = 0
    if target < LANDS:
        state.owner[target] = state.power
        state.units[target, state.power, INFANTRY] += 1
    for power in range(POWERS):
        if is_foe(state, power, side):
            bring(state, power, space, air, home, p, table[power, space])
    after = storm(state, state.power, space, scratch.rows[4], table, worth, scratch.rows[3])
    if target < LANDS:
        state.owner[target] = owner
        state.units[target, state.power, INFANTRY] -= 1
    for power in range(POWERS):
        if is_foe(state, power, side):
            for kind in range(KINDS):
                state.units[target, power, kind] = gone[power, kind]
    return after
