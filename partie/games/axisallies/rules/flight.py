"""Flights of aircraft: ways over guns and neutrals, distances to airfields, and whether all aircraft could
land.
"""

import numpy as np

from partie.core.compiled.bits import bit, lowest, without_lowest
from partie.core.compiled.types import Flags, Ints, Ints8, Ints16, Record, int64
from partie.games.axisallies.rules.board import (
    DEGREE,
    FAR,
    FARTHEST,
    LANDS,
    LONG_MOVE,
    LONG_RANGE,
    MOVE,
    NEIGHBOURS,
    POWERS,
    SPACES,
)
from partie.games.axisallies.rules.control import (
    friendly_since_start,
    guest_fighters,
    gun_fires,
    hostile,
    may_enter_neutral,
    neutral,
    side_of,
    strait_open,
)
from partie.games.axisallies.rules.kernels import (
    jit,
    lean_jit,
)
from partie.games.axisallies.rules.orders import (
    AROUND,
    OVER_NEUTRALS,
    SHORTEST,
)
from partie.games.axisallies.rules.state import (
    NONCOMBAT,
    O_AA_OVERFLIGHT,
    O_KAMIKAZE,
    O_NEUTRAL_CHARGE,
)
from partie.games.axisallies.rules.units import (
    BOMBER,
    CARRIER,
    FIGHTER,
)

MANY = 1 << 30
_WORDS = (SPACES + 63) // 64
"""A set of spaces has this many words."""
RARE = 64
"""More than the number of guns or neutrals on any way."""
MOST_OUT = 64
"""The largest number of fighters considered when carrier decks are assigned."""


@lean_jit
def flight_range(state: Record, power: int, unit: int) -> int:
    """How many spaces an aircraft of a power may fly per turn."""
    if state.techs[power] >> LONG_RANGE & 1:
        return LONG_MOVE[unit]
    return MOVE[unit]


@lean_jit
def crossing_price(state: Record, space: int, way: int) -> int:
    """The cost of flying over a space for a way of flying, -1 if it is closed."""
    price = 0
    if neutral(state, space):
        if state.phase == NONCOMBAT or not may_enter_neutral(state):
            return -1
        price += 1 if way == OVER_NEUTRALS else RARE
    elif state.phase != NONCOMBAT and state.options[O_AA_OVERFLIGHT] and gun_fires(state, space):
        price += RARE if way == OVER_NEUTRALS else 1
    return price


@jit
def fly_out(state: Record, start: int, goal: int, steps: int, way: int, price: Ints, parent: Ints16) -> None:
    """Fill in the least price of reaching each space with each number of spaces flown, and the space before
    it on the way: for spaces that can be reached so, and for the goal. The search for the shortest way stops
    at the goal.
    """
    over = np.zeros((FARTHEST + 1, _WORDS), np.int64)  # the sets of spaces reached with each number
    done = np.zeros(_WORDS, np.int64)
    over[0, start >> 6] = done[start >> 6] = bit(start & 63)
    price[: steps + 1, goal] = MANY
    price[0, start] = 0
    for flown in range(steps):
        for word in range(_WORDS):
            rest = over[flown, word]
            while rest:
                here = 64 * word + lowest(rest)
                rest = without_lowest(rest)
                toll = crossing_price(state, here, way) if flown > 0 else 0
                if toll < 0:
                    continue
                cost = price[flown, here] + toll
                for i in range(DEGREE[state.graph, here]):
                    there = int64(NEIGHBOURS[state.graph, here, i])
                    at, member = there >> 6, bit(there & 63)
                    if done[at] & member:
                        continue
                    if not over[flown + 1, at] & member or cost < price[flown + 1, there]:
                        over[flown + 1, at] |= member
                        price[flown + 1, there] = cost
                        parent[flown + 1, there] = here
        if way == SHORTEST:
            if price[flown + 1, goal] < MANY:
                return
            for word in range(_WORDS):
                done[word] |= over[flown + 1, word]


@jit
def way_length(price: Ints, goal: int, steps: int, way: int) -> int:
    """The length of the chosen way to a goal, -1 if there is none."""
    best = -1
    for flown in range(1, steps + 1):
        if price[flown, goal] < MANY and (best < 0 or price[flown, goal] < price[best, goal]):
            best = flown
            if way == SHORTEST:
                return best
    return best


