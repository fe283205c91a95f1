"""What is printed on the board and in the tables, read from the file of the board and nowhere else.

The board is the world; `ORACLE_BOARD` in the environment names another one.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import partie.games.axisallies.rules

BOARD = os.environ.get("ORACLE_BOARD", "world")
_FOLDER = Path(partie.games.axisallies.rules.__file__).parent
_WORLD: dict[str, Any] = json.loads((_FOLDER / "board.json").read_text("utf-8"))
_DATA: dict[str, Any] = (
    _WORLD if BOARD == "world" else json.loads((_FOLDER / f"{BOARD}.json").read_text("utf-8"))
)
if _DATA.get("extends") == "world":
    _DATA = _WORLD | _DATA

POWERS: list[str] = [power["id"] for power in _DATA["powers"]]
SIDE = {power["id"]: power["side"] for power in _DATA["powers"]}
CAPITAL = {power["id"]: power["capital"] for power in _DATA["powers"]}
CASH = {power["id"]: power["cash"] for power in _DATA["powers"]}

SPACES = [space["id"] for space in _DATA["spaces"]]
LAND = [space["id"] for space in _DATA["spaces"] if space["kind"] == "land"]
SEA = [space["id"] for space in _DATA["spaces"] if space["kind"] == "sea"]
IS_LAND = {space["id"]: space["kind"] == "land" for space in _DATA["spaces"]}
IPC: dict[str, int] = {space["id"]: space.get("ipc", 0) for space in _DATA["spaces"]}
ORIGINAL = {
    space["id"]: space["owner"] if space["owner"] in POWERS else None
    for space in _DATA["spaces"]
    if space["kind"] == "land"
}
SETUP = {space["id"]: space.get("setup", {}) for space in _DATA["spaces"]}

SOLD = [unit["id"] for unit in _DATA["units"]]
OPTIONAL = [unit["id"] for unit in _DATA["units"] if "option" in unit]
RESEARCH = _DATA["research"] is not None
CAPITALS_TO_WIN: dict[str, int] = _DATA["victory"]["capitals"]
START_TECHS = {
    power["id"]: {power["start_tech"]} if "start_tech" in power else set() for power in _DATA["powers"]
}
PEACEFUL = [power["id"] for power in _DATA["powers"] if power.get("peace_option")]
_UNITS = {unit["id"]: dict(unit) for unit in _WORLD["units"]}
for _unit in _DATA["units"]:
    _UNITS.setdefault(_unit["id"], {}).update(_unit)
KINDS = list(_UNITS)
HUNTERS = any(unit.get("hunts_submarines") for unit in _DATA["units"])
"""Whether destroyers hunt submarines."""
COST: dict[str, int] = {kind: _UNITS[kind]["cost"] for kind in KINDS}
ATTACK: dict[str, int] = {kind: _UNITS[kind]["attack"] for kind in KINDS}
DEFENCE: dict[str, int] = {kind: _UNITS[kind]["defence"] for kind in KINDS}
ROOM: dict[str, int] = {kind: _UNITS[kind].get("room_taken", 0) for kind in KINDS}
TROOPS = ["infantry", "armor", "marine", "artillery"]
"""Land units that fight and take spaces."""
WALKERS = ["infantry", "armor", "aa_gun", "marine", "artillery"]
AIRCRAFT = ["fighter", "bomber"]
SHIPS = ["battleship", "carrier", "transport", "submarine", "destroyer"]
TECHS = [tech["id"] for tech in sorted(_WORLD["technologies"], key=lambda tech: tech["roll"])]
PIECES = {
    "infantry": 20, "armor": 12, "fighter": 10, "bomber": 6, "aa_gun": 6, "battleship": 4, "carrier": 4,
    "transport": 8, "submarine": 8, "marine": 10, "destroyer": 6, "artillery": 10,
}  # fmt: skip
CANALS = [(canal["between"], canal["keys"], canal["id"]) for canal in _DATA["canals"]]


def enemies(power: str) -> list[str]:
    return [other for other in POWERS if SIDE[other] != SIDE[power]]


def friends(power: str) -> list[str]:
    return [other for other in POWERS if SIDE[other] == SIDE[power]]


def neighbours(hudson_bay: bool, one_panama: bool, no_gulf: bool) -> dict[str, list[str]]:
    """Who touches whom under the three map options, in the order of the file."""
    edges = {frozenset((space["id"], other)) for space in _DATA["spaces"] for other in space["neighbours"]}
    if _DATA["map_options"]:
        hudson, panama, gulf = _DATA["map_options"]
        if not hudson_bay:
            edges -= {frozenset(edge) for edge in hudson["edges_when_on"]}
        if no_gulf:
            edges = {edge for edge in edges if gulf["space_gone_when_on"] not in edge}
            edges |= {frozenset(edge) for edge in gulf["edges_when_on"]}
        if one_panama:
            kept, gone = panama["one_zone_when_on"]
            edges = {frozenset(kept if end == gone else end for end in edge) for edge in edges}
    around: dict[str, list[str]] = {space: [] for space in SPACES}
    for edge in edges:
        if len(edge) == 2:
            one, other = edge
            around[one].append(other)
            around[other].append(one)
    return {space: sorted(near, key=SPACES.index) for space, near in around.items()}
