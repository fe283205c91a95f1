"""Moves of land units, ships and aircraft: `check_…` returns why an order is refused, or `LEGAL`; `do_…`
carries it out.
"""

import numpy as np

from partie.core.compiled.chance import below
from partie.core.compiled.types import Chance, Ints, Ints8, Record, int64
from partie.games.axisallies.rules.board import (
    AIR_KIND,
    CLASS,
    DEGREE,
    FARTHEST,
    LAND_KIND,
    LANDS,
    NEIGHBOURS,
    POWERS,
    SEA_KIND,
    SPACES,
)
from partie.games.axisallies.rules.control import (
    at_peace,
    capture,
    decks,
    defended,
    enemy,
    enemy_complex,
    friendly,
    guest_fighters,
    gun_fires,
    hostile,
    may_enter_neutral,
    neighbour_index,
    neighbours,
    neutral,
    pay_neutral,
    side_fighters,
    side_of,
    strait_open,
    taken_this_turn,
)
from partie.games.axisallies.rules.files import UNITS
from partie.games.axisallies.rules.flight import (
    could_land,
    distinct_ways,
    find_way,
    flight_range,
    is_airfield,
)
from partie.games.axisallies.rules.kernels import (
    jit,
    lean_jit,
)
from partie.games.axisallies.rules.orders import SHORTEST
from partie.games.axisallies.rules.refusals import (
    AIR_GOES_BY_NUMBER,
    CANAL_SHUT,
    CARRIER_STAYS,
    COMPLEX_STAYS,
    GUNS_WAIT,
    HOSTILE_STOPS,
    LAND_UNITS_ON_LAND,
    LEGAL,
    NEUTRAL_CLOSED,
    NEUTRAL_COSTS,
    NEUTRAL_STOPS,
    NO_COMPLEX_TO_RAID,
    NO_DECK,
    NO_LANDING,
    NO_ORDER,
    NO_SUCH_PIECES,
    NO_SUCH_UNITS,
    NOT_BLITZ,
    NOT_IN_USE,
    NOT_NEIGHBOURS,
    NOTHING_TO_FIGHT,
    ONLY_ARMOR,
    ONLY_FRIENDLY,
    ONLY_TO_FIGHT,
    OUT_OF_RANGE,
    PEACE,
    SHIPS_AT_SEA,
    SHIPS_TO_FIGHT,
    TRANSPORTS_ONE_BY_ONE,
)
from partie.games.axisallies.rules.state import (
    COMBAT_MOVE,
    GUN_THREW,
    O_AA_OVERFLIGHT,
    O_NEUTRALS_CLOSED,
    O_PARATROOPS,
    O_PIECE_LIMITS,
    O_SHIPS_EARLY,
)
from partie.games.axisallies.rules.units import (
    AA_GUN,
    ARMOR,
    BOMBER,
    CARRIER,
    FACTORY,
    FIGHTER,
    INFANTRY,
    TRANSPORT,
)

PIECES = np.array([unit.get("pieces", 127) for unit in UNITS], np.int64)
"""Pieces of each kind a power has with the option `piece_limits`. Our sources do not list the contents of the
box: these numbers are ours.
"""
NO_WAY, DIRECT = -2, -1


@lean_jit
def groups(state: Record, power: int, unit: int) -> int:
    """The number of spaces in which a power has units of a kind."""
    total = 0
    for space in range(SPACES):
        if state.units[space, power, unit] > 0:
            total += 1
    return total


@lean_jit
def enough_pieces(state: Record, unit: int, n: int, src: int, dst: int) -> bool:
    """Whether there is a piece for the group that an order makes; `src` is -1 for new units."""
    if state.options[O_PIECE_LIMITS] == 0 or state.units[dst, state.power, unit] > 0:
        return True
    if src >= 0 and state.units[src, state.power, unit] == n:
        return True
    return groups(state, state.power, unit) < PIECES[unit]


@lean_jit
def check_entry(state: Record, space: int) -> int:
    """Check whether a land unit may end its combat move in this land space."""
    if neutral(state, space):
        if state.options[O_NEUTRALS_CLOSED]:
            return NEUTRAL_CLOSED
        return LEGAL if may_enter_neutral(state) else NEUTRAL_COSTS
    if enemy(state, space):
        return PEACE if at_peace(state) else LEGAL
    return LEGAL if taken_this_turn(state, space) else ONLY_TO_FIGHT