@jit
def find_way(state: Record, start: int, goal: int, steps: int, way: int, path: Ints) -> int:
    """Write the way into `path`, from start to goal, and return its length, or -1 if there is none.

    The power to play must be able to pay for all neutrals on it.
    """
    if start == goal:
        return -1
    price = np.empty((FARTHEST + 1, SPACES), np.int64)
    parent = np.empty((FARTHEST + 1, SPACES), np.int16)
    fly_out(state, start, goal, steps, way, price, parent)
    length = way_length(price, goal, steps, way)
    if length < 0:
        return -1
    here = int64(goal)
    crossed = 0
    for flown in range(length, -1, -1):
        path[flown] = here
        if 0 < flown < length and neutral(state, here):
            crossed += 1
        if flown > 0:
            here = parent[flown, here]
    if crossed * state.options[O_NEUTRAL_CHARGE] > state.cash[state.power]:
        return -1
    return length


@jit
def dangers(state: Record, path: Ints, length: int) -> int:
    """The guns and neutrals a way crosses, encoded as one number."""
    total = 0
    for i in range(1, length):
        if neutral(state, path[i]):
            total += RARE
        elif state.options[O_AA_OVERFLIGHT] and gun_fires(state, path[i]):
            total += 1
    return total


@jit
def distinct_ways(state: Record, start: int, goal: int, steps: int, path: Ints) -> int:
    """The set of ways of flying, as bits, that differ in what they cross."""
    if state.phase == NONCOMBAT:
        return 1 if find_way(state, start, goal, steps, SHORTEST, path) > 0 else 0
    first = find_way(state, start, goal, steps, SHORTEST, path)
    first_dangers = dangers(state, path, first) if first > 0 else -1
    if first_dangers == 0:
        return 1
    ways = 1 if first > 0 else 0
    second = find_way(state, start, goal, steps, AROUND, path)
    second_dangers = dangers(state, path, second) if second > 0 else -1
    if second > 0 and second_dangers != first_dangers:
        ways |= 1 << AROUND
    third = find_way(state, start, goal, steps, OVER_NEUTRALS, path)
    if third > 0:
        third_dangers = dangers(state, path, third)
        if third_dangers != first_dangers and third_dangers != second_dangers:
            ways |= 1 << OVER_NEUTRALS
    return ways


@lean_jit
def is_airfield(state: Record, space: int) -> bool:
    """Whether aircraft of the power to play may land on this land space."""
    return space < LANDS and friendly_since_start(state, space)


@jit
def ways_home(state: Record, home: Ints8) -> None:
    """Fill in the distance from each space to the nearest airfield, flying as in non-combat movement."""
    queue = np.empty(SPACES, np.int16)
    home[:] = FAR
    last = 0
    for space in range(LANDS):
        if is_airfield(state, space):
            home[space] = 0
            queue[last] = space
            last += 1
    first = 0
    while first < last:
        here = queue[first]
        first += 1
        for i in range(DEGREE[state.graph, here]):
            there = NEIGHBOURS[state.graph, here, i]
            if home[there] == FAR and not neutral(state, there):
                home[there] = home[here] + 1
                queue[last] = there
                last += 1


@jit
def steps_from(state: Record, start: int, steps: int, over_neutrals: bool, out: Ints8) -> None:
    """Fill in the distance from a space to all others, up to `steps`; without `over_neutrals`, round
    neutrals.
    """
    queue = np.empty(SPACES, np.int16)
    out[:] = FAR
    out[start] = 0
    queue[0] = start
    first, last = 0, 1
    while first < last:
        here = queue[first]
        first += 1
        if out[here] >= steps:
            return
        for i in range(DEGREE[state.graph, here]):
            there = NEIGHBOURS[state.graph, here, i]
            if out[there] == FAR and (over_neutrals or not neutral(state, there)):
                out[there] = out[here] + 1
                queue[last] = there
                last += 1


@jit
def can_meet(state: Record, near: Ints8, carrier_zone: int, steps: int, left: int) -> bool:
    """Whether a fighter and a carrier could meet, without the carrier meeting enemies; `near` has the
    distance from the fighter to each space.
    """
    if near[carrier_zone] <= left:
        return True
    if steps <= 0:
        return False
    for i in range(DEGREE[state.graph, carrier_zone]):
        zone = NEIGHBOURS[state.graph, carrier_zone, i]
        if not _carrier_enters(state, carrier_zone, zone):
            continue
        if near[zone] <= left:
            return True
        if steps > 1:
            for j in range(DEGREE[state.graph, zone]):
                farther = NEIGHBOURS[state.graph, zone, j]
                if near[farther] <= left and _carrier_enters(state, zone, farther):
                    return True
    return False


