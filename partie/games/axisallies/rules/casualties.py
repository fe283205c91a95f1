"""Casualties: which units can take hits, the usual order of losses, and the removal of units that were
hit.
"""

from partie.core.compiled.types import Record, int64
from partie.games.axisallies.rules.board import (
    AIR_KIND,
    BOARD_COST,
    BOARD_USUAL,
    CLASS,
    FARTHEST,
    LANDS,
    POWERS,
    SUPER_SUBS,
    WORLD,
)
from partie.games.axisallies.rules.control import (
    land_force,
    side_of,
)
from partie.games.axisallies.rules.kernels import lean_jit
from partie.games.axisallies.rules.state import (
    AIR,
    ANY,
    ATTACKERS,
    NOT_AIR,
    O_TWO_HIT,
    SEA_BATTLE,
)
from partie.games.axisallies.rules.transports import sink
from partie.games.axisallies.rules.units import (
    AA_GUN,
    ARMOR,
    ARTILLERY,
    BATTLESHIP,
    BOMBER,
    CARRIER,
    DESTROYER,
    FACTORY,
    FIGHTER,
    INFANTRY,
    KINDS,
    MARINE,
    SUBMARINE,
    TRANSPORT,
)

USUAL = BOARD_USUAL[WORLD]
"""The usual order of losses in the world, for programs that play only there."""


@lean_jit
def attackers(state: Record, kind: int) -> int:
    """How many units of a kind the attacker has in the battle."""
    space = state.battle
    count = int64(state.units[space, state.power, kind])
    if kind in (AA_GUN, FACTORY):
        return int64(0)
    if CLASS[kind] == AIR_KIND and count > 0:
        for flown in range(FARTHEST + 1):
            count -= state.idle[space, kind - FIGHTER, flown]
            if kind == BOMBER:
                count -= state.raiding[space, flown]
    return count


@lean_jit
def defenders(state: Record, power: int, kind: int) -> int:
    """How many units of a kind a defending power has in the battle."""
    if kind in (AA_GUN, FACTORY):
        return int64(0)
    count = int64(state.units[state.battle, power, kind])
    if kind == SUBMARINE:
        count -= state.submerged[power]
    return count


@lean_jit
def fighting_units(state: Record, power: int, kind: int) -> int:
    """How many units of a kind a power has in the battle, on either side; allies of the attacker take no
    part.
    """
    if power == state.power:
        return attackers(state, kind)
    if side_of(state, power) == side_of(state, state.power):
        return int64(0)
    return defenders(state, power, kind)


@lean_jit
def on_side(state: Record, power: int, side: int) -> bool:
    """Whether a power belongs to the attackers or the defenders."""
    return power == state.power if side == ATTACKERS else side_of(state, power) != side_of(state, state.power)


@lean_jit
def force_left(state: Record, side: int) -> int:
    """How many units of a side are in the battle and not doomed."""
    total = int64(0)
    for power in range(POWERS):
        if on_side(state, power, side):
            for kind in range(KINDS):
                total += fighting_units(state, power, kind) - state.doomed[power, kind]
    return total


@lean_jit
def ships_left(state: Record, side: int) -> int:
    """How many units of a side other than aircraft are in the battle and not doomed."""
    total = int64(0)
    for power in range(POWERS):
        if on_side(state, power, side):
            for kind in range(KINDS):
                if CLASS[kind] != AIR_KIND:
                    total += fighting_units(state, power, kind) - state.doomed[power, kind]
    return total


@lean_jit
def may_be_hit(state: Record, kind: int) -> bool:
    """Whether the hits to be taken may fall on a kind of unit."""
    if state.target == ANY:
        return True
    return (CLASS[kind] == AIR_KIND) == (state.target == AIR)


@lean_jit
def capacity(state: Record, power: int, kind: int) -> int:
    """How many of the hits to be taken a power's units of a kind could absorb."""
    if not on_side(state, power, state.victim) or not may_be_hit(state, kind):
        return int64(0)
    alive = fighting_units(state, power, kind) - state.doomed[power, kind]
    if kind == BATTLESHIP and state.options[O_TWO_HIT]:
        return 2 * alive - state.hurt[power]
    return alive


@lean_jit
def guest_capacity(state: Record, power: int) -> int:
    """How many hits a power's fighters on the attacker's carriers could absorb when nothing else is left.
    Fighters with an allied deck in the zone do not count.
    """
    space = state.battle
    if (
        state.victim != ATTACKERS
        or state.battle_kind != SEA_BATTLE
        or state.target == NOT_AIR
        or power == state.power
        or side_of(state, power) != side_of(state, state.power)
    ):
        return int64(0)
    aboard = int64(0)
    for ally in range(POWERS):
        if ally != state.power and side_of(state, ally) == side_of(state, state.power):
            aboard += state.units[space, ally, FIGHTER] - state.doomed[ally, FIGHTER]
            aboard -= 2 * int64(state.units[space, ally, CARRIER])
    return max(
        min(aboard, int64(state.units[space, power, FIGHTER]) - state.doomed[power, FIGHTER]), int64(0)
    )


@lean_jit
def total_capacity(state: Record) -> int:
    total = int64(0)
    for power in range(POWERS):
        for kind in range(KINDS):
            total += capacity(state, power, kind)
    return total


