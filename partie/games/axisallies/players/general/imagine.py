"""Turns that are only imagined: played on a copy by the general itself, with dice, and what they come to."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled import verbs
from partie.core.game import View
from partie.games.axisallies.players.general import odds
from partie.games.axisallies.players.general.agent import SENTENCES, General, Mute, War
from partie.games.axisallies.players.staff.patience import look
from partie.games.axisallies.players.staff.trial import duplicate
from partie.games.axisallies.rules.board import (
    AXIS,
    CAPITAL,
    DEGREE,
    LANDS,
    NEIGHBOURS,
    POWERS,
    SIDE,
)
from partie.games.axisallies.rules.casualties import attackers, defenders
from partie.games.axisallies.rules.control import production
from partie.games.axisallies.rules.legality import check, scorched_space
from partie.games.axisallies.rules.orders import END, FIGHT, GO_ON, LOSE_AS_USUAL, RETREAT, SCORCH, at, plain
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import (
    COMBAT,
    LAST_ROUND,
    O_AXIS_GOAL,
    O_LOW_LUCK,
    O_ROUNDS,
    OVER,
    PRESS,
    State,
)
from partie.games.axisallies.rules.turn import pending
from partie.games.axisallies.rules.units import AA_GUN, COST, FACTORY, KINDS

_END, _GO_ON, _AS_USUAL, _RETREAT = (int(plain(kind)) for kind in (END, GO_ON, LOSE_AS_USUAL, RETREAT))
_PRICES = np.array([0 if kind in (AA_GUN, FACTORY) else cost for kind, cost in enumerate(COST.tolist())])
HORIZON = 4.0
"""Rounds for which production is counted."""
WON = 1000.0
GOAL_WORTH = 120.0
"""IPC for being at one's economic goal."""
PRESS_ON = 0.45

Array = NDArray[Any]


def play_on(view: View, general: General, others: General, turns: int, chance: NDArray[np.uint64]) -> float:
    """What the position is worth to the side of the power to play after this turn and the next ones, the rest
    of this turn played by `general`, the others by `others`."""
    array = duplicate(view.record).view(State)
    power = int(array["power"][0])
    for number in range(turns):
        array = play_turn(view, array, general if number == 0 else others, chance)
        if array["phase"][0] == OVER:
            break
    return worth(array, int(SIDE[power]))


def play_turn(view: View, array: Array, general: General, chance: NDArray[np.uint64]) -> Array:
    """The rest of a turn; returns the position when the next one begins."""
    turn = (int(array["power"][0]), int(array["round_number"][0]))
    while array["phase"][0] != OVER and (int(array["power"][0]), int(array["round_number"][0])) == turn:
        look()
        if array["phase"][0] == COMBAT:
            _fight(array, chance)
            continue
        war = War(View(view.game, array.view(np.recarray)[0], turn[0]))
        general.order(war, Mute(war, SENTENCES))
        array = war.array
        _play(array, _END, chance)
    return array


def _play(array: Array, code: int, chance: NDArray[np.uint64]) -> None:
    options = array["options"][0]
    luck = int(options[O_LOW_LUCK])
    options[O_LOW_LUCK] = 1
    verbs.play(array[0], code, chance)
    options[O_LOW_LUCK] = luck


def _fight(array: Array, chance: NDArray[np.uint64]) -> None:
    """All battles of the phase, those at sea first."""
    record = array[0]
    present = array["units"][0, :, array["power"][0]].any(axis=1)
    beaches = array["beach"][0]
    present[beaches[beaches >= 0]] = True
    spaces = np.flatnonzero(present).tolist()
    for space in sorted(spaces, key=lambda space: (space < LANDS, space)):
        while (
            array["phase"][0] == COMBAT
            and pending(record, space)
            and check(record, int(at(FIGHT, space))) == LEGAL
        ):
            _play(array, int(at(FIGHT, space)), chance)
            while array["battle"][0] >= 0 or scorched_space(record) >= 0:
                _play(array, _answer(array), chance)
    if array["phase"][0] == COMBAT:
        _play(array, _END, chance)


def _answer(array: Array) -> int:
    record = array[0]
    if scorched_space(record) >= 0:
        return int(at(SCORCH, int(scorched_space(record))))
    if array["hits"][0] > 0:
        return _AS_USUAL
    if array["stage"][0] != PRESS:
        return _GO_ON
    space, power = int(array["battle"][0]), int(array["power"][0])
    ours = np.array([float(attackers(record, kind)) for kind in range(KINDS)])
    theirs = np.zeros(KINDS)
    for enemy in range(POWERS):
        if SIDE[enemy] != SIDE[power]:
            theirs += [float(defenders(record, enemy, kind)) for kind in range(KINDS)]
    out, left = np.zeros(odds.ANSWERS), np.zeros((2, KINDS))
    take = odds.estimate(ours, theirs, int(space >= LANDS), 0, 0.0, left[0], left[1], out)
    if take >= PRESS_ON or out[odds.DEFENDER_LOSS] > out[odds.ATTACKER_LOSS] + 3.0:
        return _GO_ON
    if check(record, _RETREAT) == LEGAL:
        return _RETREAT
    graph = int(array["graph"][0])
    for near in NEIGHBOURS[graph, space, : DEGREE[graph, space]].tolist():
        code = int(at(RETREAT, near))
        if check(record, code) == LEGAL:
            return code
    return _GO_ON


def worth(array: Array, side: int) -> float:
    """What a position is worth to a side, in IPC: production for the rounds to come, units, cash, capitals,
    how near the economic goal is; a war won or lost more than anything."""
    record = array[0]
    over = array["phase"][0] == OVER
    if over and array["winner"][0] >= 0:
        return WON if int(array["winner"][0]) == side else -WON
    last = int(array["options"][0, O_ROUNDS]) or LAST_ROUND
    rounds = 1.0 if over else min(HORIZON, 1.0 + last - float(array["round_number"][0]))
    units = (array["units"][0].sum(axis=0, dtype=np.int64) * _PRICES).sum(axis=1)
    total, axis = 0.0, 0.0
    for power in range(POWERS):
        free = SIDE[array["owner"][0, CAPITAL[power]]] == SIDE[power]
        made = float(production(record, power))
        value = (
            rounds * made * (1.0 if free else 0.5)
            + float(units[power])
            + float(array["cash"][0, power]) * free
        )
        value += 30.0 if free else 0.0
        if SIDE[power] == AXIS:
            axis += made
        total += value if int(SIDE[power]) == side else -value
    goal = float(array["options"][0, O_AXIS_GOAL])
    if goal > 0.0:
        near = GOAL_WORTH * min(1.0, max(0.0, (axis - goal + 16.0) / 16.0)) ** 2
        total += near if side == AXIS else -near
    return total
