"""Land units after the fighting: garrisons first, then the stack as far forward as it can stand, blockers on
the border, and the rest behind it."""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.types import Floats, Ints, Record
from partie.games.axisallies.players.general.doctrine import (
    BLOCKERS,
    CAPITAL_RISK,
    FIELD,
    GARRISON,
    MARGIN,
    RISK,
)
from partie.games.axisallies.players.general.odds import WALKING, land_units, price
from partie.games.axisallies.players.general.threats import (
    P_LOST,
    PROFIT,
    STORM_ANSWERS,
    is_exposed,
    is_threatened,
    owned_by,
    stand,
    storm,
)
from partie.games.axisallies.players.general.values import capital_of, prize
from partie.games.axisallies.rules.board import BOARD_COST, DEGREE, LANDS, NEIGHBOURS
from partie.games.axisallies.rules.control import side_of, value_of
from partie.games.axisallies.rules.kernels import jit, lean_jit
from partie.games.axisallies.rules.orders import NO_SPACE, move
from partie.games.axisallies.rules.units import (
    AA_GUN,
    ARMOR,
    ARTILLERY,
    BOMBER,
    FIGHTER,
    INFANTRY,
    KINDS,
    MARINE,
)

MOST_MOVES = 300
COVER = 0.5
"""What aircraft in a space add to what its garrison may be, of their price."""
CHEAPEST = (INFANTRY, ARTILLERY, MARINE, ARMOR)
"""The order in which units are called to a garrison."""
BEYOND = 9
"""Steps to where a unit cannot go this turn."""
FOR_THE_STACK = 0.02
"""What an attack on a stack may bring the enemy more, of its price: a large one is left for little."""
OWN_GARRISON = 1000.0
"""What the garrison of the own capital may be, in IPC: everything."""
A_GUN_STAYS = 15.0
"""The prize, in IPC, of a space whose gun does not follow the stack."""
MISSED = 0.25
"""How much units are missed elsewhere that garrison a coast in vain, of their price."""


class Posts(NamedTuple):
    """Where land units will be: how many of each kind go from space to space, those that stay included; who
    will be in every space; 1 where a space is held, 2 where a stack is; and who may not leave by ship."""

    plan: Ints
    there: Floats
    held: Floats
    kept: Ints


@jit
def steps_between(state: Record, kind: int, src: int, dst: int) -> int:
    """Steps of a land unit among friends: 0, 1, 2 for armor, 9 where it cannot go there this turn."""
    if src == dst:
        return 0
    graph, side = state.graph, side_of(state, state.power)
    if not owned_by(state, dst, side):
        return BEYOND
    found = BEYOND
    for i in range(DEGREE[graph, src]):
        near = NEIGHBOURS[graph, src, i]
        if near == dst:
            return 1
        if kind == ARMOR and near < LANDS and owned_by(state, near, side):
            for j in range(DEGREE[graph, near]):
                if NEIGHBOURS[graph, near, j] == dst:
                    found = 2
    return found


@jit
def gather(state: Record, space: int, out: Floats) -> None:
    """Add the land units of the power to play that could walk to a space this turn."""
    for src in range(LANDS):
        if src == space:
            continue
        for kind in WALKING:
            if state.fresh[src, kind] > 0 and steps_between(state, kind, src, space) <= 2:
                out[kind] += state.fresh[src, kind]


@jit
def fixed_force(state: Record, coming: Floats, out: Floats) -> None:
    """Fill who will be in every land space whatever is ordered: allies, those who have moved, aircraft on the
    ground, and units to be placed."""
    side = side_of(state, state.power)
    for space in range(LANDS):
        stand(state, space, side, out[space])
        for kind in WALKING:
            out[space, kind] -= state.fresh[space, kind]
        for kind in range(KINDS):
            out[space, kind] += coming[space, kind]


@jit
def _is_safe(state: Record, space: int, there: Floats, table: Floats, p: Floats, answers: Floats) -> bool:
    """Whether the units in a space are enough."""
    storm(state, state.power, space, there, table, prize(state, space, p), answers)
    if capital_of(state, space) >= 0:
        return answers[P_LOST] <= p[CAPITAL_RISK]
    return answers[P_LOST] <= 0.5 * p[RISK] or (
        answers[P_LOST] <= p[RISK]
        and answers[PROFIT] <= p[MARGIN] + FOR_THE_STACK * price(state.board, there)
    )