@lean_jit
def choices(state: Record) -> int:
    """The number of different units the next hit could fall on."""
    total = 0
    for power in range(POWERS):
        for kind in range(KINDS):
            if capacity(state, power, kind) > 0:
                total += 1
    return total


@lean_jit
def take_hits(state: Record, power: int, kind: int, n: int) -> None:
    """Assign n hits to units of a kind."""
    for _ in range(n):
        alive = fighting_units(state, power, kind) - state.doomed[power, kind]
        if kind == BATTLESHIP and state.options[O_TWO_HIT]:
            if state.hurt[power] < alive:
                state.hurt[power] += 1
                continue
            state.hurt[power] -= 1
        state.doomed[power, kind] += 1
    state.hits -= n


@lean_jit
def usual_kind(state: Record, place: int) -> int:
    """The kind at a place in the usual order of losses. Attacking super submarines and destroyers of the
    same price change places.
    """
    kind = BOARD_USUAL[state.board, place]
    if state.victim != ATTACKERS or state.techs[state.power] >> SUPER_SUBS & 1 == 0:
        return kind
    if BOARD_COST[state.board, SUBMARINE] == BOARD_COST[state.board, DESTROYER]:
        if kind == SUBMARINE:
            return int64(DESTROYER)
        if kind == DESTROYER:
            return int64(SUBMARINE)
    return kind


@lean_jit
def _last_land_unit(state: Record, kind: int) -> bool:
    """Whether this is the attacker's last unit that could capture the space, while aircraft could be lost
    instead.
    """
    if state.victim != ATTACKERS or state.battle >= LANDS or CLASS[kind] == AIR_KIND:
        return False
    own = state.power
    land = land_force(state, state.battle, own)
    for unit in (INFANTRY, ARMOR, MARINE, ARTILLERY):
        land -= state.doomed[own, unit]
    return land == 1 and capacity(state, own, FIGHTER) + capacity(state, own, BOMBER) > 0


@lean_jit
def lose_one_as_usual(state: Record) -> bool:
    """Assign the next hit in the usual order; returns whether any unit could take it."""
    if state.options[O_TWO_HIT]:
        for power in range(POWERS):
            alive = fighting_units(state, power, BATTLESHIP) - state.doomed[power, BATTLESHIP]
            if capacity(state, power, BATTLESHIP) > 0 and state.hurt[power] < alive:
                take_hits(state, power, BATTLESHIP, 1)
                return True
    for place in range(BOARD_USUAL.shape[1]):
        kind = usual_kind(state, place)
        for power in range(POWERS):
            if capacity(state, power, kind) > 0 and not _last_land_unit(state, kind):
                take_hits(state, power, kind, 1)
                return True
    return False


@lean_jit
def lose_as_usual(state: Record) -> None:
    """Assign all hits in the usual order; allied fighters on the attacker's carriers come last."""
    while state.hits > 0 and lose_one_as_usual(state):
        pass
    for power in range(POWERS):
        while state.hits > 0 and guest_capacity(state, power) > 0:
            state.doomed[power, FIGHTER] += 1
            state.hits -= 1
    state.hits = 0


@lean_jit
def chooser(state: Record) -> int:
    """The power that chooses the losses: the attacker, or the defending power with most units."""
    if state.victim == ATTACKERS:
        return int64(state.power)
    best, most = int64(state.power), int64(0)
    for power in range(POWERS):
        if side_of(state, power) != side_of(state, state.power):
            count = int64(0)
            for kind in range(KINDS):
                count += defenders(state, power, kind)
            if count > most:
                best, most = int64(power), count
    return best


@lean_jit
def remove_doomed(state: Record, side: int) -> None:
    """Remove the doomed units of a side from the board."""
    space = state.battle
    for power in range(POWERS):
        guests = (
            side == ATTACKERS
            and power != state.power
            and side_of(state, power) == side_of(state, state.power)
        )
        if not on_side(state, power, side) and not guests:
            continue
        for kind in range(KINDS):
            n = int64(state.doomed[power, kind])
            state.doomed[power, kind] = 0
            if n == 0:
                continue
            if kind == TRANSPORT:
                sink(state, power, space, n)
                continue
            state.units[space, power, kind] -= n
            if power == state.power:
                _remove_from_turn(state, kind, n)


@lean_jit
def _remove_from_turn(state: Record, kind: int, n: int) -> None:
    """Take the attacker's lost units out of the counts of those that may move or fly; of aircraft, those that
    have flown farthest.
    """
    space = state.battle
    if CLASS[kind] != AIR_KIND:
        state.fresh[space, kind] = min(state.fresh[space, kind], state.units[space, state.power, kind])
        if kind == MARINE:
            state.landed_marines = min(state.landed_marines, state.units[space, state.power, MARINE])
        return
    for flown in range(FARTHEST, -1, -1):
        there = int64(state.flown[space, kind - FIGHTER, flown]) - state.idle[space, kind - FIGHTER, flown]
        if kind == BOMBER:
            there -= state.raiding[space, flown]
        gone = min(n, there)
        state.flown[space, kind - FIGHTER, flown] -= gone
        n -= gone
