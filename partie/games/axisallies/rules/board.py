"""The board as arrays: spaces, neighbours under each map option, values, owners and the set-up, read from
`board.json`.

Spaces are numbered in the order of the file: land first (below `LANDS`), then sea zones. There is one graph
for each combination of the three map options; `graph_of` returns its number.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from partie.games.axisallies.rules.units import (
    KINDS,
    UNIT_IDS,
)

_BOARD: dict[str, Any] = json.loads(Path(__file__).with_name("board.json").read_text("utf-8"))
_SPACES: list[dict[str, Any]] = _BOARD["spaces"]

SPACES = len(_SPACES)
LANDS = sum(space["kind"] == "land" for space in _SPACES)
POWERS = len(_BOARD["powers"])
USSR, GERMANY, UK, JAPAN, USA = range(POWERS)
ALLIES, AXIS = 0, 1
NOBODY = -1
FAR = 99
"""A distance beyond the range of every unit."""

SPACE_IDS: tuple[str, ...] = tuple(space["id"] for space in _SPACES)
SPACE_NAMES: tuple[dict[str, str], ...] = tuple({"en": s["en"], "fr": s["fr"]} for s in _SPACES)
POWER_IDS: tuple[str, ...] = tuple(power["id"] for power in _BOARD["powers"])
POWER_NAMES: tuple[dict[str, str], ...] = tuple({"en": p["en"], "fr": p["fr"]} for p in _BOARD["powers"])
TECH_IDS: tuple[str, ...] = tuple(tech["id"] for tech in _BOARD["technologies"])
TECH_NAMES: tuple[dict[str, str], ...] = tuple({"en": t["en"], "fr": t["fr"]} for t in _BOARD["technologies"])
JETS, ROCKETS, SUPER_SUBS, LONG_RANGE, INDUSTRY, HEAVY_BOMBERS = range(6)
TECHS = len(TECH_IDS)

_number = {name: index for index, name in enumerate(SPACE_IDS)}
_power = {name: index for index, name in enumerate(POWER_IDS)}


def space(name: str) -> int:
    """The number of the space with this id."""
    return _number[name]


SIDE = np.array([power["side"] == "axis" for power in _BOARD["powers"]], np.int64)
CAPITAL = np.array([_number[power["capital"]] for power in _BOARD["powers"]], np.int64)
START_CASH = np.array([power["cash"] for power in _BOARD["powers"]], np.int64)
IPC = np.array([s.get("ipc", 0) for s in _SPACES], np.int64)
ORIGINAL = np.array([_power.get(s.get("owner", ""), NOBODY) for s in _SPACES], np.int64)
"""The owner of each space at the start of the war; `NOBODY` for neutrals and sea zones."""
RESEARCH_COST = int(_BOARD["research"]["cost_per_die"])
BREAKTHROUGH = int(_BOARD["research"]["breakthrough"])
_EFFECTS = {tech["id"]: tech["effect"] for tech in _BOARD["technologies"]}
ROCKET_RANGE = int(_EFFECTS["rockets"]["range"])

MOVE = np.array([unit["move"] for unit in _BOARD["units"]], np.int64)
LONG_MOVE = np.array([_EFFECTS["long_range_aircraft"]["move"].get(name, 0) for name in UNIT_IDS], np.int64)
"""How far each kind flies with long-range aircraft."""
FARTHEST = int(LONG_MOVE.max())
ROOM_TAKEN = np.array([unit.get("room_taken", 0) for unit in _BOARD["units"]], np.int64)
ROOM = 2
DECK = 2
LAND_KIND, AIR_KIND, SEA_KIND, STRUCTURE = range(4)
CLASS = np.array([("land", "air", "sea", "structure").index(u["kind"]) for u in _BOARD["units"]], np.int64)

SETUP = np.zeros((SPACES, POWERS, KINDS), np.int64)
for _index, _space in enumerate(_SPACES):
    for _name, _stack in _space.get("setup", {}).items():
        for _unit, _count in _stack.items():
            SETUP[_index, _power[_name], UNIT_IDS.index(_unit)] = _count

SUEZ, PANAMA = range(2)
CANAL_ENDS = np.array([[_number[end] for end in canal["between"]] for canal in _BOARD["canals"]], np.int64)
CANAL_KEYS = np.array(
    [[_number[(canal["keys"] * 2)[i]] for i in range(2)] for canal in _BOARD["canals"]], np.int64
)
"""The two spaces that control each canal; a canal with one key has it twice."""

HUDSON_BAY, ONE_PANAMA, NO_GULF = 1, 2, 4
GRAPHS = 8
_HUDSON, _PANAMA_ZONES, _GULF = _BOARD["map_options"]
GULF = _number[_GULF["space_gone_when_on"]]
CARIBBEAN, WEST_PANAMA = (_number[name] for name in _PANAMA_ZONES["one_zone_when_on"])


def graph_of(hudson_bay: bool, one_panama_zone: bool, no_gulf: bool) -> int:
    """The number of the graph for these map options."""
    return HUDSON_BAY * bool(hudson_bay) + ONE_PANAMA * bool(one_panama_zone) + NO_GULF * bool(no_gulf)


def _pairs(names: list[list[str]]) -> set[frozenset[int]]:
    return {frozenset(_number[name] for name in pair) for pair in names}


def _edges(graph: int) -> set[frozenset[int]]:
    edges = {
        frozenset((index, _number[other])) for index, s in enumerate(_SPACES) for other in s["neighbours"]
    }
    if not graph & HUDSON_BAY:
        edges -= _pairs(_HUDSON["edges_when_on"])
    if graph & NO_GULF:
        edges = {edge for edge in edges if GULF not in edge} | _pairs(_GULF["edges_when_on"])
    if graph & ONE_PANAMA:
        merged = {frozenset(CARIBBEAN if end == WEST_PANAMA else end for end in edge) for edge in edges}
        edges = {edge for edge in merged if len(edge) == 2}
    return edges


MOST_NEIGHBOURS = 12
NEIGHBOURS = np.full((GRAPHS, SPACES, MOST_NEIGHBOURS), -1, np.int16)
DEGREE = np.zeros((GRAPHS, SPACES), np.int16)
for _graph in range(GRAPHS):
    for _a, _b in sorted(sorted(edge) for edge in _edges(_graph)):
        for _here, _there in ((_a, _b), (_b, _a)):
            NEIGHBOURS[_graph, _here, DEGREE[_graph, _here]] = _there
            DEGREE[_graph, _here] += 1


ISLAND_OF = np.full((LANDS,), -1, np.int64)
"""For an island, a land space whose only neighbour is one sea zone: that zone; -1 for others."""
for _land in range(LANDS):
    if DEGREE[HUDSON_BAY, _land] == 1:
        ISLAND_OF[_land] = NEIGHBOURS[HUDSON_BAY, _land, 0]
