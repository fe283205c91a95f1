"""Ships after the fighting: transports carry units to where they are needed, warships go with them, and
nobody stays where the fleet would be sunk."""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.types import Floats, Ints, Ints8, Record, int64
from partie.games.axisallies.players.general.candidates import sails
from partie.games.axisallies.players.general.doctrine import DELIVERED, SEA_STEP
from partie.games.axisallies.players.general.odds import price
from partie.games.axisallies.players.general.threats import (
    LOSS,
    STORM_ANSWERS,
    any_ship,
    owned_by,
    stand,
    storm,
)
from partie.games.axisallies.players.general.values import coast_values
from partie.games.axisallies.players.general.workspace import (
    LINES,
    S_KIND,
    S_N,
    S_ROW,
    S_SRC,
    S_STOP,
    S_VIA,
    S_ZONE,
    STEP,
    Orders,
)
from partie.games.axisallies.players.general.writing import write_voyage
from partie.games.axisallies.rules.board import (
    BOARD_COST,
    CLASS,
    DEGREE,
    LANDS,
    NEIGHBOURS,
    SEA_KIND,
    SPACES,
)
from partie.games.axisallies.rules.control import side_of, strait_open
from partie.games.axisallies.rules.flight import flight_range
from partie.games.axisallies.rules.kernels import jit, lean_jit
from partie.games.axisallies.rules.orders import NO_SPACE, SAIL, move, order
from partie.games.axisallies.rules.state import FOUGHT, RETREATED, SHIPS, UNLOADED
from partie.games.axisallies.rules.turn import in_the_air
from partie.games.axisallies.rules.units import (
    AA_GUN,
    ARMOR,
    ARTILLERY,
    BATTLESHIP,
    CARRIER,
    DESTROYER,
    FIGHTER,
    INFANTRY,
    KINDS,
    SUBMARINE,
    TRANSPORT,
)

COAST = 1e-3
"""What the way by sea from a coast counts, beside the way over land to an enemy."""
SAILS_ON, FLEES, STAYS = 0.8, 0.08, 0.05
"""What units aboard count, of those ashore at the end of the way: on a ship that can land them next turn,
and that goes elsewhere or stays, where they had better wait ashore."""
ASHORE = 0.1
"""What the way on counts for units that go ashore."""
MOVED, NOTHING_TO_CARRY, SUNK_ELSEWHERE = range(3)
"""Why a transport stays, if it does: there is nothing to carry to a better place, or it would be sunk
where there is."""
V_SCORE, V_STOP, V_SRC, V_KIND, V_COUNT, V_END, V_COAST, VOYAGE = range(8)
"""A voyage: what it is worth, where the transport loads, from which land (-1: nothing new), units of which
kind and how many, the zone where it ends, and the coast where it lands them (-1: they stay aboard)."""
L_SRC, L_KIND, L_COUNT, L_COST, L_UNITS, LADING = range(6)
"""A cargo: the land it is fetched from (-1: aboard, or none), the kind of its units and their number, its
price, and what it counts in infantry."""
CARGO = (INFANTRY, ARMOR, ARTILLERY)
"""Units that transports carry."""
W_LURE, W_HOME = range(2)
HEAVY = 1.6
"""What an armor counts among cargo, in infantry."""
RESCUED = 8.0
"""What it counts that a carrier goes where a fighter can land on it that has no other place, in IPC."""
LURE = 0.1
"""How much better it must be elsewhere, in IPC, for danger to be what keeps a transport."""
FETCHED = 0.8
"""What units that an empty transport fetches count, of those aboard: they come a turn later."""
FEW_WAIT, EACH_WAITS = 0.4, 0.1
"""Which share of the value of its cargo draws a transport to a coast where hardly anybody waits, and by how
much it grows with each who does: others may take them, or they may walk."""
TO_FETCH, TO_FETCH_NEXT = 1.6, 0.3
"""How many units an empty transport counts for at the end of its way, and one that has landed its own there:
what it will fetch is aboard later."""
A_STEP = 0.05
"""What an empty transport saves by each step it need not sail, in IPC: only who gains by it moves."""
GUARDED, GUARDED_FLEET, MOST_GUARDED, A_SHIP = 0.4, 0.15, 6.0, 12.0
"""What it counts for a warship, in IPC, that a transport is beside it, and each ship (of so many IPC) of a
fleet, up to a number: together they are sunk less easily by what is not in reach yet."""
ON_THE_WAY = 1.0
"""What it counts for a warship to be in the zone that is worth most to units aboard, in IPC."""
A_STEP_AT_SEA = 0.1
"""What a warship saves by each step it need not sail, in IPC."""


