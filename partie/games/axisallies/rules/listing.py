"""All legal orders: candidates from the units present and the spaces in reach, of which those that `check`
accepts are kept.

`check` is called in one place only, so that its code is compiled into few kernels.
"""

import numpy as np

from partie.core.compiled.types import Ints, Moves, Record, int64
from partie.games.axisallies.rules.board import (
    CLASS,
    DEGREE,
    FARTHEST,
    LAND_KIND,
    LANDS,
    NEIGHBOURS,
    POWERS,
    RESEARCH_COST,
    ROCKETS,
    ROOM_TAKEN,
    SPACES,
)
from partie.games.axisallies.rules.casualties import (
    attackers,
    capacity,
    defenders,
)
from partie.games.axisallies.rules.control import (
    enemy_complex,
    friendly,
)
from partie.games.axisallies.rules.economy import price
from partie.games.axisallies.rules.flight import (
    distinct_ways,
    flight_range,
    steps_from,
    ways_home,
)
from partie.games.axisallies.rules.kernels import (
    jit,
    lean_jit,
)
from partie.games.axisallies.rules.legality import (
    check,
    check_answer,
    check_with,
    scorched_space,
)
from partie.games.axisallies.rules.movement import (
    flyers,
    has_landing_room,
    something_to_fight,
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
    MOST_AT_ONCE,
    NO_SPACE,
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
    amount,
    at,
    move,
    order,
    plain,
)
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import (
    ATTACKER_SUBS,
    BUY,
    COMBAT,
    COMBAT_MOVE,
    DEFENDER_SUBS,
    NONCOMBAT,
    O_PARATROOPS,
    OVER,
    PRESS,
    RESEARCH,
    SHIPS,
)
from partie.games.axisallies.rules.transports import (
    aboard,
    afloat,
    first_alike,
)
from partie.games.axisallies.rules.units import (
    AA_GUN,
    ARMOR,
    BOMBER,
    FIGHTER,
    KINDS,
    SUBMARINE,
    TRANSPORT,
)

MOVES = 1 << 15
"""Room for the orders of any position; further ones are not listed."""


@lean_jit
def put(out: Moves, n: int, code: int) -> int:
    """Append an order, if there is room, and return the new count."""
    if n < len(out):
        out[n] = code
        return n + 1
    return n


@jit
def list_orders(state: Record, out: Moves) -> int:
    """Write the legal orders into `out` and return their number."""
    if state.phase == OVER:
        return 0
    if scorched_space(state) >= 0:
        out[0] = plain(GO_ON)
        out[1] = at(SCORCH, scorched_space(state))
        return 2
    if state.battle >= 0:
        return list_answers(state, out)
    n = list_candidates(state, out)
    home, path = np.empty(SPACES, np.int8), np.empty(FARTHEST + 1, np.int64)
    if state.phase == COMBAT_MOVE:
        ways_home(state, home)
    kept = 0
    for i in range(n):
        if check_with(state, out[i], home, path) == LEGAL:
            out[kept] = out[i]
            kept += 1
    return kept


@jit
def is_listed(state: Record, code: int) -> bool:
    """Whether `list_orders` lists this order, with one check instead of one for each candidate."""
    if check(state, code) != LEGAL:
        return False
    out = np.empty(MOVES, np.int64)
    # Fields that `check` does not read, such as the unit of an order to end a phase, must be empty.
    if state.battle >= 0 or scorched_space(state) >= 0:
        n = list_orders(state, out)
    else:
        n = list_candidates(state, out)
    return bool(np.any(out[:n] == code))


@jit
def list_candidates(state: Record, out: Moves) -> int:
    """List orders of the current phase that may be legal."""
    n = put(out, 0, plain(END))
    if state.phase == RESEARCH:
        return list_research(state, out, n)
    if state.phase == BUY:
        return list_purchases(state, out, n)
    if state.phase == COMBAT_MOVE or state.phase == NONCOMBAT:
        n = list_land(state, out, n)
        n = list_ships(state, out, n)
        n = list_air(state, out, n)
        return list_transports(state, out, n)
    if state.phase == COMBAT:
        return list_fights(state, out, n)
    return list_placements(state, out, n)


