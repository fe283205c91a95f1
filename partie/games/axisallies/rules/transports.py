"""Transports: sailing, loading, unloading, landings on enemy coasts, and sinking with their cargo."""

from partie.core.compiled.types import Record, int64
from partie.games.axisallies.rules.board import (
    BOARD_COST,
    DEGREE,
    LANDS,
    NEIGHBOURS,
    ROOM,
    ROOM_TAKEN,
)
from partie.games.axisallies.rules.control import (
    at_peace,
    defended,
    enemy,
    friendly,
    friends,
    hostile,
    may_enter_neutral,
    neighbours,
    neutral,
    pay_neutral,
    ships,
    taken_this_turn,
)
from partie.games.axisallies.rules.kernels import lean_jit
from partie.games.axisallies.rules.movement import (
    check_voyage,
    enough_pieces,
    enter,
    has_errand,
    remember_voyage,
    sea_middle,
)
from partie.games.axisallies.rules.refusals import (
    ALLIED_SHIP,
    GUNS_WAIT,
    HOSTILE_WATER,
    LEGAL,
    NEUTRAL_CLOSED,
    NEUTRAL_COSTS,
    NO_ORDER,
    NO_SUCH_PIECES,
    NO_SUCH_SHIP,
    NO_SUCH_UNITS,
    NOT_ABOARD,
    NOT_THE_COAST,
    ONE_BEACH,
    ONLY_ENEMY_COAST,
    ONLY_FRIENDLY,
    PEACE,
    SHIP_DONE,
    SHIP_FULL,
    SHIPS_TO_FIGHT,
)
from partie.games.axisallies.rules.state import (
    CLEARED,
    COMBAT_MOVE,
    FOUGHT,
    MOVED,
    NOT_FOUGHT,
    O_NEUTRALS_CLOSED,
    RETREATED,
    SHIPS,
    UNLOADED,
)
from partie.games.axisallies.rules.units import (
    AA_GUN,
    MARINE,
    TRANSPORT,
)


@lean_jit
def afloat(state: Record, row: int) -> bool:
    """Whether there is a transport with this number."""
    return state.ship_zone[row] >= 0


@lean_jit
def room_left(state: Record, row: int) -> int:
    room = int64(ROOM)
    for slot in range(2):
        if state.cargo_kind[row, slot] >= 0:
            room -= ROOM_TAKEN[state.cargo_kind[row, slot]]
    return room


@lean_jit
def aboard(state: Record, row: int, unit: int) -> int:
    """How many units of a kind the power to play has aboard, without those assigned to a beach."""
    total = int64(0)
    for slot in range(2):
        if (
            state.cargo_kind[row, slot] == unit
            and state.cargo_power[row, slot] == state.power
            and state.landing[row, slot] < 0
        ):
            total += 1
    return total


@lean_jit
def alike(state: Record, one: int, other: int) -> bool:
    """Whether two transports are interchangeable: same owner, zone, cargo and history this turn."""
    if (
        state.ship_zone[one] != state.ship_zone[other]
        or state.ship_owner[one] != state.ship_owner[other]
        or state.left[one] != state.left[other]
        or state.ship_did[one] != state.ship_did[other]
        or state.beach[one] != state.beach[other]
    ):
        return False
    for slot in range(2):
        if (
            state.cargo_kind[one, slot] != state.cargo_kind[other, slot]
            or state.cargo_power[one, slot] != state.cargo_power[other, slot]
            or state.landing[one, slot] != state.landing[other, slot]
        ):
            return False
    return True


@lean_jit
def first_alike(state: Record, row: int) -> int:
    """The lowest number among the transports interchangeable with this one."""
    for other in range(row):
        if alike(state, other, row):
            return int64(other)
    return int64(row)


@lean_jit
def new_ship(state: Record, power: int, zone: int) -> int:
    """Put a transport on the board and return its number, or -1 if all numbers are in use."""
    for row in range(SHIPS):
        if state.ship_zone[row] < 0:
            state.ship_owner[row] = power
            state.ship_zone[row] = zone
            clear_ship(state, row)
            return row
    return -1


@lean_jit
def clear_ship(state: Record, row: int) -> None:
    """Clear a transport: no cargo, no moves left."""
    state.left[row] = 0
    state.ship_did[row] = 0
    state.beach[row] = -1
    for slot in range(2):
        _empty_slot(state, row, slot)


@lean_jit
def free_ships(state: Record) -> int:
    """How many more transports the board has room for."""
    total = 0
    for row in range(SHIPS):
        if state.ship_zone[row] < 0:
            total += 1
    return total


@lean_jit
def _empty_slot(state: Record, row: int, slot: int) -> None:
    state.cargo_kind[row, slot] = -1
    state.cargo_power[row, slot] = -1
    state.landing[row, slot] = -1


