"""Whether an order is legal: `check` returns the reason for a refusal, or 0. All other modules ask here."""

import numpy as np

from partie.core.compiled.types import Ints, Ints8, Record
from partie.games.axisallies.rules.board import (
    FARTHEST,
    LANDS,
    SPACES,
)
from partie.games.axisallies.rules.casualties import (
    attackers,
    capacity,
    defenders,
)
from partie.games.axisallies.rules.combat import (
    air_may_leave,
    retreat_space,
    stands_ground,
    sub_refuge,
)
from partie.games.axisallies.rules.control import (
    neighbours,
    side_of,
)
from partie.games.axisallies.rules.economy import (
    check_buy,
    check_place,
    check_research,
)
from partie.games.axisallies.rules.flight import ways_home
from partie.games.axisallies.rules.kernels import (
    jit,
    lean_jit,
)
from partie.games.axisallies.rules.movement import (
    check_drop,
    check_move,
    check_raid,
)
from partie.games.axisallies.rules.orders import (
    BUY_UNITS,
    DROP,
    END,
    FIGHT,
    GO_ON,
    LOAD,
    LOSE,
    LOSE_AS_USUAL,
    MOVE_UNITS,
    PLACE_UNITS,
    RAID_COMPLEX,
    RESEARCH_DICE,
    RETREAT,
    ROCKET,
    SAIL,
    SCORCH,
    SUBMERGE,
    UNLOAD,
    WITHDRAW,
    from_of,
    kind_of,
    n_of,
    power_of,
    row_of,
    to_of,
    unit_of,
    via_of,
    way_of,
    well_formed,
)
from partie.games.axisallies.rules.raids import check_rocket
from partie.games.axisallies.rules.refusals import (
    CHOOSE_LOSSES,
    FIGHT_ON,
    LANDED_STAY,
    LEGAL,
    NO_BATTLE_THERE,
    NO_ORDER,
    NO_REFUGE,
    NO_RETREAT,
    NO_SUBMERGING,
    NO_SUCH_UNITS,
    NOT_CAME_FROM,
    NOT_LOST_THAT_WAY,
    NOT_NOW,
    NOTHING_TO_SCORCH,
    SEA_FIRST,
    TOO_MANY_LOSSES,
    WRONG_PHASE,
)
from partie.games.axisallies.rules.state import (
    ATTACKER_SUBS,
    BUY,
    COMBAT,
    COMBAT_MOVE,
    DEFENDER_SUBS,
    NONCOMBAT,
    O_SUBMERGE,
    OVER,
    PLACE,
    PRESS,
    RESEARCH,
)
from partie.games.axisallies.rules.transports import (
    check_load,
    check_sail,
    check_unload,
    sea_battle_first,
)
from partie.games.axisallies.rules.turn import (
    check_end,
    pending,
    raid_pending,
)
from partie.games.axisallies.rules.units import SUBMARINE

PHASE_OF = np.array(
    [
        [RESEARCH, BUY, COMBAT_MOVE, COMBAT, NONCOMBAT, PLACE],  # END
        [RESEARCH, -1, -1, -1, -1, -1],
        [BUY, -1, -1, -1, -1, -1],
        [COMBAT_MOVE, NONCOMBAT, -1, -1, -1, -1],  # MOVE_UNITS
        [COMBAT_MOVE, NONCOMBAT, -1, -1, -1, -1],
        [COMBAT_MOVE, NONCOMBAT, -1, -1, -1, -1],
        [COMBAT_MOVE, NONCOMBAT, -1, -1, -1, -1],  # UNLOAD
        [COMBAT_MOVE, -1, -1, -1, -1, -1],
        [COMBAT_MOVE, NONCOMBAT, -1, -1, -1, -1],  # DROP
        [COMBAT, -1, -1, -1, -1, -1],
        [COMBAT, -1, -1, -1, -1, -1],  # ROCKET
        [-1, -1, -1, -1, -1, -1],
        [-1, -1, -1, -1, -1, -1],
        [-1, -1, -1, -1, -1, -1],
        [-1, -1, -1, -1, -1, -1],
        [-1, -1, -1, -1, -1, -1],
        [-1, -1, -1, -1, -1, -1],  # SUBMERGE
        [PLACE, -1, -1, -1, -1, -1],
        [-1, -1, -1, -1, -1, -1],
    ],
    np.int64,
)
"""The phases in which each kind of order is given; decisions in a battle belong to none."""


@lean_jit
def scorched_space(state: Record) -> int:
    """The first space whose former owner may still destroy its gun and complex, -1 if there is none."""
    for space in range(LANDS):
        if state.scorch[space] > 0:
            return space
    return -1