class Voyages(NamedTuple):
    """What voyages are weighed with: what a unit is worth on every coast, aboard in every zone, and in a zone
    on the best coast near it; what an empty transport is worth in every zone; which share of a fleet would be
    lost there; and what a unit of value is in IPC."""

    landing: Floats
    value: Floats
    soon: Floats
    empty: Floats
    risk: Floats
    scale: float


class Found(NamedTuple):
    """The best voyage of a transport (`V_SCORE`, …), and what it would be if nobody could sink it, and what
    staying would (`W_LURE`, `W_HOME`)."""

    best: Floats
    wish: Floats


@jit
def sea_values(state: Record, landing: Floats, p: Floats, out: Floats) -> None:
    """Fill what a unit aboard is worth in every zone: what it would be worth ashore, less for every step to
    the coast."""
    for zone in range(SPACES):
        out[zone] = 0.0
    for land in range(LANDS):
        if landing[land] > 0.0:
            for i in range(DEGREE[state.graph, land]):
                zone = NEIGHBOURS[state.graph, land, i]
                if zone >= LANDS:
                    out[zone] = max(out[zone], landing[land])
    spread(state, p, out)


@jit
def pull_to_coasts(state: Record, side: int, away: Floats, p: Floats, pull: Floats) -> None:
    """Let units that wait for ships go where ships need not go far: change how much the land pulls from which
    no enemy can be walked to."""
    landing, value = np.zeros(LANDS), np.zeros(SPACES)
    anybody = False
    for land in range(LANDS):
        anybody = anybody or away[land] > 0.0
    if not anybody:
        return
    coast_values(state, side, pull, p, landing)
    for land in range(LANDS):
        if away[land] > 0.0:
            landing[land] = 0.0
    sea_values(state, landing, p, value)
    for land in range(LANDS):
        if away[land] > 0.0:
            best = 0.0
            for i in range(DEGREE[state.graph, land]):
                zone = NEIGHBOURS[state.graph, land, i]
                if zone >= LANDS:
                    best = max(best, value[zone])
            pull[land] = COAST * best


@jit
def spread(state: Record, p: Floats, out: Floats) -> None:
    """Let the value of a zone reach its neighbours, less for every step."""
    for _ in range(12):
        changed = False
        for zone in range(LANDS, SPACES):
            for i in range(DEGREE[state.graph, zone]):
                near = NEIGHBOURS[state.graph, zone, i]
                if near >= LANDS and strait_open(state, state.power, zone, near):
                    better = p[SEA_STEP] * out[near]
                    if better > out[zone] + 1e-9:
                        out[zone] = better
                        changed = True
        if not changed:
            return


@jit
def pick_up(state: Record, waiting: Ints, value: Floats, p: Floats, out: Floats) -> None:
    """Fill what an empty transport is worth in every zone: units that wait on a coast for a better place."""
    for zone in range(SPACES):
        out[zone] = 0.0
    for land in range(LANDS):
        units = waiting[land, INFANTRY] + 2 * waiting[land, ARMOR] + waiting[land, ARTILLERY]
        if units > 0:
            for i in range(DEGREE[state.graph, land]):
                zone = NEIGHBOURS[state.graph, land, i]
                if zone >= LANDS:
                    out[zone] = max(
                        out[zone], FETCHED * value[zone] * min(1.0, FEW_WAIT + EACH_WAITS * units)
                    )
    spread(state, p, out)