@lean_jit
def tidy(state: Record, row: int) -> None:
    """Sort the cargo by kind and power, without gaps, so that equal cargoes compare equal."""
    first = int64(state.cargo_kind[row, 0]) * 8 + state.cargo_power[row, 0]
    second = int64(state.cargo_kind[row, 1]) * 8 + state.cargo_power[row, 1]
    if state.cargo_kind[row, 0] < 0 or (state.cargo_kind[row, 1] >= 0 and second < first):
        kind, power, landing = state.cargo_kind[row, 0], state.cargo_power[row, 0], state.landing[row, 0]
        state.cargo_kind[row, 0] = state.cargo_kind[row, 1]
        state.cargo_power[row, 0] = state.cargo_power[row, 1]
        state.landing[row, 0] = state.landing[row, 1]
        state.cargo_kind[row, 1], state.cargo_power[row, 1], state.landing[row, 1] = kind, power, landing


@lean_jit
def cargo_price(state: Record, row: int) -> int:
    """The price of the units aboard."""
    total = int64(0)
    for slot in range(2):
        if state.cargo_kind[row, slot] >= 0:
            total += BOARD_COST[state.board, state.cargo_kind[row, slot]]
    return total


@lean_jit
def sink(state: Record, power: int, zone: int, n: int) -> None:
    """Sink transports of a power in a zone, those with the cheapest cargo first."""
    for _ in range(n):
        worst = -1
        for row in range(SHIPS):
            if (
                state.ship_zone[row] == zone
                and state.ship_owner[row] == power
                and (worst < 0 or cargo_price(state, row) < cargo_price(state, worst))
            ):
                worst = row
        if worst >= 0:
            state.ship_zone[worst] = -1
            state.ship_owner[worst] = -1
            clear_ship(state, worst)
            state.units[zone, power, TRANSPORT] -= 1


@lean_jit
def may_sail(state: Record, row: int) -> bool:
    """Whether a transport may still sail in this phase."""
    return state.left[row] > 0 and state.ship_did[row] & (UNLOADED | RETREATED | FOUGHT) == 0


@lean_jit
def check_sail(state: Record, row: int, dst: int) -> int:
    if not afloat(state, row):
        return NO_SUCH_SHIP
    if state.ship_owner[row] != state.power:
        return ALLIED_SHIP
    if dst < 0:
        return NO_ORDER
    if not may_sail(state, row):
        return SHIP_DONE
    zone = state.ship_zone[row]
    if not enough_pieces(state, TRANSPORT, 1, zone, dst):
        return NO_SUCH_PIECES
    reason = check_voyage(state, zone, dst, state.left[row])
    if reason != LEGAL:
        return reason
    if not has_errand(state, zone, dst) and not can_load_at(state, dst):
        return SHIPS_TO_FIGHT
    return LEGAL


@lean_jit
def can_load_at(state: Record, zone: int) -> bool:
    """Whether land units of the power to play that may still move are on a coast of a zone."""
    for i in range(DEGREE[state.graph, zone]):
        coast = NEIGHBOURS[state.graph, zone, i]
        if coast < LANDS:
            for unit in range(len(ROOM_TAKEN)):
                if ROOM_TAKEN[unit] > 0 and unit != AA_GUN and state.fresh[coast, unit] > 0:
                    return True
    return False


@lean_jit
def do_sail(state: Record, row: int, dst: int) -> None:
    zone = state.ship_zone[row]
    remember_voyage(state, zone, dst, state.left[row])
    middle = sea_middle(state, zone, dst, state.left[row])
    state.left[row] = 0 if hostile(state, dst) else state.left[row] - (2 if middle >= 0 else 1)
    state.ship_did[row] |= MOVED
    state.ship_zone[row] = dst
    state.units[zone, state.power, TRANSPORT] -= 1
    state.units[dst, state.power, TRANSPORT] += 1


@lean_jit
def check_load(state: Record, unit: int, n: int, src: int, row: int) -> int:
    """Check the loading of land units from the coast onto an own or allied transport."""
    if not afloat(state, row) or not friends(state, state.power, state.ship_owner[row]):
        return NO_SUCH_SHIP
    if src < 0 or src >= LANDS or n < 1 or ROOM_TAKEN[unit] == 0:
        return NO_ORDER
    if unit == AA_GUN and state.phase == COMBAT_MOVE:
        return GUNS_WAIT
    if state.fresh[src, unit] < n:
        return NO_SUCH_UNITS
    zone = state.ship_zone[row]
    if not neighbours(state, zone, src):
        return NOT_THE_COAST
    if hostile(state, zone):
        return HOSTILE_WATER
    if state.ship_did[row] & (UNLOADED | FOUGHT | RETREATED):
        return SHIP_DONE
    return LEGAL if room_left(state, row) >= n * ROOM_TAKEN[unit] else SHIP_FULL


