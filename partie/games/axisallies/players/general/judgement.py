"""What a position is worth: a logistic model of who wins the war, fitted to wars of generals against each
other (`lab/train_judgement.py`)."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.records import quick_record
from partie.games.axisallies.players.general import threats, values
from partie.games.axisallies.players.general.doctrine import DEFAULTS
from partie.games.axisallies.players.general.tables import air_steps
from partie.games.axisallies.rules.board import AXIS, CAPITAL, LANDS, POWERS, SIDE, SPACES
from partie.games.axisallies.rules.control import production
from partie.games.axisallies.rules.state import LAST_ROUND, O_AXIS_GOAL, O_ROUNDS, OVER, State
from partie.games.axisallies.rules.units import AA_GUN, COST, FACTORY, KINDS

Array = NDArray[Any]
Floats = NDArray[np.float64]
FILE = "judgement.json"
FEATURES = ("income", "income left", "goal", "material", "capitals", "danger")
"""What is counted for the Axis less the Allies: production; production times the share of rounds left; how
near the Axis is to its economic goal; units and cash in IPC, all kinds alike, so that buying and moving are
judged by what comes of them; capitals in own hands; and the chances to lose one before its owner's next
turn."""
NEAR = 16.0
"""Distance (IPC) from the economic goal at which it begins to count."""
_SCALE = 100.0
"""IPC that make a feature 1."""
_PRICES = np.array([0 if kind in (AA_GUN, FACTORY) else cost for kind, cost in enumerate(COST.tolist())])
WON = 50.0
"""The log-odds of a war that is won."""
_SIGN = np.array([1.0 if SIDE[power] == AXIS else -1.0 for power in range(POWERS)])


def features(array: Array) -> Floats:
    """The features of a position, an array of one record."""
    record, out = quick_record(array, State), np.zeros(len(FEATURES))
    made = np.array([float(production(record, power)) for power in range(POWERS)])
    free = np.array([SIDE[array["owner"][0, CAPITAL[power]]] == SIDE[power] for power in range(POWERS)])
    last = int(array["options"][0, O_ROUNDS]) or LAST_ROUND
    left = max(0.0, 1.0 + last - float(array["round_number"][0])) / last
    income = float((_SIGN * made).sum()) / _SCALE
    goal = float(array["options"][0, O_AXIS_GOAL])
    near = 0.0
    if goal > 0.0:
        near = min(1.0, max(0.0, (float(made[_SIGN > 0.0].sum()) - goal + NEAR) / NEAR)) ** 2
    units = (array["units"][0].sum(axis=0, dtype=np.int64) * _PRICES).sum(axis=1)
    out[:] = (
        income,
        income * left,
        near,
        float((_SIGN * (units + free * array["cash"][0])).sum()) / _SCALE,
        float((_SIGN * free).sum()),
        float((_SIGN * free * dangers(array)).sum()),
    )
    return out


def dangers(array: Array) -> Floats:
    """For every power the chance that its capital is taken before its next turn, as all stand now."""
    record, out = quick_record(array, State), np.zeros(POWERS)
    table, garrison, answers = np.zeros((POWERS, SPACES, threats.WIDTH)), np.zeros(KINDS), np.zeros(4)
    air = air_steps(int(array["graph"][0]))
    for side in range(2):
        threats.survey(record, side, air, DEFAULTS, table)
        for power in range(POWERS):
            home = int(CAPITAL[power])
            if SIDE[power] != side or not 0 <= home < LANDS:
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