@jit
def _is_covered(state: Record, space: int, there: Floats, table: Floats, p: Floats, answers: Floats) -> bool:
    """Whether the units in a space are enough, and aircraft among them not alone: a strike of the enemy's
    aircraft takes no space, but infantry are its first losses."""
    if not _is_safe(state, space, there, table, p, answers):
        return False
    if there[FIGHTER] + there[BOMBER] < 0.5 or capital_of(state, space) >= 0:
        return True
    return answers[PROFIT] - answers[P_LOST] * prize(state, space, p) <= p[FIELD]


@jit
def reserve(
    state: Record, space: int, there: Floats, left: Ints, plan: Ints, table: Floats, p: Floats, most: float
) -> bool:
    """Keep or call as few units as make a space safe, the cheapest and nearest first, for `most` IPC at most;
    whether they suffice. Where they do not, nobody is called; but a coast that only ships can reach is left
    to as many as make a landing cost most."""
    answers = np.empty(STORM_ANSWERS)
    if _is_covered(state, space, there[space], table, p, answers):
        return True
    called, few = np.zeros((LANDS, KINDS), np.int64), np.zeros((LANDS, KINDS), np.int64)
    coast = not _on_border(state, space, side_of(state, state.power))
    least = answers[PROFIT]
    trial = there[space].copy()
    spent = 0.0
    for distance in range(3):
        for kind in CHEAPEST:
            for src in range(LANDS):
                if left[src, kind] == 0 or steps_between(state, kind, src, space) != distance:
                    continue
                while called[src, kind] < left[src, kind]:
                    called[src, kind] += 1
                    trial[kind] += 1.0
                    spent += BOARD_COST[state.board, kind]
                    if spent > most:
                        _call(few, left, plan, there, space)
                        return False
                    if _is_covered(state, space, trial, table, p, answers):
                        _call(called, left, plan, there, space)
                        return True
                    if coast and answers[PROFIT] + MISSED * spent < least:
                        least = answers[PROFIT] + MISSED * spent
                        few[:] = called
    if capital_of(state, space) >= 0:
        _call(called, left, plan, there, space)
    else:
        _call(few, left, plan, there, space)
    return False


@jit
def _call(called: Ints, left: Ints, plan: Ints, there: Floats, space: int) -> None:
    for src in range(LANDS):
        for kind in CHEAPEST:
            if called[src, kind] > 0:
                _assign(plan, left, there, src, space, kind, called[src, kind])


@lean_jit
def _assign(plan: Ints, left: Ints, there: Floats, src: int, dst: int, kind: int, n: int) -> None:
    plan[src, dst, kind] += n
    left[src, kind] -= n
    there[dst, kind] += n


@jit
def _ranked(values: Floats, usable: Floats, out: Ints) -> int:
    """Land spaces with a positive mark, the highest value first."""
    n = 0
    for space in range(LANDS):
        if usable[space] > 0.0:
            at = n
            while at > 0 and values[out[at - 1]] < values[space]:
                out[at] = out[at - 1]
                at -= 1
            out[at] = space
            n += 1
    return n


@lean_jit
def _on_border(state: Record, space: int, side: int) -> bool:
    """Whether enemy land is next to a land space."""
    for i in range(DEGREE[state.graph, space]):
        near = NEIGHBOURS[state.graph, space, i]
        if near < LANDS and owned_by(state, near, 1 - side):
            return True
    return False


@jit
def plan_march(
    state: Record, table: Floats, pull: Floats, coming: Floats, away: Floats, p: Floats, posts: Posts
) -> None:
    """Fill where all land units go. `coming`: units to be placed, and aircraft that will land; `away`: spaces
    whose units wait for ships (they walk to a better coast, but not off)."""
    side, plan, there, held = side_of(state, state.power), posts.plan, posts.there, posts.held
    fixed_force(state, coming, there)
    left = np.zeros((LANDS, KINDS), np.int64)
    for space in range(LANDS):
        for kind in WALKING:
            left[space, kind] = state.fresh[space, kind]
    plan[:, :, :] = 0
    held[:] = 0.0
    worth = np.zeros(LANDS)
    _garrison(state, table, p, left, plan, there, worth, held)
    if p[BLOCKERS] > 0.0:
        _block(state, side, worth, held, left, plan, there, table)
    for space in range(LANDS):
        for kind in WALKING:
            posts.kept[space, kind] = state.fresh[space, kind] - left[space, kind]
    _stack(state, table, pull, away, p, left, posts)


