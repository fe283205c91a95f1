"""Aircraft after the fighting: they land where they are safe, and from where they threaten most."""

import numpy as np

from partie.core.compiled.types import Floats, Ints, Ints8, Record, int64
from partie.games.axisallies.players.general.doctrine import CAPITAL_RISK, EXPOSED, FIELD, RISK, SUPPORT
from partie.games.axisallies.players.general.odds import land_units
from partie.games.axisallies.players.general.threats import (
    LOSS,
    P_LOST,
    PROFIT,
    discount_allies,
    is_exposed,
    storm,
)
from partie.games.axisallies.players.general.values import capital_of, prize
from partie.games.axisallies.rules.board import BOARD_COST, LANDS, SPACES
from partie.games.axisallies.rules.control import decks, friendly_since_start
from partie.games.axisallies.rules.flight import flight_range
from partie.games.axisallies.rules.kernels import jit
from partie.games.axisallies.rules.orders import NO_SPACE, move
from partie.games.axisallies.rules.turn import in_the_air
from partie.games.axisallies.rules.units import FIGHTER, KINDS

MOST_FLIGHTS = 120
MOST_SUPPORT = 2.5
"""What all land units of ours beside an aircraft count at most, where enemies could come: a stack with
fighters is attacked last, and goes on with them."""
SAVED = 0.6
"""Which share of the danger to a capital must remain at most, for all aircraft to fly there together."""


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
    n = 0
    answers, trial = np.empty(4), np.zeros(KINDS)
    together = np.ones(LANDS)
    rescue(state, air, table, p, there, together)
    top = 1e-9
    for space in range(SPACES):
        top = max(top, pull[space])
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
                        goal = _place(
                            state, air, pull, top, table, p, there, fleet, together, src, unit, longest - flown, must == 1,
                            answers, trial,
                        )  # fmt: skip
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
    answers, trial = np.empty(4), np.zeros(KINDS)
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
def _place(
    state: Record, air: Ints8, pull: Floats, top: float, table: Floats, p: Floats, there: Floats, fleet: Floats,
    together: Floats, src: int, unit: int, left: int, may_stay: bool, answers: Floats, trial: Floats,
) -> int:  # fmt: skip
    """Where an aircraft lands; -1: nowhere."""
    best, goal, cost = -1e9, -1, float(BOARD_COST[state.board, unit])
    for space in range(SPACES):
        if space == src and not may_stay:
            continue
        if air[src, space] > left:
            continue
        if space < LANDS:
            if not friendly_since_start(state, space):
                continue
            trial[:] = there[space]
        else:
            if unit != FIGHTER or decks(state, space) == 0:
                continue
            if space != src and fleet[space, FIGHTER] >= decks(state, space):
                continue
            trial[:] = fleet[space]
        worth = prize(state, space, p)
        if space == src:
            trial[unit] = max(0.0, trial[unit] - 1.0)
        before = storm(state, state.power, space, trial, table, worth, answers)
        sunk = answers[LOSS]
        trial[unit] += 1.0
        risk = storm(state, state.power, space, trial, table, worth, answers)
        if space < LANDS and together[space] < 1.0:
            risk = min(risk, together[space])
            answers[P_LOST] = risk
            answers[PROFIT] *= risk
        if space < LANDS and discount_allies(state, space, trial):
            storm(state, state.power, space, trial, table, worth, answers)
        score = 4.0 * pull[space] / top
        if space < LANDS and is_exposed(table, space):
            score += min(MOST_SUPPORT, p[SUPPORT] * land_units(trial))
        if not (space < LANDS and capital_of(state, space) == state.power):
            gained = max(0.0, answers[PROFIT] - answers[P_LOST] * worth)
            score -= max(1.5 * cost * answers[P_LOST], min(cost, 0.7 * gained))
            if gained > p[FIELD]:
                score -= p[EXPOSED]
        if space < LANDS and capital_of(state, space) >= 0 and before > p[CAPITAL_RISK]:
            score += 40.0 * (before - risk) + 3.0
        elif space < LANDS and risk <= p[RISK]:  # aircraft alone save nothing for long
            score += min(6.0, 0.5 * worth * max(0.0, before - risk))
        elif space >= LANDS:
            score += max(-4.0, min(8.0, sunk - answers[LOSS] + cost * answers[P_LOST]))
        if space == src:
            score += 0.2
        if score > best:
            best, goal = score, space
    return goal