@lean_jit
def do_load(state: Record, unit: int, n: int, src: int, row: int) -> None:
    state.units[src, state.power, unit] -= n
    state.fresh[src, unit] -= n
    for _ in range(n):
        slot = 0 if state.cargo_kind[row, 0] < 0 else 1
        state.cargo_kind[row, slot] = unit
        state.cargo_power[row, slot] = state.power
        state.landing[row, slot] = -1
    tidy(state, row)


@lean_jit
def check_unload(state: Record, unit: int, n: int, row: int, dst: int) -> int:
    """Check the unloading of units: in combat movement on an enemy or neutral coast, afterwards on a friendly
    one.
    """
    if not afloat(state, row):
        return NO_SUCH_SHIP
    if dst < 0 or dst >= LANDS or n < 1:
        return NO_ORDER
    if aboard(state, row, unit) < n:
        return NOT_ABOARD
    zone = state.ship_zone[row]
    if not neighbours(state, zone, dst):
        return NOT_THE_COAST
    if state.ship_did[row] & RETREATED:
        return SHIP_DONE
    if not enough_pieces(state, unit, n, -1, dst):
        return NO_SUCH_PIECES
    if state.phase == COMBAT_MOVE:
        return _check_assault(state, unit, row, dst)
    if hostile(state, zone) and state.site[zone] != CLEARED:
        return HOSTILE_WATER
    if state.beach[row] >= 0:
        return SHIP_DONE
    return LEGAL if friendly(state, dst) else ONLY_FRIENDLY


@lean_jit
def _check_assault(state: Record, unit: int, row: int, dst: int) -> int:
    zone = state.ship_zone[row]
    if unit == AA_GUN:
        return GUNS_WAIT
    if state.beach[row] >= 0 and state.beach[row] != dst:
        return ONE_BEACH
    if hostile(state, zone) and state.ship_owner[row] != state.power and ships(state, zone, state.power) == 0:
        return HOSTILE_WATER
    if neutral(state, dst):
        if state.options[O_NEUTRALS_CLOSED]:
            return NEUTRAL_CLOSED
        if not may_enter_neutral(state):
            return NEUTRAL_COSTS
        return HOSTILE_WATER if hostile(state, zone) else LEGAL
    if not enemy(state, dst) and not taken_this_turn(state, dst):
        return ONLY_ENEMY_COAST
    return PEACE if at_peace(state) else LEGAL


@lean_jit
def do_unload(state: Record, unit: int, n: int, row: int, dst: int) -> None:
    """Unload cargo. In combat movement, cargo for a contested beach stays aboard until the battle; otherwise
    it goes ashore at once.
    """
    in_combat = state.phase == COMBAT_MOVE
    state.ship_did[row] |= UNLOADED
    state.left[row] = 0
    if in_combat:
        state.beach[row] = dst
    if in_combat and neutral(state, dst):
        pay_neutral(state, dst)
    waits = in_combat and (hostile(state, state.ship_zone[row]) or defended(state, dst))
    done = 0
    for slot in range(2):
        if (
            done < n
            and state.cargo_kind[row, slot] == unit
            and state.cargo_power[row, slot] == state.power
            and state.landing[row, slot] < 0
        ):
            done += 1
            if waits:
                state.landing[row, slot] = dst
            else:
                state.units[dst, state.power, unit] += 1
                _empty_slot(state, row, slot)
    tidy(state, row)
    if in_combat and not waits:
        enter(state, dst)


@lean_jit
def beach_open(state: Record, row: int) -> bool:
    """Whether the cargo of a ship may go ashore: no enemy ships in its zone, or the battle there was won."""
    zone = state.ship_zone[row]
    return not hostile(state, zone) or state.site[zone] == CLEARED


@lean_jit
def sea_battle_first(state: Record, dst: int) -> bool:
    """Whether units assigned to a beach wait for a sea battle."""
    for row in range(SHIPS):
        if afloat(state, row) and (state.landing[row, 0] == dst or state.landing[row, 1] == dst):
            zone = state.ship_zone[row]
            if hostile(state, zone) and state.site[zone] == NOT_FOUGHT:
                return True
    return False


@lean_jit
def go_ashore(state: Record, dst: int) -> int:
    """Land all cargo assigned to a beach that may land; returns how many marines landed, -1 if nothing
    did.
    """
    landed = False
    marines = 0
    for row in range(SHIPS):
        if not afloat(state, row) or not beach_open(state, row):
            continue
        for slot in range(2):
            if state.landing[row, slot] == dst:
                kind = state.cargo_kind[row, slot]
                state.units[dst, state.cargo_power[row, slot], kind] += 1
                landed = True
                if kind == MARINE:
                    marines += 1
                _empty_slot(state, row, slot)
        tidy(state, row)
    return marines if landed else -1


@lean_jit
def call_off_landings(state: Record, zone: int) -> None:
    """Cancel all landings from a zone."""
    for row in range(SHIPS):
        if state.ship_zone[row] == zone:
            for slot in range(2):
                state.landing[row, slot] = -1