@jit
def next_landings(state: Record, landing: Floats, out: Floats) -> None:
    """Fill what a unit aboard would be worth on the best friendly coast within two steps of every zone."""
    side, graph = side_of(state, state.power), state.graph
    near = np.zeros(SPACES)
    for land in range(LANDS):
        if owned_by(state, land, side):
            for i in range(DEGREE[graph, land]):
                zone = NEIGHBOURS[graph, land, i]
                if zone >= LANDS:
                    near[zone] = max(near[zone], landing[land])
    for _ in range(2):
        out[:] = near
        for zone in range(LANDS, SPACES):
            for i in range(DEGREE[graph, zone]):
                other = NEIGHBOURS[graph, zone, i]
                if other >= LANDS and strait_open(state, state.power, zone, other):
                    out[zone] = max(out[zone], near[other])
        near[:] = out


@jit
def sunk_share(state: Record, zone: int, fleet: Floats, table: Floats, answers: Floats) -> float:
    """Which share of a fleet (in IPC) would be lost in a zone until our next turn."""
    worth = price(state.board, fleet)
    if worth <= 0.0:
        return 0.0
    storm(state, state.power, zone, fleet, table, 0.0, answers)
    return min(1.0, answers[LOSS] / worth)


@jit
def fleets(state: Record, out: Floats) -> None:
    """Fill what will stay in every zone: ships of our side and the fighters over them, without our own that
    may still move."""
    for zone in range(LANDS, SPACES):
        stand(state, zone, side_of(state, state.power), out[zone])
        for kind in range(KINDS):
            if CLASS[kind] == SEA_KIND and kind != TRANSPORT:
                out[zone, kind] -= state.fresh[zone, kind]
    for row in range(SHIPS):
        zone = state.ship_zone[row]
        if zone >= 0 and state.ship_owner[row] == state.power and idle(state, row):
            out[zone, TRANSPORT] -= 1.0


@lean_jit
def idle(state: Record, row: int) -> bool:
    """Whether a transport may still be ordered about."""
    return state.ship_did[row] & (UNLOADED | FOUGHT | RETREATED) == 0


@jit
def _escorts(state: Record, zone: int, fleet: Floats, out: Floats) -> None:
    """Fill a fleet in a zone with all warships of ours that could come."""
    out[:] = fleet
    for other in range(LANDS, SPACES):
        for kind in range(KINDS):
            if CLASS[kind] != SEA_KIND or kind == TRANSPORT or state.fresh[other, kind] == 0:
                continue
            if other == zone or sails(state, other, zone, 2) <= 2:
                out[kind] += state.fresh[other, kind]
                if kind == CARRIER:
                    decks = 2 * int64(state.fresh[other, kind])
                    out[FIGHTER] += min(int64(state.units[other, state.power, FIGHTER]), decks)


@jit
def gather(state: Record, zone: int, out: Floats) -> None:
    """Fill the fleet that could be in a zone at the end of this turn."""
    fleet = np.zeros((SPACES, KINDS))
    fleets(state, fleet)
    _escorts(state, zone, fleet[zone], out)
    for row in range(SHIPS):
        at = state.ship_zone[row]
        if (
            at >= 0
            and state.ship_owner[row] == state.power
            and idle(state, row)
            and sails(state, at, zone, 2) <= 2
        ):
            out[TRANSPORT] += 1.0


@jit
def zone_risks(state: Record, table: Floats, out: Floats) -> None:
    """Fill which share of a fleet would be lost in every zone, if a transport and all warships of ours that
    could come were there."""
    fleet, strong, answers = np.zeros((SPACES, KINDS)), np.zeros(KINDS), np.empty(STORM_ANSWERS)
    fleets(state, fleet)
    for zone in range(LANDS, SPACES):
        _escorts(state, zone, fleet[zone], strong)
        strong[TRANSPORT] += 1.0
        out[zone] = sunk_share(state, zone, strong, table, answers)


