"""Who could come: what each enemy power could bring to every space in its next turn, and what would be left
after all of them have attacked in turn."""

import numpy as np

from partie.core.compiled.types import Flags, Floats, Ints8, Record, int64
from partie.games.axisallies.players.general.doctrine import ENDS, FORESIGHT, LANDINGS, SIEGE
from partie.games.axisallies.players.general.odds import (
    ANSWERS,
    ATTACKER_LOSS,
    BOMBARDING,
    DEFENDER_LOSS,
    FORCE,
    WALKING,
    estimate,
    hit_points,
    land_units,
)
from partie.games.axisallies.rules.board import (
    BOARD_COST,
    DEGREE,
    FAR,
    LANDS,
    NEIGHBOURS,
    POWERS,
    SPACES,
)
from partie.games.axisallies.rules.control import capital_of, land_force, production, side_of, strait_open
from partie.games.axisallies.rules.flight import flight_range
from partie.games.axisallies.rules.kernels import jit, lean_jit
from partie.games.axisallies.rules.state import LAST_ROUND, O_ROUNDS, SHIPS
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

FEW_GUARDS = 2
"""How many warships of ours in a zone do not keep the enemy from landing there: they may be sunk first."""
NEIGHBOURS_COME = 0.5
"""Which share of the units next to a capital comes to it in two turns: others are needed where they are."""
INFANTRY_NEAR, ARMOR_NEAR = 2, 4
"""How many steps away units are that could be at a capital in two turns."""
SURE = 0.95
"""The chance to take a space above which nobody else need attack it."""
NEVER = 2.0
"""A chance that no attack has."""
WARSHIPS = (BATTLESHIP, CARRIER, SUBMARINE, DESTROYER)
LANDED = FORCE
"""In a row of the table of threats, behind a force: how many of its land units come by sea."""
BOLD = FORCE + 1
"""In a row of the table of threats: the chance to take the space from which it is attacked whatever that
costs."""
WIDTH = FORCE + 2
ALLIES_LEAVE = 0.5
"""Which share of the units of allies beside our aircraft is not counted on."""
P_LOST, LOSS, PROFIT, LEFT = range(4)
"""What `storm` answers: the chance that the space is taken, IPC its defenders lose, what the attackers gain
by it in IPC, and defenders left."""
STORM_ANSWERS = 4
NOBODY_LEFT, NO_ATTACKERS = 0.05, 0.5
"""The expected hit points below which nobody defends a space any more, and below which nobody attacks it."""


@lean_jit
def is_foe(state: Record, power: int, side: int) -> bool:
    """Whether a power fights a side; one that is not on the board fights nobody."""
    return side_of(state, power) == 1 - side


@lean_jit
def side_units(state: Record, space: int, side: int, kind: int) -> int:
    """How many units of a kind a side has in a space."""
    total = int64(0)
    for power in range(POWERS):
        if side_of(state, power) == side:
            total += state.units[space, power, kind]
    return total


@lean_jit
def stand(state: Record, space: int, side: int, out: Floats) -> None:
    """Fill what a side has in a space."""
    for kind in range(KINDS):
        out[kind] = side_units(state, space, side, kind)


@lean_jit
def discount_allies(state: Record, space: int, out: Floats) -> bool:
    """Take away from what our side has in a space what its allies may march or fly away with before our next
    turn (`ALLIES_LEAVE`); from a capital they do not. Returns whether there are any."""
    found = False
    if is_capital(state, space):
        return found
    for power in range(POWERS):
        if side_of(state, power) == side_of(state, state.power) and power != state.power:
            for kind in range(KINDS):
                if state.units[space, power, kind] > 0:
                    out[kind] = max(0.0, out[kind] - ALLIES_LEAVE * state.units[space, power, kind])
                    found = True
    return found


@lean_jit
def is_defended(state: Record, space: int, side: int) -> bool:
    """Whether units of a side on this land would fight."""
    for power in range(POWERS):
        if side_of(state, power) == side:
            if land_force(state, space, power) > 0:
                return True
            if state.units[space, power, FIGHTER] + state.units[space, power, BOMBER] > 0:
                return True
    return False


@lean_jit
def warships(state: Record, zone: int, side: int) -> int:
    """How many ships of a side in a zone are no transports."""
    total = int64(0)
    for kind in WARSHIPS:
        total += side_units(state, zone, side, kind)
    return total


