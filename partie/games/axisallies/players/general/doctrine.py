"""What a general holds to be true: the numbers its plans are weighed with, declared once, with their ranges,
and the files that hold tuned ones. A doctrine has one row of numbers for each side."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partie.games.axisallies.rules.board import WORLD
from partie.games.axisallies.rules.files import BOARD_IDS

Floats = NDArray[np.float64]
SIDE_NAMES = ("allies", "axis")


class Setting(NamedTuple):
    """A number of a doctrine: its value unless told otherwise, its range, and what it means."""

    name: str
    usual: float
    low: float
    high: float
    help: str


SETTINGS = (
    # attacks
    Setting("least_chance", 0.7, 0.4, 0.95, "the lowest chance to take a space of an attack that is made"),
    Setting("least_gain", 0.4, 0.0, 4.0, "the lowest gain (IPC) of an attack that is made"),
    Setting("hold", 2.5, 0.5, 6.0, "rounds for which a space counts that is taken and kept"),
    Setting("denial", 0.9, 0.0, 3.0, "rounds for which its owner misses it"),
    Setting("counter", 1.0, 0.3, 2.0, "the weight of counter-attacks on land"),
    Setting(
        "ruin", 0.5, 0.0, 3.0, "the weight of what a counter-attack destroys, whatever it costs the enemy"
    ),
    Setting("own_loss", 1.0, 0.5, 1.6, "the weight of own losses"),
    Setting("sea_counter", 0.7, 0.0, 1.5, "the weight of counter-attacks at sea"),
    Setting("strip", 0.6, 0.0, 1.5, "the weight of the danger to spaces that attackers leave"),
    Setting("seen", 0.5, 0.05, 1.0, "the share of small counter-attacks that are made"),
    Setting("seen_slope", 0.04, 0.0, 0.15, "how much that share grows with each IPC they bring"),
    Setting("field", 3.0, 0.0, 3.0, "what an attack on aircraft may bring the enemy where they land (IPC)"),
    Setting("capture", 25.0, 0.0, 80.0, "what taking an enemy capital brings beyond cash and income (IPC)"),
    Setting("sink", 3.0, 0.0, 8.0, "what sinking a transport brings beyond its price (IPC)"),
    Setting("decisive", 5.5, 2.0, 10.0, "the urgency from which attacks are made at lower odds"),
    Setting("last_chance", 0.4, 0.15, 0.7, "the lowest chance of an attack then"),
    Setting(
        "unsafe", 40.0, 0.0, 120.0, "what an open capital counts beyond its prize, among sets of attacks"
    ),
    # marches
    Setting("capital_risk", 0.05, 0.0, 0.3, "the chance to lose a capital that is accepted"),
    Setting("foresight", 0.3, 0.0, 1.5, "the share of what could come to a capital in two turns that counts"),
    Setting("risk", 0.2, 0.02, 0.6, "the chance to lose a stack that is accepted"),
    Setting("margin", 1.0, 0.0, 10.0, "what an attack on a stack may bring the enemy (IPC)"),
    Setting("blockers", 1.0, 0.0, 1.0, "whether single infantry stay on borders (above 0)"),
    Setting("garrison", 1.0, 0.1, 3.0, "how much of the value of a space its garrison may be"),
    # what spaces are worth
    Setting("decay", 0.55, 0.3, 0.85, "what a step leaves of the pull of a goal"),
    Setting("capital_prize", 60.0, 10.0, 160.0, "what a capital is worth beyond cash and income (IPC)"),
    Setting("complex_prize", 8.0, 0.0, 30.0, "what a complex is worth (IPC)"),
    Setting("rounds_held", 2.5, 0.5, 6.0, "rounds of income a space is worth"),
    Setting("near_goal", 30.0, 5.0, 60.0, "distance from an economic goal at which income counts more (IPC)"),
    Setting("urgent", 8.0, 0.0, 16.0, "how much more it counts at the goal"),
    Setting("complex_pull", 4.0, 0.0, 15.0, "how much a complex pulls beyond its income"),
    Setting("capital_pull", 10.0, 0.0, 40.0, "how much a capital pulls beyond its income"),
    # ships
    Setting("sea_step", 0.85, 0.65, 0.97, "what a step at sea leaves of the value of a cargo"),
    Setting("delivered", 6.0, 2.0, 18.0, "what two units are worth where they are needed most (IPC)"),
    Setting("enemy_coast", 0.4, 0.0, 1.0, "what an enemy coast is worth to units aboard, of a friendly one"),
    # aircraft
    Setting("exposed", 4.0, 0.0, 15.0, "what aircraft avoid to land where they could be attacked (IPC)"),
    Setting("support", 0.15, 0.0, 0.6, "what each land unit beside aircraft counts where they land"),
    # purchases
    Setting("infantry_share", 5.0, 0.5, 12.0, "infantry for each armor at the front"),
    Setting("cargo_share", 3.0, 0.3, 12.0, "infantry for each armor aboard"),
    Setting("hulls", 1.0, 0.3, 2.5, "transports, of those that carry what is bought in a turn"),
    Setting("safe_share", 0.25, 0.02, 0.7, "which share of a fleet may be lost where new ships are placed"),
    Setting("fighters", 3.0, 0.0, 10.0, "fighters a land power wants before it buys armor"),
    Setting("held", 0.15, 0.02, 0.5, "the chance to lose a complex at which units are still placed there"),
    Setting("complex_output", 2.0, 1.0, 6.0, "the least a new complex must make in a turn"),
    Setting("complexes", 1.0, 0.0, 4.0, "complexes at the front that a power overseas wants, rounded"),
    Setting("pays_back", 6.0, 2.0, 12.0, "rounds that must be left for a complex to pay back"),
    Setting("rich", 60.0, 20.0, 200.0, "cash above which a power pays for research (IPC)"),
    # what is done at all
    Setting("raids", 0.0, 0.0, 1.0, "whether bombers raid where nothing better offers (above 0.5)"),
    Setting(
        "withdraws", 0.0, 0.0, 1.0, "whether a battle is broken off that would win too little (above 0.5)"
    ),
    Setting("saves", 0.0, 0.0, 1.0, "whether a power overseas saves for ships it cannot pay yet (above 0.5)"),
    Setting("landings", 1.0, 0.0, 1.0, "whether landings of the enemy are foreseen (above 0.5)"),
    Setting("siege", 0.1, 0.0, 1.0, "the chance from which a capital is attacked whatever it costs"),
    Setting(
        "ends", 1.0, 0.0, 1.0, "whether it counts that the war ends after a number of rounds (above 0.5)"
    ),
)
(
    LEAST_CHANCE, LEAST_GAIN, HOLD, DENIAL, COUNTER, RUIN, OWN_LOSS, SEA_COUNTER, STRIP, SEEN, SEEN_SLOPE, FIELD,
    CAPTURE, SINK, DECISIVE, LAST_CHANCE, UNSAFE,
    CAPITAL_RISK, FORESIGHT, RISK, MARGIN, BLOCKERS, GARRISON,
    DECAY, CAPITAL_PRIZE, COMPLEX_PRIZE, ROUNDS_HELD, NEAR_GOAL, URGENT, COMPLEX_PULL, CAPITAL_PULL,
    SEA_STEP, DELIVERED, ENEMY_COAST,
    EXPOSED, SUPPORT,
    INFANTRY_SHARE, CARGO_SHARE, HULLS, SAFE_SHARE, FIGHTERS, HELD, COMPLEX_OUTPUT, COMPLEXES, PAYS_BACK, RICH,
    RAIDS, WITHDRAWS, SAVES, LANDINGS, SIEGE, ENDS,
) = range(52)  # fmt: skip
"""The places of the settings in a row, for compiled code."""

DEFAULTS: Floats = np.array([setting.usual for setting in SETTINGS])
"""A row of the usual values."""
PLACES = {setting.name: place for place, setting in enumerate(SETTINGS)}
PLAIN, TUNED = "plain", "tuned"
_FOLDER = "partie.games.axisallies.players.general"
FILE = "doctrine.json"
ON_BOARDS = {"training": "doctrine-training.json"}
"""The files of doctrines that were tuned on other boards than the world; those without one take its."""


def plain() -> Floats:
    """The usual doctrine: the same row for both sides."""
    return np.stack([DEFAULTS, DEFAULTS])


def bounded(rows: Floats) -> Floats:
    """A doctrine with every number in its range."""
    low, high = (np.array([getattr(setting, end) for setting in SETTINGS]) for end in ("low", "high"))
    out: Floats = np.clip(rows, low, high)
    return out


def from_values(values: Mapping[str, Mapping[str, float]]) -> Floats:
    """The doctrine with these values by side and name, within their ranges; those not named are as usual."""
    rows = plain()
    for side, name in enumerate(SIDE_NAMES):
        for setting, value in values[name].items():
            rows[side, PLACES[setting]] = value
    return bounded(rows)


def to_values(rows: Floats) -> dict[str, dict[str, float]]:
    """The values of a doctrine by side and name."""
    return {
        name: {setting.name: round(float(rows[side, i]), 4) for i, setting in enumerate(SETTINGS)}
        for side, name in enumerate(SIDE_NAMES)
    }


@cache
def tuned(board: int = WORLD) -> Floats:
    """The doctrine that was tuned by wars on a board (`lab/tune.py`)."""
    text = files(_FOLDER).joinpath(ON_BOARDS.get(BOARD_IDS[board], FILE)).read_text("utf-8")
    return from_values(json.loads(text)["values"])


def named(name: str, board: int = WORLD) -> Floats:
    """The doctrine of this name, on a board."""
    return tuned(board) if name == TUNED else plain()
