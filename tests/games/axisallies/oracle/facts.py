"""What is printed on the board and in the tables, read from `board.json` and nowhere else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import partie.games.axisallies.rules

_DATA: dict[str, Any] = json.loads(
    Path(partie.games.axisallies.rules.__file__).with_name("board.json").read_text("utf-8")
)

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

_UNITS = {unit["id"]: unit for unit in _DATA["units"]}
KINDS = list(_UNITS)
COST: dict[str, int] = {kind: _UNITS[kind]["cost"] for kind in KINDS}
ATTACK: dict[str, int] = {kind: _UNITS[kind]["attack"] for kind in KINDS}
DEFENCE: dict[str, int] = {kind: _UNITS[kind]["defence"] for kind in KINDS}
ROOM: dict[str, int] = {kind: _UNITS[kind].get("room_taken", 0) for kind in KINDS}
TROOPS = ["infantry", "armor", "marine"]
"""Land units that fight and take spaces."""
WALKERS = ["infantry", "armor", "aa_gun", "marine"]
AIRCRAFT = ["fighter", "bomber"]
SHIPS = ["battleship", "carrier", "transport", "submarine", "destroyer"]
TECHS = [tech["id"] for tech in sorted(_DATA["technologies"], key=lambda tech: tech["roll"])]
PIECES = {
    "infantry": 20, "armor": 12, "fighter": 10, "bomber": 6, "aa_gun": 6, "battleship": 4, "carrier": 4,
    "transport": 8, "submarine": 8, "marine": 10, "destroyer": 6,
}  # fmt: skip
CANALS = [(canal["between"], canal["keys"], canal["id"]) for canal in _DATA["canals"]]


def enemies(power: str) -> list[str]:
    return [other for other in POWERS if SIDE[other] != SIDE[power]]


def friends(power: str) -> list[str]:
    return [other for other in POWERS if SIDE[other] == SIDE[power]]


def neighbours(hudson_bay: bool, one_panama: bool, no_gulf: bool) -> dict[str, list[str]]:
    """Who touches whom under the three map options, in the order of the file."""
    edges = {frozenset((space["id"], other)) for space in _DATA["spaces"] for other in space["neighbours"]}
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
