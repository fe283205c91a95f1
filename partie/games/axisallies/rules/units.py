"""The kinds of units of all boards, with the values of the file that defines them; a board may give other
values (`BOARD_COST`, `BOARD_ATTACK`, `BOARD_DEFENCE`).
"""

from __future__ import annotations

import numpy as np

from partie.games.axisallies.rules.files import UNITS, WORLD

INFANTRY, ARMOR, FIGHTER, BOMBER, AA_GUN, FACTORY = range(6)
BATTLESHIP, CARRIER, TRANSPORT, SUBMARINE, MARINE, DESTROYER, ARTILLERY = range(6, 13)
KINDS = len(UNITS)

UNIT_IDS: tuple[str, ...] = tuple(unit["id"] for unit in UNITS)
UNIT_NAMES: tuple[dict[str, str], ...] = tuple({"en": unit["en"], "fr": unit["fr"]} for unit in UNITS)
COST = np.array([unit["cost"] for unit in UNITS], np.int64)
ATTACK = np.array([unit["attack"] for unit in UNITS], np.int64)
DEFENCE = np.array([unit["defence"] for unit in UNITS], np.int64)
BOMBARD = int(UNITS[BATTLESHIP]["bombard"])
LANDING_ATTACK = int(UNITS[MARINE]["attack_landing"])
ANTI_AIR = int(UNITS[AA_GUN]["anti_air"])
SUPPORT = 1
"""By how much an artillery raises the attack of one infantry."""

LAND_KINDS = tuple(kind for kind in range(KINDS) if UNITS[kind].get("captures"))
"""Kinds that can capture a space."""
AIR_KINDS = tuple(kind for kind in range(KINDS) if UNITS[kind]["kind"] == "air")
SEA_KINDS = tuple(kind for kind in range(KINDS) if UNITS[kind]["kind"] == "sea")

_EFFECTS = {technology["id"]: technology["effect"] for technology in WORLD["technologies"]}
TECHNOLOGIES: tuple[str, ...] = tuple(_EFFECTS)
JET_DEFENCE = int(_EFFECTS["jet_power"]["defence"])
SUPER_SUBMARINE_ATTACK = int(_EFFECTS["super_submarines"]["attack"])
HEAVY_BOMBER_DICE = int(_EFFECTS["heavy_bombers"]["dice"])
