"""The twelve kinds of units, with the values `board.json` gives them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

_BOARD = json.loads(Path(__file__).with_name("board.json").read_text("utf-8"))
_UNITS = _BOARD["units"]

INFANTRY, ARMOR, FIGHTER, BOMBER, AA_GUN, FACTORY = range(6)
BATTLESHIP, CARRIER, TRANSPORT, SUBMARINE, MARINE, DESTROYER = range(6, 12)
KINDS = 12

UNIT_IDS: tuple[str, ...] = tuple(unit["id"] for unit in _UNITS)
UNIT_NAMES: tuple[dict[str, str], ...] = tuple({"en": unit["en"], "fr": unit["fr"]} for unit in _UNITS)
COST = np.array([unit["cost"] for unit in _UNITS], np.int64)
ATTACK = np.array([unit["attack"] for unit in _UNITS], np.int64)
DEFENCE = np.array([unit["defence"] for unit in _UNITS], np.int64)
BOMBARD = int(_UNITS[BATTLESHIP]["bombard"])
LANDING_ATTACK = int(_UNITS[MARINE]["attack_landing"])
ANTI_AIR = int(_UNITS[AA_GUN]["anti_air"])

LAND_KINDS = tuple(kind for kind in range(KINDS) if _UNITS[kind].get("captures"))
"""Kinds that can capture a space."""
AIR_KINDS = tuple(kind for kind in range(KINDS) if _UNITS[kind]["kind"] == "air")
SEA_KINDS = tuple(kind for kind in range(KINDS) if _UNITS[kind]["kind"] == "sea")

_EFFECTS = {technology["id"]: technology["effect"] for technology in _BOARD["technologies"]}
TECHNOLOGIES: tuple[str, ...] = tuple(_EFFECTS)
JET_DEFENCE = int(_EFFECTS["jet_power"]["defence"])
SUPER_SUBMARINE_ATTACK = int(_EFFECTS["super_submarines"]["attack"])
HEAVY_BOMBER_DICE = int(_EFFECTS["heavy_bombers"]["dice"])