@lean_jit
def _carrier_enters(state: Record, zone: int, other: int) -> bool:
    """Whether a carrier could go from a zone to a neighbouring space without meeting enemies."""
    return other >= LANDS and strait_open(state, state.power, zone, other) and not hostile(state, other)


@jit
def carrier_slots(state: Record, zones: Ints16, steps: Ints16, room: Ints16) -> int:
    """List the friendly carriers: the zone of each, how far it may still go, and how many fighters it has
    room for. Allied fighters take the room on allied carriers first.
    """
    count = 0
    for zone in range(LANDS, SPACES):
        guests = guest_fighters(state, zone)
        for turn in range(1, POWERS + 1):
            power = (state.power + turn) % POWERS  # the power to play comes last
            carriers = int64(state.units[zone, power, CARRIER])
            if side_of(state, power) != side_of(state, state.power) or carriers == 0:
                continue
            movable = int64(state.fresh[zone, CARRIER]) if power == state.power else int64(0)
            for i in range(carriers):
                if count == len(zones):
                    return count
                zones[count] = zone
                steps[count] = MOVE[CARRIER] if i < movable else 0
                used = min(guests, 2)
                room[count] = 2 - used
                guests -= used
                count += 1
    return count


@jit
def fighters_with_deck(
    state: Record, home: Ints8, start: int, gone: int, goal: int, extra: int, extra_left: int
) -> int:
    """How many fighters beyond reach of an airfield could each be assigned a deck: those in the air, without
    `gone` that leave `start`, with `extra` more over `goal`.
    """
    zones, steps, room = (
        np.empty(MOST_OUT, np.int16),
        np.empty(MOST_OUT, np.int16),
        np.empty(MOST_OUT, np.int16),
    )
    carriers = carrier_slots(state, zones, steps, room)
    if carriers == 0:
        return 0
    fighters = 0
    fits = np.zeros((MOST_OUT, MOST_OUT), np.bool_)
    near = np.empty(SPACES, np.int8)
    longest = flight_range(state, state.power, FIGHTER)
    for space in range(SPACES):
        for flown in range(longest + 1):
            left = longest - flown
            number = int64(state.flown[space, 0, flown])
            if space == start and flown == 0:
                number -= gone
            if space < LANDS and is_airfield(state, space):
                number = int64(0)
            if space == goal and left == extra_left:
                number += extra
            if number == 0 or home[space] <= left:
                continue
            steps_from(state, space, left, False, near)
            first = fighters
            for carrier in range(carriers):
                fits[first, carrier] = can_meet(state, near, zones[carrier], steps[carrier], left)
            for _ in range(number):
                if fighters == MOST_OUT:
                    break
                fits[fighters] = fits[first]
                fighters += 1
    return _matched(fits, fighters, carriers, room)


@jit
def _matched(fits: Flags, fighters: int, carriers: int, room: Ints16) -> int:
    """The size of a maximum matching of fighters and decks (augmenting paths, breadth first)."""
    place = np.full(MOST_OUT, -1, np.int16)
    used = np.zeros(MOST_OUT, np.int16)
    before = np.empty(MOST_OUT, np.int16)  # the fighter from which a carrier was reached
    queue = np.empty(MOST_OUT, np.int16)
    seen = np.empty(MOST_OUT, np.bool_)
    total = 0
    for new in range(fighters):
        seen[:] = False
        queue[0] = new
        first, last = 0, 1
        end = -1
        while first < last and end < 0:
            fighter = queue[first]
            first += 1
            for carrier in range(carriers):
                if not fits[fighter, carrier] or seen[carrier] or room[carrier] == 0:
                    continue
                seen[carrier] = True
                before[carrier] = fighter
                if used[carrier] < room[carrier]:
                    end = carrier
                    break
                for other in range(fighters):
                    if place[other] == carrier:
                        queue[last] = other
                        last += 1
        if end < 0:
            continue
        used[end] += 1
        total += 1
        while end >= 0:
            fighter = before[end]
            end_before = place[fighter]
            place[fighter] = end
            end = end_before
    return total


@jit
def could_land(state: Record, unit: int, n: int, start: int, goal: int, length: int, home: Ints8) -> bool:
    """Whether n aircraft that fly `length` spaces from `start` to `goal` could all land afterwards."""
    if state.options[O_KAMIKAZE]:
        return True
    left = flight_range(state, state.power, unit) - length
    if home[goal] <= left:
        return True
    if unit == BOMBER:
        return False
    before = fighters_with_deck(state, home, start, n, -1, 0, 0)
    after = fighters_with_deck(state, home, start, n, goal, n, left)
    return after >= before + n