@lean_jit
def _offer(
    best: Floats, score: float, stop: int, src: int, kind: int, count: int, end: int, coast: int
) -> None:
    """Note a voyage if it is better than the best so far."""
    if score > best[V_SCORE]:
        best[V_SCORE], best[V_STOP], best[V_SRC], best[V_KIND] = score, stop, src, kind
        best[V_COUNT], best[V_END], best[V_COAST] = count, end, coast


@lean_jit
def _aboard(state: Record, row: int) -> int:
    """How many units are aboard a transport."""
    units = 0
    for slot in range(2):
        if state.cargo_kind[row, slot] >= 0:
            units += 1
    return units


@lean_jit
def _lading(state: Record, row: int, stop: int, load: int, waiting: Ints, out: Floats) -> bool:
    """Fill what a transport would carry (`L_SRC`, …): what is aboard, nothing (0), or units of the coast next
    to where it stops; whether there is such a cargo."""
    out[L_SRC], out[L_KIND], out[L_COUNT], out[L_COST], out[L_UNITS] = -1, -1, 0, 0.0, 0.0
    if _aboard(state, row) > 0:
        out[L_KIND] = state.cargo_kind[row, 0]
        out[L_COUNT] = 2 if state.cargo_kind[row, 1] == state.cargo_kind[row, 0] else 1
        for slot in range(2):
            if state.cargo_kind[row, slot] >= 0:
                out[L_COST] += BOARD_COST[state.board, state.cargo_kind[row, slot]]
                out[L_UNITS] += HEAVY if state.cargo_kind[row, slot] == ARMOR else 1.0
    elif load > 0:
        src = int64(NEIGHBOURS[state.graph, stop, (load - 1) // len(CARGO)])
        if src >= LANDS:
            return False
        kind = CARGO[(load - 1) % len(CARGO)]
        count = min(1 if kind == ARMOR else 2, waiting[src, kind])
        if count == 0:
            return False
        out[L_SRC], out[L_KIND], out[L_COUNT] = src, kind, count
        out[L_COST] = float(BOARD_COST[state.board, kind] * count)
        out[L_UNITS] = HEAVY if kind == ARMOR else float(count)
    return True


@jit
def _weigh_end(
    state: Record, row: int, stop: int, end: int, steps: int, cargo: Floats, sea: Voyages, found: Found
) -> None:
    """Weigh what a transport may do at the end of its way with a cargo: stay aboard, or land it on one of the
    coasts there."""
    side, here, hull = side_of(state, state.power), state.ship_zone[row], BOARD_COST[state.board, TRANSPORT]
    src, kind, count, units = int64(cargo[L_SRC]), int64(cargo[L_KIND]), int64(cargo[L_COUNT]), cargo[L_UNITS]
    best, wish, landing, value = found.best, found.wish, sea.landing, sea.value
    risk, scale = sea.risk[end], sea.scale
    if units == 0.0:
        free = scale * TO_FETCH * sea.empty[end] - A_STEP * steps
        if end == here:
            wish[W_HOME] = free
        wish[W_LURE] = max(wish[W_LURE], free)
        _offer(best, free - risk * hull, stop, -1, -1, 0, end, -1)
        return
    lands = src >= 0 and sea.soon[end] > landing[src] and value[end] > value[here]
    kept = SAILS_ON if lands else FLEES if end != here else STAYS
    ashore = scale * units * landing[src] if src >= 0 else 0.0
    free = scale * units * kept * value[end] - ashore
    if src < 0 and end == here:
        wish[W_HOME] = free
    if src < 0 or (lands and end != stop):  # or it can load next turn as well
        wish[W_LURE] = max(wish[W_LURE], free)
        _offer(best, free - risk * (hull + cargo[L_COST]), stop, src, kind, count, end, -1)
    for i in range(DEGREE[state.graph, end]):
        coast = NEIGHBOURS[state.graph, end, i]
        if coast >= LANDS or not owned_by(state, coast, side) or coast == src:
            continue
        free = (
            scale * units * (landing[coast] + ASHORE * value[end])
            + TO_FETCH_NEXT * scale * sea.empty[end]
            - ashore
        )
        wish[W_LURE] = max(wish[W_LURE], free)
        _offer(best, free - risk * hull, stop, src, kind, count, end, coast)


@jit
def _best_voyage(
    state: Record, row: int, waiting: Ints, table: Floats, fleet: Floats, sea: Voyages, found: Found
) -> None:
    """Fill the best voyage of a transport: where it stops to load, what, and where it ends; and which share
    of a fleet would be lost in every zone it may end in."""
    graph, foe, here = state.graph, 1 - side_of(state, state.power), state.ship_zone[row]
    left, aboard = int64(state.left[row]), _aboard(state, row)
    known, strong = np.zeros(SPACES, np.bool_), np.zeros(KINDS)
    cargo, answers = np.zeros(LADING), np.empty(STORM_ANSWERS)
    found.best[:] = -1.0
    found.best[V_SCORE], found.wish[W_LURE], found.wish[W_HOME] = -1e9, -1e9, -1e9
    for stop in range(LANDS, SPACES):
        first = sails(state, here, stop, left)
        if first > left or any_ship(state, stop, foe) or (aboard > 0 and stop != here):
            continue
        for load in range(1 if aboard > 0 else DEGREE[graph, stop] * len(CARGO) + 1):
            if not _lading(state, row, stop, load, waiting, cargo):
                continue
            for end in range(LANDS, SPACES):
                if load == 0 and aboard == 0 and end != stop:
                    continue
                steps = first + sails(state, stop, end, left - first)
                if steps > left or any_ship(state, end, foe):
                    continue
                if not known[end]:
                    known[end] = True
                    _escorts(state, end, fleet[end], strong)
                    strong[TRANSPORT] += 1.0
                    sea.risk[end] = sunk_share(state, end, strong, table, answers)
                _weigh_end(state, row, stop, end, steps, cargo, sea, found)


@jit
def plan_ferry(
    state: Record,
    landing: Floats,
    waiting: Ints,
    table: Floats,
    fleet: Floats,
    p: Floats,
    orders: Orders,
    stays: Ints,
) -> int:
    """Fill the orders of all transports after the fighting, one group for each, with notes on where each
    goes, and what it brings. `landing`: what a unit is worth on every coast; `waiting`: units that may board;
    `stays`: why a transport gets no orders."""
    top = 1e-9
    for land in range(LANDS):
        top = max(top, landing[land])
    scale = 0.5 * p[DELIVERED] / top
    value, soon, empty, risk = np.zeros(SPACES), np.zeros(SPACES), np.zeros(SPACES), np.zeros(SPACES)
    sea, found = Voyages(landing, value, soon, empty, risk, scale), Found(np.empty(VOYAGE), np.empty(2))
    sea_values(state, landing, p, value)
    next_landings(state, landing, soon)
    stays[:] = MOVED
    best, notes, step = found.best, orders.notes, np.empty(STEP, np.int64)
    n, ships = 0, 0
    for row in range(SHIPS):
        here = state.ship_zone[row]
        if here < 0 or state.ship_owner[row] != state.power or not idle(state, row) or ships >= len(notes):
            continue
        pick_up(state, waiting, value, p, empty)
        _best_voyage(state, row, waiting, table, fleet, sea, found)
        src, kind, count = int64(best[V_SRC]), int64(best[V_KIND]), int64(best[V_COUNT])
        end, coast = int64(best[V_END]), int64(best[V_COAST])
        if end < 0:
            continue
        fleet[end, TRANSPORT] += 1.0
        if src >= 0:
            waiting[src, kind] -= count
        before = n
        if kind >= 0 and kind != AA_GUN:
            step[S_KIND], step[S_SRC], step[S_VIA], step[S_ROW], step[S_N] = kind, src, -1, row, count
            step[S_STOP], step[S_ZONE] = int64(best[V_STOP]), end
            n = write_voyage(state, step, coast, orders, ships, n)
        elif end != here and n < LINES:
            orders.codes[n] = order(SAIL, 0, TRANSPORT, NO_SPACE, NO_SPACE, end, row, 0, 0)
            orders.group[n] = ships
            n += 1
        notes[ships, 0], notes[ships, 1], notes[ships, 2], notes[ships, 3] = end, coast, count, risk[end]
        if n > before:
            ships += 1
        else:
            worse = found.wish[W_LURE] > found.wish[W_HOME] + LURE
            stays[row] = SUNK_ELSEWHERE if worse else NOTHING_TO_CARRY
    return n


@jit
def count_on_decks(state: Record, air: Ints8, home: Ints8, out: Floats) -> None:
    """Fill how many fighters in the air have no safe field left (`homes.home_steps`) and could land on a
    deck in every zone."""
    out[:] = 0.0
    longest = flight_range(state, state.power, FIGHTER)
    for src in range(SPACES):
        if in_the_air(state, src, 0) == 0:
            continue
        for flown in range(1, longest + 1):
            count = state.flown[src, 0, flown]
            if count > 0 and flown + home[0, src] > longest:
                for zone in range(LANDS, SPACES):
                    if air[src, zone] <= longest - flown:
                        out[zone] += count


@jit
def plan_fleet(
    state: Record, table: Floats, fleet: Floats, value: Floats, expected: Floats, codes: Ints, n: int
) -> int:
    """Add the orders of warships: to the zone where they protect most and are lost least, carriers to
    fighters that need them. `fleet`: who will be in every zone; `value`: what units aboard are worth in each;
    `expected`: fighters that have no other place to land (`count_on_decks`), brought up to date."""
    answers, trial = np.empty(STORM_ANSWERS), np.zeros(KINDS)
    foe = 1 - side_of(state, state.power)
    top = 1e-9
    for zone in range(LANDS, SPACES):
        top = max(top, value[zone])
    for kind in (BATTLESHIP, CARRIER, DESTROYER, SUBMARINE):
        for here in range(LANDS, SPACES):
            count = int64(state.fresh[here, kind])
            if count == 0:
                continue
            riding = 0.0
            if kind == CARRIER:
                riding = float(min(2 * count, int64(state.units[here, state.power, FIGHTER])))
            best, goal, taken = -1e9, here, 0.0
            for zone in range(LANDS, SPACES):
                steps = sails(state, here, zone, 2)
                if steps > 2 or any_ship(state, zone, foe):
                    continue
                trial[:] = fleet[zone]
                without = sunk_share(state, zone, trial, table, answers) * price(state.board, trial)
                trial[kind] += count
                if zone != here:
                    trial[FIGHTER] += riding
                lost = sunk_share(state, zone, trial, table, answers) * price(state.board, trial)
                score = (
                    without
                    - lost
                    + GUARDED * fleet[zone, TRANSPORT]
                    + GUARDED_FLEET * min(MOST_GUARDED, price(state.board, fleet[zone]) / A_SHIP)
                    - A_STEP_AT_SEA * steps
                )
                score += ON_THE_WAY * value[zone] / top
                aboard = min(expected[zone], 2.0 * count - riding) if kind == CARRIER else 0.0
                score += RESCUED * aboard
                if score > best:
                    best, goal, taken = score, zone, aboard
            for zone in range(LANDS, SPACES):
                expected[zone] = max(0.0, expected[zone] - taken)
            fleet[goal, kind] += count
            if goal != here and n < LINES:
                if kind == CARRIER:
                    fleet[goal, FIGHTER] += riding
                    fleet[here, FIGHTER] = max(0.0, fleet[here, FIGHTER] - riding)
                codes[n] = move(count, kind, here, NO_SPACE, goal, 0)
                n += 1
    return n