@jit
def _garrison(
    state: Record, table: Floats, p: Floats, left: Ints, plan: Ints, there: Floats, worth: Floats, held: Floats
) -> None:  # fmt: skip
    """Keep or call garrisons for what is worth most first; fill what spaces are worth with their aircraft."""
    side, mine, order_of = side_of(state, state.power), np.zeros(LANDS), np.zeros(LANDS, np.int64)
    for space in range(LANDS):
        if owned_by(state, space, side):
            aircraft = there[space, FIGHTER] * BOARD_COST[state.board, FIGHTER]
            aircraft += there[space, BOMBER] * BOARD_COST[state.board, BOMBER]
            worth[space] = prize(state, space, p) + COVER * aircraft
            valued = value_of(state, space) > 0 or capital_of(state, space) >= 0
            if (valued and is_exposed(table, space)) or (aircraft > 0.0 and is_threatened(table, space)):
                mine[space] = 1.0
    n = _ranked(worth, mine, order_of)
    for i in range(n):
        space = order_of[i]
        own = capital_of(state, space) == state.power
        most = OWN_GARRISON if own else p[GARRISON] * worth[space]
        if reserve(state, space, there, left, plan, table, p, most):
            held[space] = 1.0


@jit
def _stack(
    state: Record, table: Floats, pull: Floats, away: Floats, p: Floats, left: Ints, posts: Posts
) -> None:
    """Send all who are left to the space that pulls most of those they hold together, and so on."""
    plan, there, held = posts.plan, posts.there, posts.held
    side, mine, order_of = side_of(state, state.power), np.zeros(LANDS), np.zeros(LANDS, np.int64)
    for space in range(LANDS):
        if owned_by(state, space, side):
            mine[space] = 1.0
    n = _ranked(pull, mine, order_of)
    gathered, answers = np.zeros(KINDS), np.empty(STORM_ANSWERS)
    for i in range(n):
        space = order_of[i]
        gathered[:] = there[space]
        anybody = False
        for src in range(LANDS):
            for kind in WALKING:
                if (
                    left[src, kind] > 0
                    and (src == space or (away[src] <= away[space] and pull[src] <= pull[space]))
                    and steps_between(state, kind, src, space) <= 2
                ) or (
                    left[src, kind] > 0
                    and away[src] == 0.0
                    and held[src] == 0.0
                    and pull[src] > pull[space]
                    and steps_between(state, kind, src, space) <= 2
                ):
                    gathered[kind] += left[src, kind]
                    anybody = True
        if not anybody or not _is_safe(state, space, gathered, table, p, answers):
            continue
        if held[space] < 2.0:
            held[space] = 2.0 if is_exposed(table, space) else 1.0
        for src in range(LANDS):
            for kind in WALKING:
                if (
                    left[src, kind] > 0
                    and (src == space or away[src] <= away[space])
                    and steps_between(state, kind, src, space) <= 2
                ):
                    _assign(plan, left, there, src, space, kind, left[src, kind])


@jit
def _block(
    state: Record,
    side: int,
    worth: Floats,
    held: Floats,
    left: Ints,
    plan: Ints,
    there: Floats,
    table: Floats,
) -> None:
    """One infantry stays, or comes, where nobody would be left in a space of value next to the enemy."""
    for space in range(LANDS):
        if not owned_by(state, space, side) or held[space] > 0.0 or value_of(state, space) == 0:
            continue
        if not is_exposed(table, space):
            continue
        if land_units(there[space]) > 0.0:
            continue
        for distance in range(2):
            done = False
            for src in range(LANDS):
                if left[src, INFANTRY] > 0 and steps_between(state, INFANTRY, src, space) == distance:
                    _assign(plan, left, there, src, space, INFANTRY, 1)
                    done = True
                    break
            if done or not _on_border(state, space, side):
                break


@jit
def write_march(state: Record, plan: Ints, codes: Ints) -> int:
    """Write the orders of a march."""
    n = 0
    for src in range(LANDS):
        for dst in range(LANDS):
            if src == dst:
                continue
            for kind in WALKING:
                if plan[src, dst, kind] > 0 and n < MOST_MOVES:
                    codes[n] = move(plan[src, dst, kind], kind, src, NO_SPACE, dst, 0)
                    n += 1
    return n


@jit
def move_guns(state: Record, pull: Floats, held: Floats, p: Floats, codes: Ints, n: int) -> int:
    """Guns that stand in the rear with another gun, or where nobody comes, follow the stack."""
    side = side_of(state, state.power)
    for src in range(LANDS):
        if state.fresh[src, AA_GUN] == 0 or prize(state, src, p) >= A_GUN_STAYS:
            continue
        best, goal = pull[src] + 0.5, -1
        for i in range(DEGREE[state.graph, src]):
            near = NEIGHBOURS[state.graph, src, i]
            if near < LANDS and owned_by(state, near, side) and held[near] == 2.0 and pull[near] > best:
                best, goal = pull[near], near
        if goal >= 0 and n < MOST_MOVES:
            codes[n] = move(1, AA_GUN, src, NO_SPACE, goal, 0)
            n += 1
    return n
