"""Attacks of a turn: for every space within reach the force that promises most, then the most promising one
after another, as long as units are left for them."""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.types import Flags, Floats, Ints, Ints8, Record, int64
from partie.games.axisallies.players.general.doctrine import (
    CAPTURE,
    COUNTER,
    DENIAL,
    FIELD,
    HOLD,
    LEAST_CHANCE,
    LEAST_GAIN,
    OWN_LOSS,
    RUIN,
    SEA_COUNTER,
    SEEN,
    SEEN_SLOPE,
    SINK,
    STRIP,
    WITHDRAWS,
)
from partie.games.axisallies.players.general.march import steps_between
from partie.games.axisallies.players.general.odds import (
    ATTACKER_LOSS,
    BOMBARDING,
    DEFENDER_LOSS,
    FORCE,
    WALKING,
    estimate,
    hit_points,
    land_units,
    one_round,
    price,
)
from partie.games.axisallies.players.general.threats import (
    LOSS,
    P_LOST,
    PROFIT,
    WIDTH,
    airfields,
    any_ship,
    bring,
    discount_allies,
    is_defended,
    is_foe,
    owned_by,
    sea_steps,
    side_units,
    stand,
    storm,
)
from partie.games.axisallies.players.general.values import capital_of, prize, urgency
from partie.games.axisallies.rules.board import (
    AIR_KIND,
    BOARD_COST,
    CLASS,
    DEGREE,
    FAR,
    FARTHEST,
    LAND_KIND,
    LANDS,
    NEIGHBOURS,
    POWERS,
    SEA_KIND,
    SPACES,
)
from partie.games.axisallies.rules.control import (
    decks,
    friendly,
    friendly_since_start,
    neighbours,
    side_fighters,
    side_of,
    value_of,
)
from partie.games.axisallies.rules.flight import find_way, flight_range
from partie.games.axisallies.rules.kernels import jit, lean_jit
from partie.games.axisallies.rules.movement import sea_middle
from partie.games.axisallies.rules.orders import (
    AROUND,
    LOAD,
    NO_SPACE,
    SAIL,
    SHORTEST,
    UNLOAD,
    move,
    order,
)
from partie.games.axisallies.rules.state import FOUGHT, RETREATED, SHIPS, UNLOADED
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

S_KIND, S_SRC, S_VIA, S_ROW, S_STOP, S_ZONE, S_N = range(7)
"""A step of an attack: units of a kind from a space; or, with a row, a transport that loads them in a zone
and lands them from another."""
STEP = 7
MOST_STEPS = 160
LINES = 400
"""Room for the orders of all attacks."""
STACK = 30.0
"""What a stack costs, in IPC: who loses less than that in a counter-attack has traded units, who loses more
is ruined."""
NO_WAY_BACK, WAY_BACK, STRAFES = range(3)
"""Whether all land units of an attack could withdraw after a round, and whether that is the better part."""
DECK, SPARE_DECK, ROOM, HOMES = 2, 3, 4, 5
"""Rows of the ways home (`home_steps`), after fields for fighters and bombers: decks for fighters that come
from one, and for others; how many others there is room for, in its first place; and how many rows there
are."""
HALF_SEEN = 0.5
"""How often a space that could be attacked at a profit is: the enemy cannot be everywhere."""
PARTS = 6
"""Into how many steps many units of a kind in one space are divided: few sizes are weighed, not all."""
IN_A_BOAT, ARMOR_IN_A_BOAT = 2.0, 2.5
"""What an infantry and an armor count in a transport: one armor is better than one infantry, not than two."""
CANNOT_WALK = 0.1
"""How much better it is to fetch units that cannot walk to the target."""
HOPELESS = 0.05
"""The chance below which only what is killed and lost counts."""
COMPLEX_TAKEN, COMPLEX_KEPT = 3.0, 8.0
"""What a complex brings who takes it, and more if it is kept, in IPC: one turn without it for the enemy, and
units placed at the front."""
CAPITAL_KEPT = 1.6
"""How much more a capital brings if it is kept, of what taking it brings: all its owner's income is gone as
long."""
STILL_DENIED = 0.5
"""Which share of the denial remains where a space is lost again: its owner has it back a turn later."""
MOST_RELIEF = 10.0
"""What an attack makes safer at home counts at most, in IPC: it must bring something of its own."""
FAILS, SUCCEEDS = 0.005, 0.995
"""The chances beyond which only one outcome of an attack is weighed."""
HEAVIER = 3.0
"""How much cheaper than the defenders a force may be to be weighed at all."""
FOR_A_STEP = 0.1
"""What each step of an attack must bring, in IPC: of equal forces the smaller one goes."""
FOR_THE_FORCE = 0.05
"""What an attack must bring for its units being away from elsewhere, of their price."""
INTO_THE_EMPTY = 4
"""How many steps of units are weighed for a space that nobody defends."""
WAYS = 4
"""The orders in which steps join an attack (`_sequence`)."""
B_WORTH, B_MANY, B_GAIN, B_CHANCE, B_LOST, B_WAY, BEST = range(7)
"""The best force so far: its gain less the rent of aircraft, its steps, its gain, the chance to take the
space, that to lose it again, and whether it can withdraw."""