@jit
def check(state: Record, code: int) -> int:
    """Why an order is not legal now; 0 if it is."""
    if not well_formed(code) or state.phase == OVER:
        return NO_ORDER
    kind = kind_of(code)
    if scorched_space(state) >= 0:
        return _check_scorch(state, code)
    if kind == SCORCH:
        return NOTHING_TO_SCORCH
    if state.battle >= 0:
        return check_answer(state, code)
    if PHASE_OF[kind, 0] < 0:
        return NOT_NOW
    in_phase = False
    for i in range(6):
        if PHASE_OF[kind, i] == state.phase:
            in_phase = True
    if not in_phase:
        return WRONG_PHASE
    home = np.empty(SPACES, np.int8)
    path = np.empty(FARTHEST + 1, np.int64)
    if state.phase == COMBAT_MOVE:
        ways_home(state, home)
    return check_with(state, code, home, path)


@jit
def check_with(state: Record, code: int, home: Ints8, path: Ints) -> int:
    """Check an order of the current phase, given the distances to airfields (`home`) and scratch space
    (`path`).
    """
    kind = kind_of(code)
    n, unit, src, dst = n_of(code), unit_of(code), from_of(code), to_of(code)
    if kind == END:
        return check_end(state)
    if kind == MOVE_UNITS:
        return check_move(state, unit, n, src, via_of(code), dst, way_of(code), home, path)
    if kind == SAIL:
        return check_sail(state, row_of(code), dst)
    if kind == LOAD:
        return check_load(state, unit, n, src, row_of(code))
    if kind == UNLOAD:
        return check_unload(state, unit, n, row_of(code), dst)
    if n < 1 and (kind in (RAID_COMPLEX, DROP)):
        return NO_ORDER
    if kind == RAID_COMPLEX:
        return check_raid(state, n, src, dst, way_of(code), home, path)
    if kind == DROP:
        return check_drop(state, n, src, dst, way_of(code), home, path)
    if kind == FIGHT:
        return check_fight(state, dst)
    if kind == ROCKET:
        return check_rocket(state, src, dst)
    if kind == RESEARCH_DICE:
        return check_research(state, n)
    if kind == BUY_UNITS:
        return check_buy(state, unit, n)
    if kind == PLACE_UNITS:
        return check_place(state, unit, n, dst)
    return NOT_NOW


@lean_jit
def check_fight(state: Record, space: int) -> int:
    if space < 0 or not pending(state, space):
        return NO_BATTLE_THERE
    if space < LANDS and not raid_pending(state, space) and sea_battle_first(state, space):
        return SEA_FIRST
    return LEGAL


@lean_jit
def _check_scorch(state: Record, code: int) -> int:
    kind = kind_of(code)
    if kind == GO_ON:
        return LEGAL
    if kind != SCORCH:
        return NOT_NOW
    return LEGAL if to_of(code) == scorched_space(state) else NOTHING_TO_SCORCH


@lean_jit
def check_answer(state: Record, code: int) -> int:
    """Check a decision in a battle."""
    kind = kind_of(code)
    if state.hits > 0:
        if kind == LOSE_AS_USUAL:
            return LEGAL
        return _check_loss(state, code) if kind == LOSE else CHOOSE_LOSSES
    if kind in (LOSE, LOSE_AS_USUAL):
        return NOT_NOW
    if kind == GO_ON:
        return LEGAL
    if kind in (WITHDRAW, SUBMERGE):
        return _check_submarines(state, code)
    if kind != RETREAT:
        return FIGHT_ON
    return check_retreat(state, to_of(code)) if state.stage == PRESS else NOT_NOW


@lean_jit
def _check_loss(state: Record, code: int) -> int:
    power, unit, n = power_of(code), unit_of(code), n_of(code)
    able = capacity(state, power, unit)
    if n < 1:
        return NO_ORDER
    if able == 0:
        return NOT_LOST_THAT_WAY
    return LEGAL if n <= able and n <= state.hits else TOO_MANY_LOSSES


@lean_jit
def _check_submarines(state: Record, code: int) -> int:
    if state.stage != ATTACKER_SUBS and state.stage != DEFENDER_SUBS:
        return NOT_NOW
    power = state.asked
    there = attackers(state, SUBMARINE) if power == state.power else defenders(state, power, SUBMARINE)
    if n_of(code) < 1 or n_of(code) > there:
        return NO_SUCH_UNITS
    if kind_of(code) == SUBMERGE:
        return (
            LEGAL
            if state.options[O_SUBMERGE] and side_of(state, power) != side_of(state, state.power)
            else NO_SUBMERGING
        )
    goal = to_of(code)
    if goal < 0 or not neighbours(state, state.battle, goal) or not sub_refuge(state, power, goal):
        return NO_REFUGE
    return LEGAL


@lean_jit
def check_retreat(state: Record, goal: int) -> int:
    """Check a retreat. It names no space if only aircraft are left, or only they may leave."""
    if state.amphibious:
        return LEGAL if goal < 0 and air_may_leave(state) else LANDED_STAY
    if not stands_ground(state):
        return LEGAL if goal < 0 else NOT_CAME_FROM
    if goal < 0:
        return NO_RETREAT
    return LEGAL if retreat_space(state, goal) else NOT_CAME_FROM
