"""What a position is worth: a logistic model of who wins the war, fitted to wars of generals against each
other (`lab/train_judgement.py`)."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.records import quick_record
from partie.games.axisallies.players.general import threats, values
from partie.games.axisallies.players.general.doctrine import DEFAULTS
from partie.games.axisallies.players.general.tables import air_steps
from partie.games.axisallies.rules.board import ALL_BOARDS, AXIS, LANDS, POWERS, SPACES
from partie.games.axisallies.rules.control import production
from partie.games.axisallies.rules.state import LAST_ROUND, O_AXIS_GOAL, O_ROUNDS, OVER, State
from partie.games.axisallies.rules.units import AA_GUN, FACTORY, KINDS

Array = NDArray[Any]
Floats = NDArray[np.float64]
FILE = "judgement.json"
FEATURES = ("income", "income left", "goal", "material", "capitals", "danger", "turn")
"""What is counted for the Axis less the Allies: production; production times the share of rounds left; how
near the Axis is to its economic goal; units and cash in IPC, all kinds alike, so that buying and moving are
judged by what comes of them; capitals in own hands; the chances to lose one before its owner's next turn; and
whose turn it is, as whoever has just moved has had its battles and the other side has its own to come."""
NEAR = 16.0
"""Distance (IPC) from the economic goal at which it begins to count."""
_SCALE = 100.0
"""IPC that make a feature 1."""
WON = 50.0
"""The log-odds of a war that is won."""


class Facts(NamedTuple):
    """What is counted on a board: 1 for each power of the Axis and -1 for each of the Allies, their sides and
    capitals, and the prices of units that fight."""

    sign: Floats
    sides: list[int]
    capitals: list[int]
    prices: NDArray[np.int64]


@cache
def facts(board: int) -> Facts:
    """The facts of a board."""
    found = ALL_BOARDS[board]
    sides, capitals = found.side.tolist(), found.capital.tolist()[: found.powers]
    signs = [1.0 if side == AXIS else -1.0 for side in sides[: found.powers]]
    prices = [0 if kind in (AA_GUN, FACTORY) else cost for kind, cost in enumerate(found.cost.tolist())]
    return Facts(np.array(signs + [0.0] * (POWERS - found.powers)), sides, capitals, np.array(prices))


def features(array: Array) -> Floats:
    """The features of a position, an array of one record."""
    record, out = quick_record(array, State), np.zeros(len(FEATURES))
    sign, sides, capitals, prices = facts(int(array["board"][0]))
    made = np.array([float(production(record, power)) for power in range(POWERS)])
    held = [sides[int(array["owner"][0, capital])] == sides[power] for power, capital in enumerate(capitals)]
    free = np.array(held + [False] * (POWERS - len(held)))
    last = int(array["options"][0, O_ROUNDS]) or LAST_ROUND
    left = max(0.0, 1.0 + last - float(array["round_number"][0])) / last
    income = float((sign * made).sum()) / _SCALE
    goal = float(array["options"][0, O_AXIS_GOAL])
    near = 0.0
    if goal > 0.0:
        near = min(1.0, max(0.0, (float(made[sign > 0.0].sum()) - goal + NEAR) / NEAR)) ** 2
    units = (array["units"][0].sum(axis=0, dtype=np.int64) * prices).sum(axis=1)
    out[:] = (
        income,
        income * left,
        near,
        float((sign * (units + free * array["cash"][0])).sum()) / _SCALE,
        float((sign * free).sum()),
        float((sign * free * dangers(array)).sum()),
        float(sign[int(array["power"][0])]),
    )
    return out


def dangers(array: Array) -> Floats:
    """For every power the chance that its capital is taken before its next turn, as all stand now."""
    record, out = quick_record(array, State), np.zeros(POWERS)
    table, garrison, answers = (
        np.zeros((POWERS, SPACES, threats.WIDTH)),
        np.zeros(KINDS),
        np.zeros(threats.STORM_ANSWERS),
    )
    board = int(array["board"][0])
    _, sides, capitals, _ = facts(board)
    air = air_steps(board, int(array["graph"][0]))
    for side in range(2):
        threats.survey(record, side, air, DEFAULTS, table)
        for power, home in enumerate(capitals):
            if sides[power] != side or not 0 <= home < LANDS:
                continue
            threats.stand(record, home, side, garrison)
            prize = float(values.prize(record, home, DEFAULTS))
            out[power] = threats.storm(record, power, home, garrison, table, prize, answers)
    return out


@cache
def weights() -> Floats:
    """The fitted weights: the constant, then one for every feature."""
    text = files("partie.games.axisallies.players.general").joinpath(FILE).read_text("utf-8")
    found = json.loads(text)["weights"]
    return np.array([found["constant"], *(found[name] for name in FEATURES)])


def worth(array: Array, side: int) -> float:
    """What a position is worth to a side, in IPC: as many units would be as good."""
    return log_odds(array, side) * _SCALE / float(weights()[1 + FEATURES.index("material")])


def log_odds(array: Array, side: int) -> float:
    """The log-odds that a side wins the war."""
    if array["phase"][0] == OVER and array["winner"][0] >= 0:
        return WON if int(array["winner"][0]) == side else -WON
    w = weights()
    axis = float(w[0] + (w[1:] * features(array)).sum())
    return axis if side == AXIS else -axis
