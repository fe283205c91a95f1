"""Aircraft after the fighting: they land where they are safe, and from where they threaten most."""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.types import Floats, Ints, Ints8, Record, int64
from partie.games.axisallies.players.general.doctrine import CAPITAL_RISK, EXPOSED, FIELD, RISK, SUPPORT
from partie.games.axisallies.players.general.odds import land_units
from partie.games.axisallies.players.general.threats import (
    LOSS,
    P_LOST,
    PROFIT,
    STORM_ANSWERS,
    discount_allies,
    is_exposed,
    storm,
)
from partie.games.axisallies.players.general.values import capital_of, prize
from partie.games.axisallies.rules.board import BOARD_COST, LANDS, SPACES
from partie.games.axisallies.rules.control import decks, friendly_since_start
from partie.games.axisallies.rules.flight import flight_range
from partie.games.axisallies.rules.kernels import jit, lean_jit
from partie.games.axisallies.rules.orders import NO_SPACE, move
from partie.games.axisallies.rules.turn import in_the_air
from partie.games.axisallies.rules.units import FIGHTER, KINDS

MOST_FLIGHTS = 120
MOST_SUPPORT = 2.5
"""What all land units of ours beside an aircraft count at most, where enemies could come: a stack with
fighters is attacked last, and goes on with them."""
SAVED = 0.6
"""Which share of the danger to a capital must remain at most, for all aircraft to fly there together."""
NEAR_THE_ENEMY = 4.0
"""What the place from which aircraft threaten most counts, in IPC."""
LOST_WITH_ALL, LOST_ALONE = 1.5, 0.7
"""How much an aircraft counts that is lost with its space, of its price: it is not in the next battle either;
and which share of what a strike on aircraft alone would bring the enemy: not every such strike is flown."""
SAVIOUR, FOR_A_CAPITAL = 40.0, 3.0
"""What it counts to end the danger to a capital, in IPC, and to land in one that is in danger."""
SAVES_MOST, SAVES = 6.0, 0.5
"""What saving another space counts at most, in IPC, and of its prize."""
SAVES_FLEET, RISKS_FLEET = 8.0, 4.0
"""What an aircraft that joins a fleet saves, or costs, at most, in IPC."""
STAYS = 0.2
"""What it counts to stay where one is, in IPC: nobody flies for nothing."""


class Field(NamedTuple):
    """What landings are weighed with: how far aircraft fly, how much every space attracts them, and the most
    that any does, what enemies could bring, the doctrine, who will be in every land space and zone, and the
    chance that a capital is lost if all aircraft come (`rescue`)."""

    air: Ints8
    pull: Floats
    top: float
    table: Floats
    p: Floats
    there: Floats
    fleet: Floats
    together: Floats


@jit
def plan_landings(
    state: Record,
    air: Ints8,
    pull: Floats,
    table: Floats,
    p: Floats,
    there: Floats,
    fleet: Floats,
    codes: Ints,
) -> int:
    """Fill the orders of all aircraft, those first that cannot stay where they are. `there`, `fleet`: who
    will be in every land space and zone; both are brought up to date."""
    n, together = 0, np.ones(LANDS)
    rescue(state, air, table, p, there, together)
    top = 1e-9
    for space in range(SPACES):
        top = max(top, pull[space])
    field = Field(air, pull, top, table, p, there, fleet, together)
    for must in range(2):
        for kind in range(2):
            unit = FIGHTER + kind
            longest = flight_range(state, state.power, unit)
            for src in range(SPACES):
                flying = in_the_air(state, src, kind)
                for flown in range(longest, -1, -1):
                    count = int64(state.flown[src, kind, flown])
                    if count == 0 or (flying > 0) != (must == 0):
                        continue
                    for _ in range(count):
                        goal = _place(state, field, src, unit, longest - flown, must == 1)
                        if goal < 0:
                            continue
                        if goal < LANDS:
                            there[goal, unit] += 1.0
                        else:
                            fleet[goal, unit] += 1.0
                        if src < LANDS:
                            there[src, unit] = max(0.0, there[src, unit] - 1.0)
                        else:
                            fleet[src, unit] = max(0.0, fleet[src, unit] - 1.0)
                        if goal != src and n < MOST_FLIGHTS:
                            codes[n] = move(1, unit, src, NO_SPACE, goal, 0)
                            n += 1
    return n


