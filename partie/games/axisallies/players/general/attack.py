"""Attacks of a turn: for every space within reach the force that promises most, then the most promising one
after another, as long as units are left for them."""

import numpy as np

from partie.core.compiled.types import Flags, Floats, Ints, Ints8, Record, int64
from partie.games.axisallies.players.general.candidates import candidates, ready
from partie.games.axisallies.players.general.doctrine import LEAST_CHANCE, LEAST_GAIN, STRIP
from partie.games.axisallies.players.general.homes import (
    HOMES,
    SPARE_DECK,
    all_return,
    detour,
    home_steps,
    list_airborne,
    steps_back,
)
from partie.games.axisallies.players.general.leaving import stripped
from partie.games.axisallies.players.general.odds import BOMBARDING, hit_points, land_units, price
from partie.games.axisallies.players.general.threats import airfields, any_ship, stand
from partie.games.axisallies.players.general.weighing import NO_WAY_BACK, WAY_BACK, promise
from partie.games.axisallies.players.general.workspace import (
    MOST_STEPS,
    S_KIND,
    S_N,
    S_ROW,
    S_SRC,
    S_ZONE,
    Army,
    Front,
    Orders,
    Scratch,
    new_scratch,
)
from partie.games.axisallies.players.general.writing import write_attack
from partie.games.axisallies.rules.board import AIR_KIND, BOARD_COST, CLASS, FAR, LANDS, SPACES
from partie.games.axisallies.rules.control import side_of
from partie.games.axisallies.rules.kernels import jit, lean_jit
from partie.games.axisallies.rules.state import SHIPS
from partie.games.axisallies.rules.units import BATTLESHIP, BOMBER, FIGHTER, KINDS, TRANSPORT

HEAVIER = 3.0
"""How much cheaper than the defenders a force may be to be weighed at all."""
LEFT_ALONE = -1000.0
"""Added to the worth of a space that is not to be attacked: more than any attack gains."""
_LEFT_OUT = -100.0
"""A worth below this is that of such a space."""
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
            danger = p[STRIP] * stripped(state, target, looked[0], i + 1, front, army, scratch)
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
    scratch, out, notes = new_scratch(), np.zeros(4), orders.notes
    ready(state, held, army.free)
    home_steps(state, front.air, front.table, front.coming, army.sent, front.p, army.home)
    airfields(state, 1 - side_of(state, state.power), front.air, front.foe_home)
    gains, known, is_open = np.zeros(SPACES), np.zeros(SPACES, np.bool_), np.zeros(SPACES, np.bool_)
    uses = np.zeros((SPACES, SPACES + SHIPS), np.bool_)
    flying, n, attacks = list_airborne(state, army.home, scratch.flights), 0, 0
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
        n = write_attack(state, best, many, army, scratch, orders, attacks, n)
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
        if worth[space] < _LEFT_OUT:
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
    if not all_return(state, flights, flying, listed, home):
        _send(steps, chosen, many, sent, -1)
        spare = home[SPARE_DECK].copy()
        home[SPARE_DECK] = FAR  # there may be room for some, but not for all
        many = best_force(state, target, front, army, scratch, out)
        home[SPARE_DECK] = spare
        _send(steps, chosen, many, sent, 1)
    if not all_return(state, flights, 0, flying, home):
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