@lean_jit
def is_capital(state: Record, space: int) -> bool:
    """Whether a space is the capital of a power."""
    found = False
    for power in range(POWERS):
        found = found or capital_of(state, power) == space
    return found


@lean_jit
def rounds_after(state: Record) -> int:
    """How many rounds of the war follow this one."""
    last = state.options[O_ROUNDS] if state.options[O_ROUNDS] > 0 else LAST_ROUND
    return int64(last) - int64(state.round_number)


@lean_jit
def plays_again(state: Record, power: int, p: Floats) -> bool:
    """Whether a power has a turn left, the present one included; all have for those who do not count how the
    war ends (`ENDS`)."""
    return p[ENDS] <= 0.5 or rounds_after(state) > 0 or power >= state.power


@lean_jit
def owned_by(state: Record, space: int, side: int) -> bool:
    """Whether a side controls this land space."""
    return state.owner[space] >= 0 and side_of(state, state.owner[space]) == side


@jit
def airfields(state: Record, side: int, air: Ints8, home: Ints8) -> None:
    """Fill the spaces an aircraft of a side flies from everywhere to where it could land: land of its side,
    or for fighters a carrier."""
    for space in range(SPACES):
        home[space] = FAR
        for land in range(LANDS):
            if owned_by(state, land, side) and air[space, land] < home[space]:
                home[space] = air[space, land]


@lean_jit
def carrier_near(state: Record, power: int, zone: int, air: Ints8) -> int:
    """How far a zone is from the nearest zone that a carrier of a power could go to."""
    best = int64(FAR)
    for other in range(LANDS, SPACES):
        if state.units[other, power, CARRIER] > 0:
            best = min(best, max(int64(air[other, zone]) - 2, 0))
    return best


@jit
def bring(state: Record, power: int, target: int, air: Ints8, home: Ints8, p: Floats, out: Floats) -> None:
    """Fill what a power could bring to a space in its next turn, at most; nothing if it has none. `home`: of
    its side (`airfields`)."""
    if not plays_again(state, power, p):
        out[:] = 0.0
        return
    _bring_ashore(state, power, target, air, p, out)
    deck = carrier_near(state, power, target, air)
    for kind in range(FIGHTER, BOMBER + 1):
        longest = flight_range(state, power, kind)
        back = int64(home[target])
        if kind == FIGHTER:
            back = min(back, deck)
        for space in range(SPACES):
            near = space != target and air[space, target] + back <= longest
            if near and state.units[space, power, kind] > 0:
                out[kind] += state.units[space, power, kind]


@jit
def _bring_ashore(state: Record, power: int, target: int, air: Ints8, p: Floats, out: Floats) -> None:
    """Fill what a power could bring to a space without its aircraft."""
    out[:] = 0.0
    out[BOLD] = p[SIEGE] if is_capital(state, target) else NEVER
    if target < LANDS:
        _march(state, power, target, out)
        if p[LANDINGS] > 0.5 and _transport_near(state, power, target, air):
            _land(state, power, target, out)
    else:
        _sail(state, power, target, out)


@jit
def _fly(state: Record, power: int, air: Ints8, home: Ints8, back: Ints8, out: Floats) -> None:
    """Add the aircraft of a power to what it could bring to every space. `back`: room for the way back of
    fighters."""
    back[:] = home
    for zone in range(LANDS, SPACES):
        if state.units[zone, power, CARRIER] > 0:
            for target in range(SPACES):
                back[target] = min(int64(back[target]), max(int64(air[zone, target]) - 2, 0))
    for kind in range(FIGHTER, BOMBER + 1):
        longest = flight_range(state, power, kind)
        for space in range(SPACES):
            count = state.units[space, power, kind]
            if count == 0:
                continue
            for target in range(SPACES):
                way = back[target] if kind == FIGHTER else home[target]
                if air[space, target] + way <= longest and space != target:
                    out[target, kind] += count


