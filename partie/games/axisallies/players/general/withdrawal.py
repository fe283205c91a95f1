"""Whether to break a battle off: a space that would be lost again with all who took it is better left, once
its defenders have been hit (a strafe)."""

from __future__ import annotations

from typing import Any

import numpy as np

from partie.core.compiled.types import Floats, Record
from partie.games.axisallies.players.general import doctrine, odds, threats, weighing
from partie.games.axisallies.players.general.tables import air_steps
from partie.games.axisallies.rules.board import ALL_BOARDS, DEGREE, LANDS, NEIGHBOURS, POWERS, SPACES
from partie.games.axisallies.rules.casualties import attackers, defenders
from partie.games.axisallies.rules.control import side_of
from partie.games.axisallies.rules.kernels import jit
from partie.games.axisallies.rules.legality import check
from partie.games.axisallies.rules.orders import RETREAT, at, plain
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import PRESS
from partie.games.axisallies.rules.units import KINDS

LEAST_LOSS = 2.0
"""What going on must cost, in IPC, for a battle to be broken off."""


def way_back(record: Any) -> int | None:
    """An order to retreat from the battle, if there is one."""
    if check(record, int(plain(RETREAT))) == LEGAL:
        return int(plain(RETREAT))
    graph, space = int(record["graph"]), int(record["battle"])
    for near in NEIGHBOURS[graph, space, : DEGREE[graph, space]].tolist():
        code = int(at(RETREAT, near))
        if check(record, code) == LEGAL:
            return code
    return None


def forces(record: Any) -> tuple[Floats, Floats]:
    """Who fights on both sides of the battle in progress."""
    ours, theirs = np.zeros(odds.FORCE), np.zeros(KINDS)
    _muster(record, ours, theirs)
    return ours, theirs


@jit
def _muster(state: Record, ours: Floats, theirs: Floats) -> None:
    """Add up who fights on both sides of the battle in progress."""
    side = side_of(state, state.power)
    for kind in range(KINDS):
        ours[kind] = attackers(state, kind)
        for enemy in range(POWERS):
            if threats.is_foe(state, enemy, side):
                theirs[kind] += defenders(state, enemy, kind)


def is_better_left(record: Any, p: Floats) -> bool:
    """Whether going on with a battle on land would cost more than it brings, counter-attacks counted."""
    space = int(record["battle"])
    if p[doctrine.WITHDRAWS] <= 0.5 or record["stage"] != PRESS or not 0 <= space < LANDS:
        return False
    board = ALL_BOARDS[int(record["board"])]
    side = int(board.side[int(record["power"])])
    ours, theirs = forces(record)
    table = np.zeros((POWERS, SPACES, threats.WIDTH))
    threats.survey(record, side, air_steps(board.number, int(record["graph"])), p, table)
    rows, out = np.zeros((5, KINDS)), np.array([0.0, 0.0, 0.0, weighing.WAY_BACK])
    gain = weighing.promise(record, space, ours, theirs, table, p, rows, out)
    return bool(gain < -LEAST_LOSS)
