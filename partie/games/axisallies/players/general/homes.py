"""Ways home: fields and decks on which the aircraft of attacks may land, and whether all of them find one."""

import numpy as np

from partie.core.compiled.types import Floats, Ints, Ints8, Record, int64
from partie.games.axisallies.players.general.doctrine import FIELD
from partie.games.axisallies.players.general.threats import (
    P_LOST,
    PROFIT,
    STORM_ANSWERS,
    discount_allies,
    sea_steps,
    stand,
    storm,
)
from partie.games.axisallies.players.general.values import capital_of, prize
from partie.games.axisallies.players.general.workspace import MOST_STEPS
from partie.games.axisallies.rules.board import CLASS, FAR, FARTHEST, LAND_KIND, LANDS, SPACES
from partie.games.axisallies.rules.control import decks, friendly_since_start, side_fighters, side_of
from partie.games.axisallies.rules.flight import find_way, flight_range
from partie.games.axisallies.rules.kernels import jit, lean_jit
from partie.games.axisallies.rules.orders import AROUND
from partie.games.axisallies.rules.units import BOMBER, CARRIER, FIGHTER, KINDS

DECK, SPARE_DECK, ROOM, HOMES = 2, 3, 4, 5
"""Rows of the ways home (`home_steps`), after fields for fighters and bombers: decks for fighters that come
from one, and for others; how many others there is room for, in its first place; and how many rows there
are."""


@jit
def home_steps(
    state: Record, air: Ints8, table: Floats, coming: Floats, sent: Ints, p: Floats, home: Ints8
) -> None:
    """Fill how far every space is from land where fighters and bombers of the power to play may land this
    turn, and where an attack on one more would not bring the enemy more than `FIELD`, if half of the land
    units there go elsewhere, or all that were `sent` to attacks; the own capital needs them in any case.
    `coming`: units to be placed. `home` has a row for fighters, one for bombers, and those of decks (`DECK`,
    `SPARE_DECK`)."""
    garrison, counter = np.zeros(KINDS), np.empty(STORM_ANSWERS)
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
    fleet, there, counter = np.zeros(KINDS), np.zeros(KINDS), np.empty(STORM_ANSWERS)
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
def list_airborne(state: Record, home: Ints8, flights: Ints) -> int:
    """List the aircraft that are on their way to earlier attacks and can return to a safe field."""
    flying = 0
    for space in range(SPACES):
        for kind in range(FIGHTER, BOMBER + 1):
            for flown in range(1, flight_range(state, state.power, kind) + 1):
                if state.flown[space, kind - FIGHTER, flown] > 0 and flying < MOST_STEPS:
                    flights[flying, 0], flights[flying, 1], flights[flying, 2] = space, kind, flown
                    flights[flying, 3] = LANDS  # from a deck, for all that is known
                    if all_return(state, flights, flying, flying + 1, home):
                        flying += 1
    return flying


@jit
def all_return(state: Record, flights: Ints, first: int, last: int, home: Ints8) -> bool:
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