@jit
def _march(state: Record, power: int, target: int, out: Floats) -> None:
    seen = np.zeros(SPACES, np.bool_)
    seen[target] = True
    graph, side = state.graph, side_of(state, power)
    for i in range(DEGREE[graph, target]):
        near = NEIGHBOURS[graph, target, i]
        if near < LANDS:
            seen[near] = True
            for kind in WALKING:
                out[kind] += state.units[near, power, kind]
    for i in range(DEGREE[graph, target]):
        near = NEIGHBOURS[graph, target, i]
        if near >= LANDS or state.owner[near] < 0:
            continue
        if side_of(state, state.owner[near]) != side and is_defended(state, near, 1 - side):
            continue
        for j in range(DEGREE[graph, near]):
            far = NEIGHBOURS[graph, near, j]
            if far < LANDS and not seen[far]:
                seen[far] = True
                out[ARMOR] += state.units[far, power, ARMOR]


@lean_jit
def _joined(state: Record, power: int, zone: int, other: int) -> bool:
    """Whether ships of a power could go from a zone to its neighbour."""
    return other >= LANDS and strait_open(state, power, zone, other)


@jit
def sea_steps(state: Record, power: int, start: int, steps: int, out: Ints8) -> None:
    """Fill how many steps a ship of a power needs to every zone, up to a limit. Ships do not pass zones with
    enemy ships."""
    graph, foe = state.graph, 1 - side_of(state, power)
    out[:] = FAR
    out[start] = 0
    queue = np.empty(SPACES, np.int64)
    queue[0] = start
    first, last = 0, 1
    while first < last:
        zone = queue[first]
        first += 1
        if out[zone] == steps or (zone != start and any_ship(state, zone, foe)):
            continue
        for i in range(DEGREE[graph, zone]):
            other = NEIGHBOURS[graph, zone, i]
            if other >= LANDS and out[other] == FAR and _joined(state, power, zone, other):
                out[other] = out[zone] + 1
                queue[last] = other
                last += 1


@lean_jit
def any_ship(state: Record, zone: int, side: int) -> bool:
    """Whether a side has ships in a zone."""
    for power in range(POWERS):
        if side_of(state, power) == side:
            for kind in (BATTLESHIP, CARRIER, TRANSPORT, SUBMARINE, DESTROYER):
                if state.units[zone, power, kind] > 0:
                    return True
    return False


@jit
def _sail(state: Record, power: int, target: int, out: Floats) -> None:
    """Ships that could be in a zone after two steps. The zone itself counts as free on the way."""
    graph, foe = state.graph, 1 - side_of(state, power)
    seen = np.zeros(SPACES, np.bool_)
    seen[target] = True
    for kind in WARSHIPS:
        out[kind] += state.units[target, power, kind]
    for i in range(DEGREE[graph, target]):
        near = NEIGHBOURS[graph, target, i]
        if _joined(state, power, near, target) and not seen[near] and near >= LANDS:
            seen[near] = True
            for kind in WARSHIPS:
                out[kind] += state.units[near, power, kind]
    for i in range(DEGREE[graph, target]):
        near = NEIGHBOURS[graph, target, i]
        if near < LANDS or not _joined(state, power, near, target) or any_ship(state, near, foe):
            continue
        for j in range(DEGREE[graph, near]):
            far = NEIGHBOURS[graph, near, j]
            if far >= LANDS and not seen[far] and _joined(state, power, far, near):
                seen[far] = True
                for kind in WARSHIPS:
                    out[kind] += state.units[far, power, kind]


@lean_jit
def _two_steps(state: Record, space: int, other: int) -> bool:
    """Whether two land spaces have a common neighbour on land."""
    graph = state.graph
    for i in range(DEGREE[graph, space]):
        near = NEIGHBOURS[graph, space, i]
        if near < LANDS:
            for j in range(DEGREE[graph, near]):
                if NEIGHBOURS[graph, near, j] == other:
                    return True
    return False


@lean_jit
def _transport_near(state: Record, power: int, target: int, air: Ints8) -> bool:
    """Whether a transport of a power is within two spaces of a coast of this land, whatever is between."""
    for row in range(SHIPS):
        at = state.ship_zone[row]
        if at >= 0 and state.ship_owner[row] == power and air[at, target] <= 3:
            return True
    return False