@lean_jit
def list_answers(state: Record, out: Moves) -> int:
    """List the decisions possible in a battle."""
    n = 0
    if state.hits > 0:
        n = put(out, n, plain(LOSE_AS_USUAL))
        for power in range(POWERS):
            for kind in range(KINDS):
                most = min(capacity(state, power, kind), int64(state.hits))
                for count in range(1, min(most, MOST_AT_ONCE) + 1):
                    n = put(out, n, order(LOSE, count, kind, NO_SPACE, NO_SPACE, NO_SPACE, 0, power, 0))
        return n
    n = put(out, n, plain(GO_ON))
    if state.stage == PRESS:
        if check_answer(state, plain(RETREAT)) == LEGAL:
            n = put(out, n, plain(RETREAT))
        for i in range(DEGREE[state.graph, state.battle]):
            code = at(RETREAT, NEIGHBOURS[state.graph, state.battle, i])
            if check_answer(state, code) == LEGAL:
                n = put(out, n, code)
        return n
    if state.stage != ATTACKER_SUBS and state.stage != DEFENDER_SUBS:
        return n
    subs = (
        attackers(state, SUBMARINE)
        if state.asked == state.power
        else defenders(state, state.asked, SUBMARINE)
    )
    for count in range(1, min(subs, MOST_AT_ONCE) + 1):
        if check_answer(state, amount(SUBMERGE, count, 0)) == LEGAL:
            n = put(out, n, amount(SUBMERGE, count, 0))
        for i in range(DEGREE[state.graph, state.battle]):
            zone = NEIGHBOURS[state.graph, state.battle, i]
            code = order(WITHDRAW, count, 0, NO_SPACE, NO_SPACE, zone, 0, 0, 0)
            if check_answer(state, code) == LEGAL:
                n = put(out, n, code)
    return n