class Front(NamedTuple):
    """What attacks are weighed with: how far aircraft fly, what enemies could bring everywhere, which share
    of a transport would be lost in every zone, units to be placed, the doctrine, what every aircraft must
    bring, of its price, and room for how far enemy aircraft are from where they could land."""

    air: Ints8
    table: Floats
    sunk: Floats
    coming: Floats
    p: Floats
    rent: float
    foe_home: Ints8


class Army(NamedTuple):
    """Who is left for attacks: units that may still go, those that were sent, transports that are used, and
    the ways home for aircraft (`home_steps`)."""

    free: Ints
    sent: Ints
    used: Flags
    home: Ints8


class Scratch(NamedTuple):
    """Room to work in, made once for all attacks of a plan: the steps that could attack a space, where each
    part of them ends, the order in which they join, that of the best force so far, and the steps of the force
    that is chosen; the defenders, the force, whom its earlier steps have taken, and what it promises; rows of
    units for `promise`; who would be gone from a target, and what enemies could bring then; the aircraft of
    all attacks."""

    steps: Ints
    ends: Ints
    sequence: Ints
    best: Ints
    chosen: Ints
    defenders: Floats
    force: Floats
    taken: Ints
    looked: Floats
    rows: Floats
    gone: Ints
    table: Floats
    flights: Ints


class Orders(NamedTuple):
    """Orders, to which group of them each belongs, and notes on every group."""

    codes: Ints
    group: Ints
    notes: Floats


@jit
def _scratch() -> Scratch:
    return Scratch(
        np.zeros((MOST_STEPS, STEP), np.int64),
        np.zeros(4, np.int64),
        np.zeros(MOST_STEPS, np.int64),
        np.zeros(MOST_STEPS, np.int64),
        np.zeros(MOST_STEPS, np.int64),
        np.zeros(KINDS),
        np.zeros(FORCE),
        np.zeros((SPACES, KINDS), np.int64),
        np.zeros(4),
        np.zeros((5, KINDS)),
        np.zeros((POWERS, KINDS), np.int64),
        np.empty((POWERS, SPACES, WIDTH)),
        np.zeros((MOST_STEPS, 4), np.int64),
    )