@lean_jit
def check_land(state: Record, unit: int, n: int, src: int, via: int, dst: int) -> int:
    """Check a move of land units, in combat or non-combat movement."""
    if src >= LANDS or dst >= LANDS or via >= LANDS:
        return LAND_UNITS_ON_LAND
    if state.phase == COMBAT_MOVE and unit == AA_GUN:
        return GUNS_WAIT
    if state.fresh[src, unit] < n:
        return NO_SUCH_UNITS
    if not enough_pieces(state, unit, n, src, dst):
        return NO_SUCH_PIECES
    if state.phase != COMBAT_MOVE:
        return _check_march(state, unit, src, via, dst)
    if via < 0:
        return check_entry(state, dst) if neighbours(state, src, dst) else NOT_NEIGHBOURS
    if unit != ARMOR:
        return ONLY_ARMOR
    if not neighbours(state, src, via) or not neighbours(state, via, dst):
        return NOT_NEIGHBOURS
    return _check_two_steps(state, src, via, dst)


@lean_jit
def _check_two_steps(state: Record, src: int, via: int, dst: int) -> int:
    """Check a move of armor over two spaces: through a friendly space, or an undefended enemy one, which it
    captures.
    """
    if neutral(state, via):
        return NEUTRAL_STOPS
    if friendly(state, via):
        return NO_ORDER if src == dst else check_entry(state, dst)
    if at_peace(state):
        return PEACE
    if defended(state, via):
        return NOT_BLITZ
    return LEGAL if friendly(state, dst) else check_entry(state, dst)


@lean_jit
def march_middle(state: Record, unit: int, src: int, dst: int) -> int:
    """The friendly space a land unit would cross on its way between two; `DIRECT`: they are neighbours,
    `NO_WAY`: there is none.
    """
    if neighbours(state, src, dst):
        return DIRECT
    if unit == ARMOR:
        for i in range(DEGREE[state.graph, src]):
            middle = NEIGHBOURS[state.graph, src, i]
            if middle < LANDS and friendly(state, middle) and neighbours(state, middle, dst):
                return int64(middle)
    return NO_WAY


@lean_jit
def _check_march(state: Record, unit: int, src: int, via: int, dst: int) -> int:
    if via >= 0 or src == dst:
        return NO_ORDER
    if not friendly(state, dst):
        return ONLY_FRIENDLY
    if march_middle(state, unit, src, dst) == NO_WAY:
        return OUT_OF_RANGE
    return LEGAL


@lean_jit
def shift(state: Record, unit: int, n: int, src: int, dst: int) -> None:
    """Move units of the power to play; they may not move again."""
    state.units[src, state.power, unit] -= n
    state.units[dst, state.power, unit] += n
    state.fresh[src, unit] -= n


@lean_jit
def remember(state: Record, space: int, origin: int) -> None:
    """Note that attackers came to a space from a neighbour: they may retreat there."""
    index = neighbour_index(state, space, origin)
    if index >= 0:
        state.came[space] |= 1 << index


@lean_jit
def enter(state: Record, space: int) -> None:
    """Let land units into a space: pay for a neutral, capture an undefended enemy space."""
    if neutral(state, space):
        pay_neutral(state, space)
    elif enemy(state, space) and not defended(state, space):
        capture(state, space)


@lean_jit
def do_land(state: Record, unit: int, n: int, src: int, via: int, dst: int) -> None:
    if state.phase == COMBAT_MOVE:
        if via >= 0:
            if enemy(state, via):
                capture(state, via)
            if defended(state, dst):
                remember(state, dst, via)
        if defended(state, dst):
            remember(state, dst, src)
    shift(state, unit, n, src, dst)
    if state.phase == COMBAT_MOVE:
        enter(state, dst)


@lean_jit
def sea_middle(state: Record, src: int, dst: int, steps: int) -> int:
    """The zone a ship would cross on its way between two; `DIRECT`: they are neighbours, `NO_WAY`: there is
    none. Enemy ships and closed canals block the way.
    """
    if steps > 0 and neighbours(state, src, dst) and strait_open(state, state.power, src, dst):
        return DIRECT
    if steps > 1:
        for i in range(DEGREE[state.graph, src]):
            middle = NEIGHBOURS[state.graph, src, i]
            if middle < LANDS or hostile(state, middle) or not strait_open(state, state.power, src, middle):
                continue
            if neighbours(state, middle, dst) and strait_open(state, state.power, middle, dst):
                return int64(middle)
    return NO_WAY


