"""Who could attack a space: on foot, in transports, as ships, or by air."""

import numpy as np

from partie.core.compiled.types import Flags, Ints, Ints8, Record, int64
from partie.games.axisallies.players.general.homes import steps_back
from partie.games.axisallies.players.general.threats import any_ship, is_defended
from partie.games.axisallies.players.general.workspace import (
    MOST_STEPS,
    S_KIND,
    S_N,
    S_ROW,
    S_SRC,
    S_STOP,
    S_VIA,
    S_ZONE,
    STEP,
    Army,
)
from partie.games.axisallies.rules.board import AIR_KIND, CLASS, DEGREE, FAR, LANDS, NEIGHBOURS, SPACES
from partie.games.axisallies.rules.control import friendly, neighbours, side_of
from partie.games.axisallies.rules.flight import flight_range
from partie.games.axisallies.rules.kernels import jit, lean_jit
from partie.games.axisallies.rules.movement import sea_middle
from partie.games.axisallies.rules.state import FOUGHT, RETREATED, SHIPS, UNLOADED
from partie.games.axisallies.rules.units import (
    AA_GUN,
    ARMOR,
    ARTILLERY,
    BATTLESHIP,
    BOMBER,
    CARRIER,
    DESTROYER,
    FIGHTER,
    INFANTRY,
    KINDS,
    MARINE,
    SUBMARINE,
    TRANSPORT,
)

PARTS = 6
"""Into how many steps many units of a kind in one space are divided: few sizes are weighed, not all."""
IN_A_BOAT, ARMOR_IN_A_BOAT = 2.0, 2.5
"""What an infantry and an armor count in a transport: one armor is better than one infantry, not than two."""
CANNOT_WALK = 0.1
"""How much better it is to fetch units that cannot walk to the target."""


@jit
def ready(state: Record, held: Ints, free: Ints) -> None:
    """Fill the units of the power to play that may go to a fight: those that may move, without the garrisons
    that stay."""
    for space in range(SPACES):
        for kind in range(KINDS):
            free[space, kind] = 0
            if CLASS[kind] == AIR_KIND:
                free[space, kind] = state.flown[space, kind - FIGHTER, 0]
            elif kind != TRANSPORT and kind != AA_GUN:
                free[space, kind] = state.fresh[space, kind]
            free[space, kind] = max(0, free[space, kind] - held[space, kind])