@jit
def rescue(state: Record, air: Ints8, table: Floats, p: Floats, there: Floats, out: Floats) -> None:
    """Fill the chance that a capital of ours is lost if all aircraft that can fly there do: one alone often
    makes no difference where all of them do. 1 where they cannot save it."""
    answers, trial = np.empty(STORM_ANSWERS), np.zeros(KINDS)
    for space in range(LANDS):
        if capital_of(state, space) < 0 or not friendly_since_start(state, space):
            continue
        trial[:] = there[space]
        worth = prize(state, space, p)
        before = storm(state, state.power, space, trial, table, worth, answers)
        if before <= p[CAPITAL_RISK]:
            continue
        for kind in range(2):
            longest = flight_range(state, state.power, FIGHTER + kind)
            for src in range(SPACES):
                for flown in range(longest + 1):
                    if src != space and air[src, space] <= longest - flown:
                        trial[FIGHTER + kind] += state.flown[src, kind, flown]
        after = storm(state, state.power, space, trial, table, worth, answers)
        if after < SAVED * before:
            out[space] = after


@jit
def _place(state: Record, field: Field, src: int, unit: int, left: int, may_stay: bool) -> int:
    """Where an aircraft lands; -1: nowhere."""
    best, goal = -1e9, -1
    answers, trial = np.empty(STORM_ANSWERS), np.zeros(KINDS)
    air, there, fleet = field.air, field.there, field.fleet
    for space in range(SPACES):
        if (space == src and not may_stay) or air[src, space] > left:
            continue
        if space < LANDS:
            if not friendly_since_start(state, space):
                continue
            trial[:] = there[space]
        else:
            if not _has_deck(state, fleet, src, space, unit):
                continue
            trial[:] = fleet[space]
        score = _score(state, field, space, src, unit, trial, answers)
        if score > best:
            best, goal = score, space
    return goal


@lean_jit
def _has_deck(state: Record, fleet: Floats, src: int, zone: int, unit: int) -> bool:
    """Whether there is a deck for an aircraft in a zone, or it has one there already."""
    room = decks(state, zone)
    if unit != FIGHTER or room == 0:
        return False
    return zone == src or fleet[zone, FIGHTER] < room


@jit
def _score(
    state: Record, field: Field, space: int, src: int, unit: int, trial: Floats, answers: Floats
) -> float:
    """What it is worth, in IPC, that an aircraft lands in a space, where those of a trial are."""
    p, table, cost = field.p, field.table, float(BOARD_COST[state.board, unit])
    on_land, worth = space < LANDS, prize(state, space, field.p)
    if space == src:
        trial[unit] = max(0.0, trial[unit] - 1.0)
    before = storm(state, state.power, space, trial, table, worth, answers)
    sunk = answers[LOSS]
    trial[unit] += 1.0
    risk = storm(state, state.power, space, trial, table, worth, answers)
    if on_land and field.together[space] < 1.0:
        risk = min(risk, field.together[space])
        answers[P_LOST] = risk
        answers[PROFIT] *= risk
    if on_land and discount_allies(state, space, trial):
        storm(state, state.power, space, trial, table, worth, answers)
    score = NEAR_THE_ENEMY * field.pull[space] / field.top
    if on_land and is_exposed(table, space):
        score += min(MOST_SUPPORT, p[SUPPORT] * land_units(trial))
    if not (on_land and capital_of(state, space) == state.power):
        gained = max(0.0, answers[PROFIT] - answers[P_LOST] * worth)
        score -= max(LOST_WITH_ALL * cost * answers[P_LOST], min(cost, LOST_ALONE * gained))
        if gained > p[FIELD]:
            score -= p[EXPOSED]
    if on_land and capital_of(state, space) >= 0 and before > p[CAPITAL_RISK]:
        score += SAVIOUR * (before - risk) + FOR_A_CAPITAL
    elif on_land and risk <= p[RISK]:  # aircraft alone save nothing for long
        score += min(SAVES_MOST, SAVES * worth * max(0.0, before - risk))
    elif not on_land:
        score += max(-RISKS_FLEET, min(SAVES_FLEET, sunk - answers[LOSS] + cost * answers[P_LOST]))
    if space == src:
        score += STAYS
    return score