@lean_jit
def _why_no_way(state: Record, src: int, dst: int, steps: int) -> int:
    """Why a ship cannot reach a zone: a canal, an enemy or the distance."""
    if steps > 0 and neighbours(state, src, dst):
        return CANAL_SHUT
    if steps > 1:
        for i in range(DEGREE[state.graph, src]):
            middle = NEIGHBOURS[state.graph, src, i]
            if middle >= LANDS and neighbours(state, middle, dst):
                return HOSTILE_STOPS if hostile(state, middle) else CANAL_SHUT
    return OUT_OF_RANGE


@lean_jit
def off_foreign_coast(state: Record, zone: int) -> bool:
    """Whether a zone has a coast that is not friendly, where units could land."""
    for i in range(DEGREE[state.graph, zone]):
        coast = NEIGHBOURS[state.graph, zone, i]
        if coast < LANDS and not friendly(state, coast):
            return True
    return False


@lean_jit
def check_voyage(state: Record, src: int, dst: int, steps: int) -> int:
    """Check the route of a ship, in combat or non-combat movement."""
    if src < LANDS or dst < LANDS:
        return SHIPS_AT_SEA
    if src == dst:
        return NO_ORDER
    if sea_middle(state, src, dst, steps) == NO_WAY:
        return _why_no_way(state, src, dst, steps)
    if not hostile(state, dst):
        return LEGAL
    if state.phase != COMBAT_MOVE:
        return ONLY_FRIENDLY
    return PEACE if at_peace(state) else LEGAL


@lean_jit
def has_errand(state: Record, src: int, dst: int) -> bool:
    """Whether a ship has a reason to go to a zone in combat movement: a battle, a landing to cover, enemies
    to leave behind.
    """
    if state.phase != COMBAT_MOVE or state.options[O_SHIPS_EARLY]:
        return True
    return hostile(state, dst) or hostile(state, src) or off_foreign_coast(state, dst)


@lean_jit
def check_ships(state: Record, unit: int, n: int, src: int, via: int, dst: int) -> int:
    if unit == TRANSPORT:
        return TRANSPORTS_ONE_BY_ONE
    if via >= 0:
        return NO_ORDER
    if state.fresh[src, unit] < n:
        return NO_SUCH_UNITS
    if not enough_pieces(state, unit, n, src, dst):
        return NO_SUCH_PIECES
    reason = check_voyage(state, src, dst, 2)
    if reason != LEGAL:
        return reason
    if not has_errand(state, src, dst):
        return SHIPS_TO_FIGHT
    if (
        unit == CARRIER
        and state.decked[src] > 0
        and decks(state, src) - 2 * n < state.decked[src] + guest_fighters(state, src)
    ):
        return CARRIER_STAYS
    return LEGAL


@lean_jit
def remember_voyage(state: Record, src: int, dst: int, steps: int) -> None:
    """Note the zones ships came through to a battle: they may retreat there."""
    if hostile(state, dst):
        middle = sea_middle(state, src, dst, steps)
        if middle >= 0:
            remember(state, dst, middle)
        remember(state, dst, src)


@lean_jit
def take_guests(state: Record, n: int, src: int, dst: int) -> None:
    """Take along allied fighters that have no other deck in the zone when carriers leave it."""
    allied_decks = decks(state, src) - 2 * int64(state.units[src, state.power, CARRIER])
    staying = allied_decks + 2 * (int64(state.units[src, state.power, CARRIER]) - n)
    going = min(max(guest_fighters(state, src) - staying, 0), 2 * int64(n))
    for power in range(POWERS):
        if power != state.power and side_of(state, power) == side_of(state, state.power):
            taken = min(going, int64(state.units[src, power, FIGHTER]))
            state.units[src, power, FIGHTER] -= taken
            state.units[dst, power, FIGHTER] += taken
            going -= taken


@lean_jit
def do_ships(state: Record, unit: int, n: int, src: int, dst: int) -> None:
    remember_voyage(state, src, dst, 2)
    if unit == CARRIER:
        take_guests(state, n, src, dst)
    shift(state, unit, n, src, dst)


@lean_jit
def something_to_fight(state: Record, space: int) -> bool:
    return hostile(state, space) if space >= LANDS else enemy(state, space) and defended(state, space)