@jit
def home_steps(
    state: Record, air: Ints8, table: Floats, coming: Floats, sent: Ints, p: Floats, home: Ints8
) -> None:
    """Fill how far every space is from land where fighters and bombers of the power to play may land this
    turn, and where an attack on one more would not bring the enemy more than `FIELD`, if half of the land
    units there go elsewhere, or all that were `sent` to attacks; the own capital needs them in any case.
    `coming`: units to be placed. `home` has a row for fighters, one for bombers, and those of decks (`DECK`,
    `SPARE_DECK`)."""
    garrison, counter = np.zeros(KINDS), np.empty(4)
    home[:, :] = FAR
    _deck_steps(state, air, table, p, home)
    for land in range(LANDS):
        if not friendly_since_start(state, land):
            continue
        worth = prize(state, land, p)
        for unit in range(2):
            stand(state, land, side_of(state, state.power), garrison)
            discount_allies(state, land, garrison)
            for kind in range(KINDS):
                garrison[kind] += coming[land, kind]
                if CLASS[kind] == LAND_KIND:
                    garrison[kind] -= max(sent[land, kind], int64(state.fresh[land, kind] + 1) // 2)
            garrison[FIGHTER + unit] += 1.0
            storm(state, state.power, land, garrison, table, worth, counter)
            gained = counter[PROFIT] - counter[P_LOST] * worth
            if gained <= p[FIELD] or capital_of(state, land) == state.power:
                for space in range(SPACES):
                    if air[space, land] < home[unit, space]:
                        home[unit, space] = air[space, land]


@jit
def _deck_steps(state: Record, air: Ints8, table: Floats, p: Floats, home: Ints8) -> None:
    """Fill how far every space is from a zone that a carrier of the power to play can go to; for fighters
    that come from land, only if there is room for one more, beside those of allies, and an attack on the
    fleet of the carrier would not bring the enemy more than `FIELD`."""
    steps, room = np.empty(SPACES, np.int8), int64(0)
    fleet, there, counter = np.zeros(KINDS), np.zeros(KINDS), np.empty(4)
    for zone in range(LANDS, SPACES):
        carriers = int64(state.units[zone, state.power, CARRIER])
        if carriers == 0:
            continue
        spare = max(int64(0), min(2 * carriers, decks(state, zone) - side_fighters(state, zone)))
        room += spare
        stand(state, zone, side_of(state, state.power), fleet)
        fleet[FIGHTER] += spare
        sea_steps(state, state.power, zone, 2, steps)
        for end in range(LANDS, SPACES):
            if steps[end] > 2:
                continue
            stand(state, end, side_of(state, state.power), there)
            for kind in range(KINDS):
                there[kind] = fleet[kind] if end == zone else there[kind] + fleet[kind]
            storm(state, state.power, end, there, table, 0.0, counter)
            safe = spare > 0 and counter[PROFIT] <= p[FIELD]
            for space in range(SPACES):
                home[DECK, space] = min(int64(home[DECK, space]), int64(air[space, end]))
                if safe:
                    home[SPARE_DECK, space] = min(int64(home[SPARE_DECK, space]), int64(air[space, end]))
    home[ROOM, 0] = min(room, int64(MOST_STEPS - 1) // 2)


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


@lean_jit
def steps_back(src: int, target: int, kind: int, home: Ints8) -> int:
    """How far aircraft that come from a space fly from a target to a safe field, or fighters to a deck
    (`home_steps`)."""
    back = int64(home[kind - FIGHTER, target])
    if kind == FIGHTER:
        back = min(back, int64(home[DECK if src >= LANDS else SPARE_DECK, target]))
    return back


@jit
def detour(state: Record, src: int, target: int, kind: int, back: int) -> int:
    """How far aircraft fly to a target around guns; -1 if they could not return from there, `back` steps
    away, or if there is no such way."""
    longest = flight_range(state, state.power, kind)
    length = find_way(state, src, target, longest, AROUND, np.empty(FARTHEST + 1, np.int64))
    return length if length + back <= longest else -1


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


@jit
def _alternate(one: int, last_one: int, two: int, last_two: int, out: Ints) -> int:
    """Fill two ranges, a number of the first and one of the second in turn, and return how many there are."""
    n = 0
    while one < last_one or two < last_two:
        if one < last_one:
            out[n] = one
            n += 1
            one += 1
        if two < last_two:
            out[n] = two
            n += 1
            two += 1
    return n


@jit
def _sequence(ends: Ints, way: int, out: Ints) -> int:
    """In what order steps join: the ground first, then armor, then aircraft; an aircraft with each; aircraft
    after the first of the ground; or armor before the rest."""
    first, second, fourth = ends[0], ends[1], ends[3]
    n = 0
    if way == 0:
        for i in range(fourth):
            out[n] = i
            n += 1
        return n
    if way == 1:
        return _alternate(0, second, second, fourth, out)
    ground = 0
    if way == 2:
        if first > 0 or second > 0:
            out[n] = 0
            n += 1
            ground = 1
        for i in range(second, fourth):
            out[n] = i
            n += 1
        for i in range(ground, second):
            out[n] = i
            n += 1
        return n
    n = _alternate(0, first, first, second, out)
    for i in range(second, fourth):
        out[n] = i
        n += 1
    return n


@lean_jit
def _affordable(steps: Ints, sequence: Ints, length: int, free: Ints, taken: Ints) -> int:
    """Leave out steps for units that earlier steps have taken: those that could walk or sail."""
    kept = 0
    for i in range(length):
        step = sequence[i]
        src, kind, count = steps[step, S_SRC], steps[step, S_KIND], steps[step, S_N]
        if src >= 0:
            if taken[src, kind] + count > free[src, kind]:
                continue
            taken[src, kind] += count
        sequence[kept] = step
        kept += 1
    return kept


@jit
def promise(
    state: Record,
    target: int,
    force: Floats,
    defenders: Floats,
    table: Floats,
    p: Floats,
    rows: Floats,
    out: Floats,
) -> float:
    """What an attack promises, in IPC: what is killed and taken, less what is lost, at once and to
    counter-attacks. `force`: its units, and battleships that bombard; `rows`: room for five rows of units.
    `out[0]`: the chance to take the space; `out[2]`: the chance to lose it again; `out[3]`: whether units
    could withdraw (`WAY_BACK`), and after it whether they should (`STRAFES`)."""
    sea, gun = 1 if target >= LANDS else 0, 1 if defenders[AA_GUN] > 0.0 else 0
    left, answers, counter, garrison = rows[:2], rows[2], rows[3], rows[4]
    take = estimate(state.board, force, defenders, sea, gun, force[BOMBARDING], left, answers)
    out[0] = take
    gain = answers[DEFENDER_LOSS] - p[OWN_LOSS] * answers[ATTACKER_LOSS]
    out[1] = gain
    if take < HOPELESS:
        return gain
    for kind in range(KINDS):
        garrison[kind] = 0.0
        if (CLASS[kind] == SEA_KIND) if sea else (CLASS[kind] == LAND_KIND and kind != AA_GUN):
            garrison[kind] = left[0, kind] / take
    if sea:
        if hit_points(garrison) > 0.0:
            storm(state, state.power, target, garrison, table, 0.0, counter)
            gain -= take * p[SEA_COUNTER] * counter[PROFIT]
        gain += p[SINK] * take * defenders[TRANSPORT]
        return gain
    if land_units(garrison) <= 0.0:
        return gain
    worth = prize(state, target, p)
    storm(state, state.power, target, garrison, table, worth, counter)
    seen = min(1.0, p[SEEN] + p[SEEN_SLOPE] * counter[PROFIT])
    lost = seen * counter[P_LOST]
    value = _value_taken(state, target, lost, defenders[FACTORY] > 0.0, p)
    out[2] = lost
    strike = seen * max(0.0, counter[PROFIT] - counter[P_LOST] * worth)
    ruin = seen * p[RUIN] * counter[LOSS] ** 2 / (counter[LOSS] + STACK)
    stays = value - p[COUNTER] * strike - ruin
    gain += take * stays
    if out[3] == WAY_BACK and p[WITHDRAWS] > 0.5 and stays < 0.0:
        cleared = one_round(state.board, force, defenders, gun, left, answers)
        strafe = answers[DEFENDER_LOSS] - p[OWN_LOSS] * answers[ATTACKER_LOSS] + cleared * stays
        if strafe > gain:
            out[3] = STRAFES
            return strafe
    return gain


@lean_jit
def _value_taken(state: Record, target: int, lost: float, complex_there: bool, p: Floats) -> float:
    """What taking a land space brings, in IPC, if it is lost again with a chance of `lost`."""
    value = (
        urgency(state, p)
        * value_of(state, target)
        * (1.0 + p[HOLD] * (1.0 - lost) + p[DENIAL] * (1.0 - STILL_DENIED * lost))
    )
    if complex_there:
        value += COMPLEX_TAKEN + COMPLEX_KEPT * (1.0 - lost)
    power = capital_of(state, target)
    if power >= 0:
        if side_of(state, power) != side_of(state, state.power):
            value += p[CAPTURE] * (1.0 + CAPITAL_KEPT * (1.0 - lost)) + state.cash[power]
        else:
            value += p[CAPTURE] * (1.0 + CAPITAL_KEPT * (1.0 - lost))
    return value


@jit
def _stripped(
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
    state: Record,
    space: int,
    target: int,
    take: float,
    many: int,
    front: Front,
    army: Army,
    scratch: Scratch,
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


@jit
def best_force(state: Record, target: int, front: Front, army: Army, scratch: Scratch, out: Floats) -> int:
    """The steps of the most promising attack on a space: their number, with the steps in `scratch.chosen` and
    gain, chance, chance to lose it again and way back in `out`; 0: none is worth it. None is sent that
    another attack needs more: every aircraft must bring its rent."""
    stand(state, target, 1 - side_of(state, state.power), scratch.defenders)
    ends = scratch.ends
    n = candidates(state, target, army, front.air, scratch.steps, ends)
    if n == 0 or (target < LANDS and ends[1] == 0):
        return 0
    empty, best = hit_points(scratch.defenders) < 0.5, np.zeros(BEST)
    scratch.looked[:] = 0.0
    for way in range(WAYS):
        if way > 0 and (empty or ends[3] == ends[1]) and way != 3:
            continue
        length = _sequence(ends, way, scratch.sequence)
        scratch.taken[:, :] = 0
        length = _affordable(scratch.steps, scratch.sequence, length, army.free, scratch.taken)
        _grow(state, target, length, front, army, scratch, best)
    many = int64(best[B_MANY])
    if many == 0:
        return 0
    scratch.chosen[:many] = scratch.best[:many]
    out[0], out[1], out[2], out[3] = best[B_GAIN], best[B_CHANCE], best[B_LOST], best[B_WAY]
    return many


@jit
def _grow(
    state: Record, target: int, length: int, front: Front, army: Army, scratch: Scratch, best: Floats
) -> None:
    """Let the steps of a sequence join one after another, and note the best force (`B_WORTH`, …)."""
    p, table, sunk = front.p, front.table, front.sunk
    steps, sequence, force, defenders = scratch.steps, scratch.sequence, scratch.force, scratch.defenders
    looked, rows = scratch.looked, scratch.rows
    empty, total = hit_points(defenders) < 0.5, price(state.board, defenders)
    force[:] = 0.0
    hulls, boats = 0.0, 0
    for i in range(length):
        step = sequence[i]
        force[steps[step, S_KIND]] += steps[step, S_N]
        if steps[step, S_ROW] >= 0:
            boats += 1
            hulls += BOARD_COST[state.board, TRANSPORT] * sunk[steps[step, S_ZONE]]
            _board(state, steps[step], force)
        if target < LANDS and land_units(force) < 1.0:
            continue
        if price(state.board, force) * HEAVIER < total:
            continue
        looked[3] = WAY_BACK if boats == 0 and not empty and target < LANDS else NO_WAY_BACK
        gain = promise(state, target, force, defenders, table, p, rows, looked)
        gain -= FOR_A_STEP * (i + 1) + hulls
        hired = front.rent * _aircraft_price(state, force)
        if (
            looked[0] >= p[LEAST_CHANCE]
            and gain > p[LEAST_GAIN] + FOR_THE_FORCE * price(state.board, force)
            and gain - hired > best[B_WORTH]
        ):
            danger = p[STRIP] * _stripped(state, target, looked[0], i + 1, front, army, scratch)
            if gain - danger - hired > best[B_WORTH] and gain - danger > p[LEAST_GAIN]:
                best[B_WORTH], best[B_MANY], best[B_GAIN] = gain - danger - hired, i + 1, gain - danger
                best[B_CHANCE], best[B_LOST], best[B_WAY] = looked[0], looked[2], looked[3]
                scratch.best[:] = sequence
        if empty and i >= INTO_THE_EMPTY - 1:
            break


@lean_jit
def _board(state: Record, step: Ints, force: Floats) -> None:
    """Add to a force what else is aboard a transport, and the battleships that could bombard beside it."""
    row, zone = step[S_ROW], step[S_ZONE]
    if state.cargo_kind[row, 1] >= 0 and step[S_N] == 1:
        force[state.cargo_kind[row, 1]] += 1.0
    force[BOMBARDING] = max(force[BOMBARDING], float(state.units[zone, state.power, BATTLESHIP]))


@lean_jit
def _aircraft_price(state: Record, force: Floats) -> float:
    """What the aircraft of a force cost."""
    fighters = force[FIGHTER] * BOARD_COST[state.board, FIGHTER]
    return fighters + force[BOMBER] * BOARD_COST[state.board, BOMBER]


@jit
def plan_attacks(state: Record, held: Ints, front: Front, worth: Floats, orders: Orders) -> int:
    """Fill the orders of all attacks, the most promising first, with notes on every attack: its target,
    chance, gain, chance to be lost again, and whether it is a strafe. `held`: who stays; `worth`: what
    targets are worth beyond what is counted here; below -100 they are left out. Returns how many orders there
    are."""
    army = Army(
        np.zeros((SPACES, KINDS), np.int64),
        np.zeros((SPACES, KINDS), np.int64),
        np.zeros(SHIPS, np.bool_),
        np.empty((HOMES, SPACES), np.int8),
    )
    scratch, out, notes = _scratch(), np.zeros(4), orders.notes
    ready(state, held, army.free)
    home_steps(state, front.air, front.table, front.coming, army.sent, front.p, army.home)
    airfields(state, 1 - side_of(state, state.power), front.air, front.foe_home)
    gains, known, is_open = np.zeros(SPACES), np.zeros(SPACES, np.bool_), np.zeros(SPACES, np.bool_)
    uses = np.zeros((SPACES, SPACES + SHIPS), np.bool_)
    flying, n, attacks = _list_airborne(state, army.home, scratch.flights), 0, 0
    _open_targets(state, worth, is_open)
    while attacks < len(notes):
        best = -1
        for target in range(SPACES):
            if not is_open[target]:
                continue
            if not known[target]:
                known[target], gains[target] = True, 0.0
                many = best_force(state, target, front, army, scratch, out)
                _note_uses(scratch.steps, scratch.chosen, many, uses[target])
                if many > 0:
                    gains[target] = out[0] + worth[target]
            if gains[target] > 0.0 and (best < 0 or gains[target] > gains[best]):
                best = target
        if best < 0:
            return n
        is_open[best] = False
        many = _force_that_returns(state, best, front, army, scratch, out, flying)
        if many == 0:
            continue
        flying = _list_flights(state, best, many, front.air, army.home, scratch, flying)
        notes[attacks, 0], notes[attacks, 1], notes[attacks, 2] = best, out[1], out[0]
        notes[attacks, 3], notes[attacks, 4] = out[2], out[3]
        n = _write(state, best, many, army, scratch, orders, attacks, n)
        for other in range(SPACES):
            for place in range(SPACES + SHIPS):
                if uses[best, place] and uses[other, place]:
                    known[other] = False
        attacks += 1
    return n


@jit
def _open_targets(state: Record, worth: Floats, out: Flags) -> None:
    """Mark enemy land, and zones with enemy ships, that are not left out."""
    side = side_of(state, state.power)
    for space in range(SPACES):
        if worth[space] < -100.0:
            continue
        if space < LANDS:
            out[space] = state.owner[space] >= 0 and side_of(state, state.owner[space]) != side
        else:
            out[space] = any_ship(state, space, 1 - side)


@lean_jit
def _note_uses(steps: Ints, chosen: Ints, many: int, out: Flags) -> None:
    """Mark the spaces and transports that units of an attack come from."""
    out[:] = False
    for i in range(many):
        if steps[chosen[i], S_SRC] >= 0:
            out[steps[chosen[i], S_SRC]] = True
        if steps[chosen[i], S_ROW] >= 0:
            out[SPACES + steps[chosen[i], S_ROW]] = True


@jit
def _force_that_returns(
    state: Record, target: int, front: Front, army: Army, scratch: Scratch, out: Floats, flying: int
) -> int:
    """The most promising attack on a space (`best_force`) after which its aircraft still have a safe field,
    and those of earlier attacks, too; its units count as sent, and the ways home are brought up to date."""
    many = best_force(state, target, front, army, scratch, out)
    if many == 0:
        return 0
    steps, chosen, flights, home, sent = scratch.steps, scratch.chosen, scratch.flights, army.home, army.sent
    _send(steps, chosen, many, sent, 1)
    home_steps(state, front.air, front.table, front.coming, sent, front.p, home)
    listed = _list_flights(state, target, many, front.air, home, scratch, flying)
    if not _all_return(state, flights, flying, listed, home):
        _send(steps, chosen, many, sent, -1)
        spare = home[SPARE_DECK].copy()
        home[SPARE_DECK] = FAR  # there may be room for some, but not for all
        many = best_force(state, target, front, army, scratch, out)
        home[SPARE_DECK] = spare
        _send(steps, chosen, many, sent, 1)
    if not _all_return(state, flights, 0, flying, home):
        _send(steps, chosen, many, sent, -1)
        home_steps(state, front.air, front.table, front.coming, sent, front.p, home)
        return 0
    return many


@lean_jit
def _send(steps: Ints, chosen: Ints, many: int, sent: Ints, sign: int) -> None:
    """Count the units of an attack as sent, or with a sign of -1 as not sent after all."""
    for i in range(many):
        if steps[chosen[i], S_SRC] >= 0:
            sent[steps[chosen[i], S_SRC], steps[chosen[i], S_KIND]] += sign * steps[chosen[i], S_N]


@jit
def _list_flights(
    state: Record, target: int, many: int, air: Ints8, home: Ints8, scratch: Scratch, flying: int
) -> int:
    """Add the aircraft of an attack to the list of all: target, kind, spaces flown, and where they come from;
    returns how many there are."""
    flights = scratch.flights
    for i in range(many):
        step = scratch.steps[scratch.chosen[i]]
        kind, src = step[S_KIND], step[S_SRC]
        if CLASS[kind] == AIR_KIND and flying < MOST_STEPS:
            around = detour(state, src, target, kind, steps_back(src, target, kind, home))
            flights[flying, 0], flights[flying, 1], flights[flying, 3] = target, kind, src
            flights[flying, 2] = around if around >= 0 else int64(air[src, target])
            flying += 1
    return flying


@jit
def _list_airborne(state: Record, home: Ints8, flights: Ints) -> int:
    """List the aircraft that are on their way to earlier attacks and can return to a safe field."""
    flying = 0
    for space in range(SPACES):
        for kind in range(FIGHTER, BOMBER + 1):
            for flown in range(1, flight_range(state, state.power, kind) + 1):
                if state.flown[space, kind - FIGHTER, flown] > 0 and flying < MOST_STEPS:
                    flights[flying, 0], flights[flying, 1], flights[flying, 2] = space, kind, flown
                    flights[flying, 3] = LANDS  # from a deck, for all that is known
                    if _all_return(state, flights, flying, flying + 1, home):
                        flying += 1
    return flying


@jit
def _all_return(state: Record, flights: Ints, first: int, last: int, home: Ints8) -> bool:
    """Whether these aircraft can still fly back to a safe field, or to a deck that those before have left
    free."""
    on_decks = 0
    for i in range(last):
        target, kind, flown, src = flights[i, 0], flights[i, 1], flights[i, 2], flights[i, 3]
        longest = flight_range(state, state.power, kind)
        if i >= first and flown + steps_back(src, target, kind, home) > longest:
            return False
        if src < LANDS and flown + int64(home[kind - FIGHTER, target]) > longest:
            on_decks += 1
    return on_decks <= home[ROOM, 0]


@jit
def _write(
    state: Record,
    target: int,
    many: int,
    army: Army,
    scratch: Scratch,
    orders: Orders,
    attack: int,
    n: int,
) -> int:
    """Write the orders of an attack and take its units out of those that are free; units that go the same way
    together."""
    first, codes = n, orders.codes
    for i in range(many):
        step = scratch.steps[scratch.chosen[i]]
        kind, src, via, row, count = step[S_KIND], step[S_SRC], step[S_VIA], step[S_ROW], step[S_N]
        if src >= 0:
            army.free[src, kind] -= count
        if row >= 0:
            army.used[row] = True
            n = write_voyage(state, step, target, orders, attack, n)
            continue
        if src == target:
            continue
        way = int64(SHORTEST)
        if CLASS[kind] == AIR_KIND:
            around = detour(state, src, target, kind, steps_back(src, target, kind, army.home))
            way = AROUND if around >= 0 else SHORTEST
        code = move(count, kind, src, via, target, way)
        same = -1
        for j in range(first, n):
            if (codes[j] ^ code) & ~(int64(127) << int64(5)) == 0:
                same = j
        if same >= 0:
            codes[same] += count << 5
        elif n < LINES:
            n = _give(orders, n, code, attack)
    return n


@lean_jit
def write_voyage(state: Record, step: Ints, target: int, orders: Orders, group: int, n: int) -> int:
    """Write the orders of a transport (`S_ROW`): to where it loads, load, to the coast, land (`target` -1:
    stay aboard)."""
    kind, src, row, count = step[S_KIND], step[S_SRC], step[S_ROW], step[S_N]
    stop, zone = step[S_STOP], step[S_ZONE]
    if n + 6 > LINES:
        return n
    here = int64(state.ship_zone[row])
    if src >= 0:
        if stop != here:
            n = _give(orders, n, order(SAIL, 0, TRANSPORT, NO_SPACE, NO_SPACE, stop, row, 0, 0), group)
        n = _give(orders, n, order(LOAD, count, kind, src, NO_SPACE, NO_SPACE, row, 0, 0), group)
        here = int64(stop)
    if zone != here:
        n = _give(orders, n, order(SAIL, 0, TRANSPORT, NO_SPACE, NO_SPACE, zone, row, 0, 0), group)
    if target < 0:
        return n
    n = _give(orders, n, order(UNLOAD, count, kind, NO_SPACE, NO_SPACE, target, row, 0, 0), group)
    other = int64(state.cargo_kind[row, 1])
    if src < 0 and other >= 0 and other != kind:
        n = _give(orders, n, order(UNLOAD, 1, other, NO_SPACE, NO_SPACE, target, row, 0, 0), group)
    return n


@lean_jit
def _give(orders: Orders, n: int, code: int, group: int) -> int:
    """Write an order."""
    orders.codes[n], orders.group[n] = code, group
    return n + 1
