"""Look-ahead: simulates an attack and the replies of the other side, and values the position some rounds
later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled import verbs
from partie.core.game import View
from partie.games.axisallies.players import greedy
from partie.games.axisallies.players.staff.answers import answer
from partie.games.axisallies.players.staff.assaults import Ordered
from partie.games.axisallies.players.staff.patience import look
from partie.games.axisallies.players.staff.trial import duplicate
from partie.games.axisallies.rules.board import (
    board_of,
)
from partie.games.axisallies.rules.control import production
from partie.games.axisallies.rules.legality import (
    check,
    scorched_space,
)
from partie.games.axisallies.rules.orders import (
    END,
    plain,
)
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import (
    COMBAT_MOVE,
    LAST_ROUND,
    O_LOW_LUCK,
    O_ROUNDS,
    OVER,
)
from partie.games.axisallies.rules.units import (
    AA_GUN,
    FACTORY,
    KINDS,
)

Way = Callable[[View], list[Ordered]]
"""An attack plan: the orders of combat movement."""
HORIZON = 4
"""The number of rounds for which production is counted."""
CAPTIVE = 0.7
"""The weight of the production of a power that has lost its capital and collects nothing."""
WON = 1000.0
_FIGHTS = np.array([kind not in (AA_GUN, FACTORY) for kind in range(KINDS)])


def play_on(view: View, way: Way, rounds: int, chance: NDArray[np.uint64]) -> float:
    """The value of an attack for its side, `rounds` rounds later. `greedy` plays the rest of the turn and the
    other side; allies wait.

    Raises `OutOfTime` when time runs out. Dice are thrown by `low_luck`, which reduces the variance; the
    programs in the simulation do not know that.
    """
    record: Any = duplicate(view.record).view(np.recarray)[0]
    side = board_of(record).side
    power, turn, turns = int(record.power), (int(record.power), int(record.round_number)), 0
    while record.phase != OVER:
        look()
        now = (int(record.power), int(record.round_number))
        if now != turn:
            turn = now
            turns += turn[0] == power
            if turns == rounds:
                break
        mine = turns == 0 and turn[0] == power
        if mine and record.phase == COMBAT_MOVE:
            chosen = way
        else:
            chosen = greedy.plan if mine or side[turn[0]] != side[power] else _wait
        play_phase(View(view.game, record, turn[0]), chosen, chance)
    return worth(record, int(side[power]))


def _wait(view: View) -> list[Ordered]:
    return []


def play_phase(view: View, way: Way, chance: NDArray[np.uint64]) -> None:
    """Carry out the orders of a phase. Orders that are no longer legal are left out."""
    record = view.record
    before = (int(record.phase), int(record.power))
    for line in way(view):
        look()
        if (int(record.phase), int(record.power)) != before:
            return
        if check(record, line.order) == LEGAL:
            _play(record, line.order, chance)
            while record.battle >= 0 or scorched_space(record) >= 0:
                _play(record, answer(view).order, chance)
    if (int(record.phase), int(record.power)) == before and check(record, plain(END)) == LEGAL:
        _play(record, plain(END), chance)


def _play(record: Any, code: int, chance: NDArray[np.uint64]) -> None:
    options = record["options"]
    luck = int(options[O_LOW_LUCK])
    options[O_LOW_LUCK] = 1
    verbs.play(record, code, chance)
    options[O_LOW_LUCK] = luck


def worth(record: Any, side: int) -> float:
    """The value of a position for a side, in IPC: a fixed value for a war won or lost, otherwise production
    for up to four rounds, units and cash, minus those of the other side. Units count less near the last
    round.
    """
    over = record.phase == OVER
    if over and record.winner >= 0:
        return WON if int(record.winner) == side else -WON
    last = int(record.options[O_ROUNDS]) or LAST_ROUND
    rounds = 1 if over else min(HORIZON, 1 + last - int(record.round_number))
    total, board = 0.0, board_of(record)
    units = (record.units.sum(axis=0, dtype=np.int64) * board.cost * _FIGHTS).sum(axis=1)
    for power in range(board.powers):
        free = board.side[record.owner[board.capital[power]]] == board.side[power]
        mine = rounds * float(production(record, power)) * (1.0 if free else CAPTIVE)
        if not over:
            mine += float(units[power]) * rounds / HORIZON + float(record.cash[power]) * free
        total += mine if int(board.side[power]) == side else -mine
    return total