@lean_jit
def flyers(state: Record, unit: int, src: int, length: int) -> int:
    """How many aircraft of a kind in a space can still fly `length` spaces. In combat movement each flies
    once.
    """
    longest = flight_range(state, state.power, unit)
    if state.phase == COMBAT_MOVE:
        return int64(state.flown[src, unit - FIGHTER, 0]) if length <= longest else int64(0)
    total = int64(0)
    for flown in range(longest - length + 1):
        total += state.flown[src, unit - FIGHTER, flown]
    return total


@lean_jit
def has_landing_room(state: Record, unit: int, n: int, space: int) -> bool:
    """Whether n aircraft may land in a space now."""
    if space < LANDS:
        return is_airfield(state, space)
    return unit == FIGHTER and side_fighters(state, space) + n <= decks(state, space)


@jit
def check_air(  # noqa: PLR0913 - the fields of an order, as `check_move` has them
    state: Record, unit: int, n: int, src: int, via: int, dst: int, way: int, home: Ints8, path: Ints
) -> int:
    """Check an order for aircraft to fight or to land. `home` has the distance from each space to an
    airfield; `path` is scratch space.
    """
    if via >= 0:
        return AIR_GOES_BY_NUMBER
    if flyers(state, unit, src, 0) < n:
        return NO_SUCH_UNITS
    if not enough_pieces(state, unit, n, src, dst):
        return NO_SUCH_PIECES
    if state.phase == COMBAT_MOVE:
        if not something_to_fight(state, dst):
            return NOTHING_TO_FIGHT
        return _check_sortie(state, unit, n, src, dst, way, home, path)
    return _check_landing(state, unit, n, src, dst, way, path)


@jit
def _check_landing(state: Record, unit: int, n: int, src: int, dst: int, way: int, path: Ints) -> int:
    if way != SHORTEST or src == dst:
        return NO_ORDER
    length = find_way(state, src, dst, flight_range(state, state.power, unit), way, path)
    if length < 0 or flyers(state, unit, src, length) < n:
        return OUT_OF_RANGE
    return LEGAL if has_landing_room(state, unit, n, dst) else NO_DECK


@jit
def _check_sortie(
    state: Record, unit: int, n: int, src: int, dst: int, way: int, home: Ints8, path: Ints
) -> int:
    """Check a flight to a target, with a place to land afterwards."""
    if at_peace(state):
        return PEACE
    longest = flight_range(state, state.power, unit)
    if way != SHORTEST and not distinct_ways(state, src, dst, longest, path) >> way & 1:
        return NO_ORDER
    length = find_way(state, src, dst, longest, way, path)
    if length < 0:
        return OUT_OF_RANGE
    return LEGAL if could_land(state, unit, n, src, dst, length, home) else NO_LANDING


@jit
def check_raid(state: Record, n: int, src: int, dst: int, way: int, home: Ints8, path: Ints) -> int:
    """Check a raid of bombers on an industrial complex."""
    if src < 0 or dst < 0:
        return NO_ORDER
    if flyers(state, BOMBER, src, 0) < n:
        return NO_SUCH_UNITS
    if not enemy_complex(state, dst):
        return NO_COMPLEX_TO_RAID
    return _check_sortie(state, BOMBER, n, src, dst, way, home, path)


@jit
def check_drop(state: Record, n: int, src: int, dst: int, way: int, home: Ints8, path: Ints) -> int:
    """Check bombers that carry infantry from their own space."""
    if state.options[O_PARATROOPS] == 0:
        return NOT_IN_USE
    if src < 0 or dst < 0 or src >= LANDS or dst >= LANDS:
        return NO_ORDER
    if state.fresh[src, INFANTRY] < n or state.flown[src, 1, 0] < n:
        return NO_SUCH_UNITS
    if not (enough_pieces(state, BOMBER, n, src, dst) and enough_pieces(state, INFANTRY, n, src, dst)):
        return NO_SUCH_PIECES
    if state.phase != COMBAT_MOVE:
        return _check_landing(state, BOMBER, n, src, dst, way, path)
    if not enemy(state, dst):
        return ONLY_TO_FIGHT
    return _check_sortie(state, BOMBER, n, src, dst, way, home, path)