@lean_jit
def list_research(state: Record, out: Moves, n: int) -> int:
    for dice in range(1, min(state.cash[state.power] // RESEARCH_COST, MOST_AT_ONCE) + 1):
        n = put(out, n, amount(RESEARCH_DICE, dice, 0))
    return n


@lean_jit
def list_purchases(state: Record, out: Moves, n: int) -> int:
    for unit in range(KINDS):
        for count in range(1, min(state.cash[state.power] // price(state, unit), MOST_AT_ONCE) + 1):
            n = put(out, n, amount(BUY_UNITS, count, unit))
    return n


@lean_jit
def each_number(out: Moves, n: int, code: int, most: int) -> int:
    """Append an order for one unit and for every larger number of them."""
    for more in range(min(most, MOST_AT_ONCE)):
        n = put(out, n, code + (int64(more) << int64(5)))
    return n


@jit
def list_land(state: Record, out: Moves, n: int) -> int:
    for src in range(LANDS):
        for unit in range(KINDS):
            most = int64(state.fresh[src, unit])
            if most == 0 or CLASS[unit] != LAND_KIND:
                continue
            for i in range(DEGREE[state.graph, src]):
                near = NEIGHBOURS[state.graph, src, i]
                if near >= LANDS:
                    continue
                n = each_number(out, n, move(1, unit, src, NO_SPACE, near, 0), most)
                if unit == ARMOR and state.phase == COMBAT_MOVE and state.owner[near] >= 0:
                    for j in range(DEGREE[state.graph, near]):
                        far = NEIGHBOURS[state.graph, near, j]
                        if far < LANDS:
                            n = each_number(out, n, move(1, unit, src, near, far, 0), most)
            if unit == ARMOR and state.phase == NONCOMBAT:
                n = _list_long_marches(state, out, n, src, most)
    return n


@jit
def _list_long_marches(state: Record, out: Moves, n: int, src: int, most: int) -> int:
    """List non-combat moves of armor to spaces two steps away."""
    near = np.empty(SPACES, np.int8)
    steps_from(state, src, 2, True, near)
    for dst in range(LANDS):
        if near[dst] == 2 and friendly(state, dst):
            n = each_number(out, n, move(1, ARMOR, src, NO_SPACE, dst, 0), most)
    return n


@jit
def list_ships(state: Record, out: Moves, n: int) -> int:
    near = np.empty(SPACES, np.int8)
    for src in range(LANDS, SPACES):
        steps_from(state, src, 2, True, near)
        for unit in range(KINDS):
            most = int64(state.fresh[src, unit])
            if most == 0 or unit == TRANSPORT:
                continue
            for dst in range(LANDS, SPACES):
                if 0 < near[dst] <= 2:
                    n = each_number(out, n, move(1, unit, src, NO_SPACE, dst, 0), most)
    return n


@jit
def list_air(state: Record, out: Moves, n: int) -> int:
    near, path = np.empty(SPACES, np.int8), np.empty(FARTHEST + 1, np.int64)
    for src in range(SPACES):
        for unit in range(FIGHTER, BOMBER + 1):
            most = flyers(state, unit, src, 0)
            if most == 0:
                continue
            longest = flight_range(state, state.power, unit)
            steps_from(state, src, longest, True, near)
            for dst in range(SPACES):
                if 0 < near[dst] <= longest:
                    n = _list_flights(state, out, n, unit, src, dst, most, path)
    return n


@jit
def _list_flights(
    state: Record, out: Moves, n: int, unit: int, src: int, dst: int, most: int, path: Ints
) -> int:
    """List what aircraft of one space can do in another: fight, raid, drop infantry or land."""
    fighting = state.phase == COMBAT_MOVE
    useful = something_to_fight(state, dst) if fighting else has_landing_room(state, unit, 1, dst)
    raid = fighting and unit == BOMBER and enemy_complex(state, dst)
    drop = unit == BOMBER and state.options[O_PARATROOPS] == 1 and dst < LANDS and state.fresh[src, 0] > 0
    if not (useful or raid or drop):
        return n
    ways = distinct_ways(state, src, dst, flight_range(state, state.power, unit), path)
    for way in range(3):
        if not ways >> way & 1:
            continue
        if useful:
            n = each_number(out, n, move(1, unit, src, NO_SPACE, dst, way), most)
        if raid:
            n = each_number(out, n, order(RAID_COMPLEX, 1, BOMBER, src, NO_SPACE, dst, 0, 0, way), most)
        if drop:
            n = each_number(out, n, order(DROP, 1, BOMBER, src, NO_SPACE, dst, 0, 0, way), most)
    return n


@jit
def list_transports(state: Record, out: Moves, n: int) -> int:
    near = np.empty(SPACES, np.int8)
    for row in range(SHIPS):
        if not afloat(state, row) or first_alike(state, row) != row:
            continue
        zone = state.ship_zone[row]
        if state.left[row] > 0:
            steps_from(state, zone, state.left[row], True, near)
            for dst in range(LANDS, SPACES):
                if 0 < near[dst] <= state.left[row]:
                    code = order(SAIL, 0, TRANSPORT, NO_SPACE, NO_SPACE, dst, row, 0, 0)
                    n = put(out, n, code)
        for i in range(DEGREE[state.graph, zone]):
            coast = NEIGHBOURS[state.graph, zone, i]
            if coast >= LANDS:
                continue
            for unit in range(KINDS):
                if ROOM_TAKEN[unit] == 0:
                    continue
                if state.fresh[coast, unit] > 0:
                    code = order(LOAD, 1, unit, coast, NO_SPACE, NO_SPACE, row, 0, 0)
                    n = each_number(out, n, code, 2)
                cargo = aboard(state, row, unit)
                if cargo > 0:
                    code = order(UNLOAD, 1, unit, NO_SPACE, NO_SPACE, coast, row, 0, 0)
                    n = each_number(out, n, code, cargo)
    return n


@lean_jit
def list_fights(state: Record, out: Moves, n: int) -> int:
    for space in range(SPACES):
        n = put(out, n, at(FIGHT, space))
    if state.rocketed or not state.techs[state.power] >> ROCKETS & 1:
        return n
    for src in range(LANDS):
        if state.units[src, state.power, AA_GUN] == 0:
            continue
        for dst in range(LANDS):
            if enemy_complex(state, dst):
                n = put(out, n, order(ROCKET, 0, 0, src, NO_SPACE, dst, 0, 0, 0))
    return n


@lean_jit
def list_placements(state: Record, out: Moves, n: int) -> int:
    for unit in range(KINDS):
        most = int64(state.bought[state.power, unit])
        if most == 0:
            continue
        for dst in range(SPACES):
            code = order(PLACE_UNITS, 1, unit, NO_SPACE, NO_SPACE, dst, 0, 0, 0)
            n = each_number(out, n, code, most)
    return n