@jit
def _land(state: Record, power: int, target: int, out: Floats) -> None:
    """Units that could land from transports, from zones where no warships of ours would stop them."""
    graph, side = state.graph, side_of(state, power)
    steps = np.empty(SPACES, np.int8)
    hulls, aboard = int64(0), int64(0)
    coast, counted = np.zeros(LANDS, np.bool_), np.zeros(SHIPS, np.bool_)
    for i in range(DEGREE[graph, target]):
        zone = NEIGHBOURS[graph, target, i]
        if zone < LANDS or warships(state, zone, 1 - side) > FEW_GUARDS:
            continue
        sea_steps(state, power, zone, 2, steps)
        for row in range(SHIPS):
            at = state.ship_zone[row]
            if at < 0 or state.ship_owner[row] != power or steps[at] > 2 or counted[row]:
                continue
            counted[row] = True
            if state.cargo_kind[row, 0] >= 0:
                aboard += _count_aboard(state, power, row, out)
            else:
                hulls += 1
            _mark_coast(state, at, coast)
            if steps[at] <= 1:  # it may load next to the target on its way
                _mark_coast(state, zone, coast)
        for near in range(LANDS, SPACES):
            if steps[near] <= 2:
                out[BOMBARDING] += state.units[near, power, BATTLESHIP]
    for i in range(DEGREE[graph, target]):  # those who can walk were counted
        near = NEIGHBOURS[graph, target, i]
        if near < LANDS:
            coast[near] = False
    coast[target] = False
    landed = aboard + _fill_hulls(state, power, target, hulls, coast, out)
    out[LANDED] += landed
    if landed == 0:
        out[BOMBARDING] = 0.0


@lean_jit
def _count_aboard(state: Record, power: int, row: int, out: Floats) -> int:
    """Add the units of a power that fight and are aboard a transport; returns how many there are."""
    aboard = int64(0)
    for slot in range(2):
        kind = state.cargo_kind[row, slot]
        if kind >= 0 and kind != AA_GUN and state.cargo_power[row, slot] == power:
            out[kind] += 1.0
            aboard += 1
    return aboard


@lean_jit
def _mark_coast(state: Record, zone: int, coast: Flags) -> None:
    """Mark the land around a zone."""
    for i in range(DEGREE[state.graph, zone]):
        land = NEIGHBOURS[state.graph, zone, i]
        if land < LANDS:
            coast[land] = True