@lean_jit
def _units_of(steps: Ints, n: int, kind: int, src: int, via: int, count: int) -> int:
    """Steps for units of one kind in one space, few at a time where they are many."""
    chunk = max(1, count // PARTS)
    while count > 0:
        going = min(chunk, count)
        count -= going
        if n < MOST_STEPS:
            steps[n, S_KIND], steps[n, S_SRC], steps[n, S_VIA], steps[n, S_N] = kind, src, via, going
            steps[n, S_ROW], steps[n, S_STOP], steps[n, S_ZONE] = -1, -1, -1
            n += 1
    return n


@jit
def _walkers(state: Record, target: int, free: Ints, kind: int, steps: Ints, n: int) -> int:
    graph = state.graph
    for i in range(DEGREE[graph, target]):
        near = NEIGHBOURS[graph, target, i]
        if near < LANDS and friendly(state, near) and free[near, kind] > 0:
            n = _units_of(steps, n, kind, near, -1, free[near, kind])
    if kind != ARMOR:
        return n
    seen = np.zeros(LANDS, np.bool_)
    foe = 1 - side_of(state, state.power)
    for blitz in range(2):
        for i in range(DEGREE[graph, target]):
            near = NEIGHBOURS[graph, target, i]
            if near >= LANDS or state.owner[near] < 0:
                continue
            if friendly(state, near) == (blitz == 0) or (blitz == 0 and is_defended(state, near, foe)):
                continue
            for j in range(DEGREE[graph, near]):
                far = NEIGHBOURS[graph, near, j]
                if far >= LANDS or far == target or seen[far] or free[far, ARMOR] == 0:
                    continue
                if not neighbours(state, far, target):
                    seen[far] = True
                    n = _units_of(steps, n, ARMOR, far, near, free[far, ARMOR])
    return n


@jit
def _flyers(
    state: Record, target: int, free: Ints, kind: int, air: Ints8, home: Ints8, steps: Ints, n: int
) -> int:
    longest = flight_range(state, state.power, kind)
    for space in range(SPACES):
        if free[space, kind] == 0 or space == target:
            continue
        if air[space, target] + steps_back(space, target, kind, home) <= longest:
            n = _units_of(steps, n, kind, space, -1, free[space, kind])
    return n


@lean_jit
def sails(state: Record, start: int, goal: int, left: int) -> int:
    """Steps of a ship of the power to play between two zones, FAR where it cannot go there now."""
    if start == goal:
        return 0
    middle = sea_middle(state, start, goal, left)
    if middle == -2:
        return FAR
    return 1 if middle == -1 else 2


@jit
def _boats(state: Record, target: int, free: Ints, used: Flags, steps: Ints, n: int) -> int:
    """One step for each transport that could land there, with what is aboard or what it can fetch."""
    pool, step = free.copy(), np.empty(STEP, np.int64)
    for row in range(SHIPS):
        if state.ship_zone[row] < 0 or state.ship_owner[row] != state.power or used[row]:
            continue
        if state.ship_did[row] & (UNLOADED | FOUGHT | RETREATED):
            continue
        step[:] = -1
        step[S_ROW] = row
        if state.cargo_kind[row, 0] >= 0:
            _land_cargo(state, target, row, step)
        else:
            _fetch_cargo(state, target, row, pool, step)
        if step[S_ZONE] >= 0:
            if step[S_SRC] >= 0:
                pool[step[S_SRC], step[S_KIND]] -= step[S_N]
            if n < MOST_STEPS:
                steps[n] = step
                n += 1
    return n


@lean_jit
def _land_cargo(state: Record, target: int, row: int, step: Ints) -> None:
    """Fill the step of a transport that could land what is aboard; without a zone if it cannot."""
    kind, foe = int64(state.cargo_kind[row, 0]), 1 - side_of(state, state.power)
    if kind == AA_GUN or state.cargo_power[row, 0] != state.power:
        return
    for i in range(DEGREE[state.graph, target]):
        end = int64(NEIGHBOURS[state.graph, target, i])
        if end < LANDS or any_ship(state, end, foe):
            continue
        if sails(state, state.ship_zone[row], end, state.left[row]) <= state.left[row]:
            step[S_KIND], step[S_STOP], step[S_ZONE] = kind, state.ship_zone[row], end
            step[S_N] = 2 if state.cargo_kind[row, 1] == kind else 1


@jit
def _fetch_cargo(state: Record, target: int, row: int, pool: Ints, step: Ints) -> None:
    """Fill the step of an empty transport with the best cargo of those it could fetch from a coast and land;
    without a zone if there is none."""
    graph, foe, left, best = state.graph, 1 - side_of(state, state.power), int64(state.left[row]), 0.0
    for i in range(DEGREE[graph, target]):
        end = int64(NEIGHBOURS[graph, target, i])
        if end < LANDS or any_ship(state, end, foe):
            continue
        for stop in range(LANDS, SPACES):
            first = sails(state, state.ship_zone[row], stop, left)
            if first > left or any_ship(state, stop, foe):
                continue
            if first + sails(state, stop, end, left - first) > left:
                continue
            for j in range(DEGREE[graph, stop]):
                src = int64(NEIGHBOURS[graph, stop, j])
                if src >= LANDS or src == target:
                    continue
                better = _better_cargo(state, target, src, pool, best, step)
                if better > best:
                    step[S_STOP], step[S_ZONE], best = stop, end, better


@lean_jit
def _better_cargo(state: Record, target: int, src: int, pool: Ints, best: float, step: Ints) -> float:
    """Put the units of a coast into a step if they are worth more than the best so far; returns what the best
    is worth."""
    for kind in (INFANTRY, ARTILLERY):
        pair = min(2, pool[src, kind])
        worth = IN_A_BOAT * pair + (0.0 if neighbours(state, src, target) else CANNOT_WALK)
        if pair > 0 and worth > best:
            step[S_SRC], step[S_KIND], step[S_N], best = src, kind, pair, worth
    if pool[src, ARMOR] > 0 and best < ARMOR_IN_A_BOAT:
        step[S_SRC], step[S_KIND], step[S_N], best = src, ARMOR, 1, ARMOR_IN_A_BOAT
    return best


@jit
def _ships(state: Record, target: int, free: Ints, kind: int, steps: Ints, n: int) -> int:
    for zone in range(LANDS, SPACES):
        if free[zone, kind] > 0 and (zone == target or sails(state, zone, target, 2) <= 2):
            n = _units_of(steps, n, kind, zone, -1, free[zone, kind])
    return n


@jit
def candidates(state: Record, target: int, army: Army, air: Ints8, steps: Ints, ends: Ints) -> int:
    """List who could attack a space: at first the ground or ships, then what is stronger, then aircraft.
    `ends`: where each part of the list ends."""
    n, free = 0, army.free
    if target < LANDS:
        n = _walkers(state, target, free, INFANTRY, steps, n)
        n = _walkers(state, target, free, MARINE, steps, n)
        n = _walkers(state, target, free, ARTILLERY, steps, n)
        n = _boats(state, target, free, army.used, steps, n)
        ends[0] = n
        n = _walkers(state, target, free, ARMOR, steps, n)
        ends[1] = n
    else:
        n = _ships(state, target, free, SUBMARINE, steps, n)
        ends[0] = n
        n = _ships(state, target, free, BATTLESHIP, steps, n)
        n = _ships(state, target, free, DESTROYER, steps, n)
        n = _ships(state, target, free, CARRIER, steps, n)
        ends[1] = n
    if is_defended(state, target, 1 - side_of(state, state.power)) or target >= LANDS:
        n = _flyers(state, target, free, FIGHTER, air, army.home, steps, n)
        ends[2] = n
        n = _flyers(state, target, free, BOMBER, air, army.home, steps, n)
        ends[3] = n
    else:
        ends[2] = n
        ends[3] = n
    return n