@lean_jit
def take_off(state: Record, unit: int, n: int, src: int, length: int, dst: int) -> None:
    """Send n aircraft to a space: of those with enough range, the ones that have flown farthest. In combat
    movement they stay in the air.
    """
    left = n
    for flown in range(flight_range(state, state.power, unit) - length, -1, -1):
        going = min(left, int64(state.flown[src, unit - FIGHTER, flown]))
        state.flown[src, unit - FIGHTER, flown] -= going
        left -= going
    state.units[src, state.power, unit] -= n
    state.units[dst, state.power, unit] += n
    if state.phase == COMBAT_MOVE:
        state.flown[dst, unit - FIGHTER, length] += n
    elif dst >= LANDS:
        state.decked[dst] += n


@lean_jit
def shoot(state: Record, n: int, chance: Chance) -> int:
    """Fire a gun at n aircraft and return how many it shoots down."""
    state.dice[:, :] = 0
    state.threw = GUN_THREW
    down = int64(0)
    for _ in range(n):
        face = below(chance, 6) + 1
        state.dice[1, face] += 1
        if face == 1:
            down += 1
    state.thrown += n
    return down


@lean_jit
def crash(state: Record, unit: int, n: int, space: int, flown: int) -> None:
    """Remove n aircraft that have flown `flown` spaces."""
    state.units[space, state.power, unit] -= n
    state.flown[space, unit - FIGHTER, flown] -= n


@jit
def cross(state: Record, n: int, path: Ints, length: int, chance: Chance) -> int:
    """Pay for neutrals on the way and fire the guns on it; returns how many of n aircraft get through."""
    for i in range(1, length):
        if n == 0:
            break
        if neutral(state, path[i]):
            pay_neutral(state, path[i])
        elif state.options[O_AA_OVERFLIGHT] and gun_fires(state, path[i]):
            n -= shoot(state, n, chance)
    return n


@jit
def do_air(state: Record, unit: int, n: int, src: int, dst: int, way: int, chance: Chance) -> tuple[int, int]:
    """Fly to a target, or land. Returns how many arrive and how far they flew."""
    path = np.empty(FARTHEST + 1, np.int64)
    length = find_way(state, src, dst, flight_range(state, state.power, unit), way, path)
    take_off(state, unit, n, src, length, dst)
    if state.phase != COMBAT_MOVE:
        return n, length
    alive = cross(state, n, path, length, chance)
    crash(state, unit, n - alive, dst, length)
    return alive, length


@jit
def do_raid(state: Record, n: int, src: int, dst: int, way: int, chance: Chance) -> None:
    alive, length = do_air(state, BOMBER, n, src, dst, way, chance)
    state.raiding[dst, length] += alive


@jit
def do_drop(state: Record, n: int, src: int, dst: int, way: int, chance: Chance) -> None:
    """Drop infantry from bombers into a space. It is lost with bombers that are shot down. A gun there fires
    at once; the bombers take no part in the battle.
    """
    alive, length = do_air(state, BOMBER, n, src, dst, way, chance)
    if state.phase == COMBAT_MOVE:
        if gun_fires(state, dst) and alive > 0:
            down = shoot(state, alive, chance)
            crash(state, BOMBER, down, dst, length)
            alive -= down
        state.idle[dst, 1, length] += alive
    shift(state, INFANTRY, n, src, dst)
    state.units[dst, state.power, INFANTRY] -= n - alive
    if state.phase == COMBAT_MOVE and alive > 0:
        enter(state, dst)


@jit
def check_move(  # noqa: PLR0913 - the fields of an order
    state: Record, unit: int, n: int, src: int, via: int, dst: int, way: int, home: Ints8, path: Ints
) -> int:
    """Check a move of units from one space to another."""
    if src < 0 or dst < 0 or n < 1:
        return NO_ORDER
    if unit == FACTORY:
        return COMPLEX_STAYS
    kind = CLASS[unit]
    if kind == AIR_KIND:
        return check_air(state, unit, n, src, via, dst, way, home, path)
    if way != SHORTEST:
        return NO_ORDER
    if kind == LAND_KIND:
        return check_land(state, unit, n, src, via, dst)
    return check_ships(state, unit, n, src, via, dst)


@jit
def do_move(state: Record, unit: int, n: int, src: int, via: int, dst: int, way: int, chance: Chance) -> None:
    kind = CLASS[unit]
    if kind == AIR_KIND:
        do_air(state, unit, n, src, dst, way, chance)
    elif kind == SEA_KIND:
        do_ships(state, unit, n, src, dst)
    else:
        do_land(state, unit, n, src, via, dst)