@jit
def _fill_hulls(state: Record, power: int, target: int, hulls: int, coast: Flags, out: Floats) -> int:
    """Add the units of a coast that so many empty transports could land, and armor that could not walk to the
    target; returns how many there are."""
    infantry, armor = int64(0), int64(0)
    for land in range(LANDS):
        if coast[land]:
            infantry += state.units[land, power, INFANTRY] + state.units[land, power, MARINE]
            infantry += state.units[land, power, ARTILLERY]
            if not _two_steps(state, land, target):
                armor += state.units[land, power, ARMOR]
    landing = min(infantry, 2 * hulls)
    tanks = min(armor, hulls - (landing + 1) // 2)
    out[INFANTRY] += landing
    out[ARMOR] += tanks
    return landing + tanks


@jit
def survey(state: Record, side: int, air: Ints8, p: Floats, table: Floats) -> None:
    """Fill, for every enemy of a side and every space, what that power could bring there in its next turn."""
    home, back = np.empty(SPACES, np.int8), np.empty(SPACES, np.int8)
    airfields(state, 1 - side, air, home)
    for power in range(POWERS):
        if is_foe(state, power, side) and plays_again(state, power, p):
            for space in range(SPACES):
                _bring_ashore(state, power, space, air, p, table[power, space])
            _fly(state, power, air, home, back, table[power])


@jit
def _bring_in_two_turns(state: Record, enemy: int, home: int, air: Ints8, land: Ints8, out: Floats) -> None:
    """Add what a power could bring to a capital in two turns, whatever stands in its way."""
    for space in range(SPACES):
        if space < LANDS and land[space, home] <= INFANTRY_NEAR:
            for kind in (INFANTRY, MARINE, ARTILLERY):
                out[kind] += state.units[space, enemy, kind]
        if space < LANDS and land[space, home] <= ARMOR_NEAR:
            out[ARMOR] += state.units[space, enemy, ARMOR]
        for kind in range(FIGHTER, BOMBER + 1):
            if air[space, home] <= flight_range(state, enemy, kind):
                out[kind] += state.units[space, enemy, kind]


@jit
def foresee(state: Record, power: int, home: int, air: Ints8, land: Ints8, p: Floats, table: Floats) -> None:
    """Raise what enemies could bring to the capital of a power next turn to a share (`FORESIGHT`) of what
    they could bring in two turns, whatever stands in their way, less what the power can bring there by
    then: new infantry, and half of the units next to it."""
    if p[ENDS] > 0.5 and rounds_after(state) == 0:
        return
    side, far = side_of(state, power), np.zeros((POWERS, KINDS))
    relief, total = production(state, power) / BOARD_COST[state.board, INFANTRY], 0.0
    for space in range(LANDS):
        if land[space, home] == 1:
            for kind in WALKING:
                relief += NEIGHBOURS_COME * state.units[space, power, kind]
    for enemy in range(POWERS):
        if not is_foe(state, enemy, side):
            continue
        _bring_in_two_turns(state, enemy, home, air, land, far[enemy])
        if land_units(far[enemy]) > 0.0:
            total += hit_points(far[enemy])
        else:
            far[enemy] = 0.0
    if total > 0.0:
        share = max(0.0, p[FORESIGHT] - relief / total)
        for enemy in range(POWERS):
            for kind in range(KINDS):
                table[enemy, home, kind] = max(table[enemy, home, kind], share * far[enemy, kind])


@jit
def storm(
    state: Record, me: int, space: int, garrison: Floats, table: Floats, prize: float, out: Floats
) -> float:
    """Let all enemies attack a space one after another in the order of play, before the next turn of `me`,
    where an attack is worth it to them, or likely enough to take a capital (`BOLD`). `prize`: what the space
    is worth to them. Returns the chance that it is taken, or at sea that the fleet is sunk."""
    sea, side = 1 if space >= LANDS else 0, side_of(state, me)
    gun = 0
    if sea == 0:
        for power in range(POWERS):
            if side_of(state, power) == side and state.units[space, power, AA_GUN] > 0:
                gun = 1
    held = np.empty(KINDS)
    left, answers = np.empty((2, KINDS)), np.empty(ANSWERS)
    held[:] = garrison[:KINDS]
    kept, lost, gained = 1.0, 0.0, 0.0
    for turn in range(1, POWERS):
        power = (me + turn) % POWERS
        if not is_foe(state, power, side):
            continue
        force = table[power, space]
        if hit_points(held) < NOBODY_LEFT:
            if sea == 0 and land_units(force) >= 1.0:
                kept = 0.0
                gained += prize
                break
            continue
        if hit_points(force) < NO_ATTACKERS:
            continue
        take = estimate(state.board, force, held, sea, gun, force[BOMBARDING], left, answers)
        swing = answers[DEFENDER_LOSS] - answers[ATTACKER_LOSS] + take * prize
        if swing <= 0.0 and take < force[BOLD]:
            continue
        gained += kept * max(0.0, swing)
        lost += kept * answers[DEFENDER_LOSS]
        kept *= 1.0 - take
        if take > SURE:
            break
        scale = 1.0
        if take < 1.0:
            scale = min(1.0, hit_points(left[1]) / max(1e-9, (1.0 - take) * hit_points(held)))
        for kind in range(KINDS):
            held[kind] *= scale
    out[P_LOST] = 1.0 - kept
    out[LOSS] = lost
    out[PROFIT] = gained
    out[LEFT] = hit_points(held) * kept
    return 1.0 - kept


@jit
def lacking(
    state: Record,
    space: int,
    garrison: Floats,
    kind: int,
    most: int,
    table: Floats,
    prize: float,
    limit: float,
) -> int:
    """How many units of a kind a garrison of the power to play lacks, so that a space is lost with a chance
    of `limit` at most; not more than `most`. The garrison is brought up to that."""
    answers = np.empty(STORM_ANSWERS)
    for n in range(most):
        if storm(state, state.power, space, garrison, table, prize, answers) <= limit:
            return n
        garrison[kind] += 1.0
    return most


@lean_jit
def is_exposed(table: Floats, space: int) -> bool:
    """Whether any enemy could bring a land unit to this space."""
    most = 0.0
    for power in range(POWERS):
        most = max(most, land_units(table[power, space]))
    return most > 0.0


@lean_jit
def is_threatened(table: Floats, space: int) -> bool:
    """Whether any enemy could bring anything to this space."""
    most = 0.0
    for power in range(POWERS):
        most = max(most, hit_points(table[power, space]))
    return most > 0.0
