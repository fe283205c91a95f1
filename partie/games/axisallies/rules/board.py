"""The boards as arrays: spaces, neighbours under each map option, values, owners, powers and the set-up.

`board.json` is the world; every further file (`files.py`) is another board for the same engine. A state names
its board (`state.board`), and the tables `BOARD_…` have a row for each. All boards share the sizes of the
arrays: land spaces are numbered from 0 and sea zones from `LANDS`, in the order of the file, and numbers a
board does not use are spaces without neighbours. There is one graph for each combination of a board's map
options; `graph_of` returns its number.

`SIDE`, `IPC`, `CAPITAL` and the other names without `BOARD_` are those of the world, for programs that play
only there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.games.axisallies.rules import files
from partie.games.axisallies.rules.files import BOARD_IDS, UNITS
from partie.games.axisallies.rules.units import (
    AA_GUN,
    ATTACK,
    COST,
    DEFENCE,
    DESTROYER,
    FACTORY,
    KINDS,
    UNIT_IDS,
)

BOARDS = len(BOARD_IDS)
WORLD = 0
_FILES = files.BOARDS
_BOARD = _FILES[WORLD]


def _of_kind(board: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [space for space in board["spaces"] if space["kind"] == kind]


LANDS = max(len(_of_kind(board, "land")) for board in _FILES)
"""Numbers below this are land on every board."""
SPACES = LANDS + max(len(_of_kind(board, "sea")) for board in _FILES)
POWERS = max(len(board["powers"]) for board in _FILES)
"""The largest number of powers; a board may have fewer (`BOARD_POWERS`)."""
USSR, GERMANY, UK, JAPAN, USA = range(5)
ALLIES, AXIS = 0, 1
_SIDES = ("allies", "axis")
NOBODY = -1
_NO_SIDE = 2
FAR = 99
"""A distance beyond the range of every unit."""

TECH_IDS: tuple[str, ...] = tuple(tech["id"] for tech in _BOARD["technologies"])
TECH_NAMES: tuple[dict[str, str], ...] = tuple({"en": t["en"], "fr": t["fr"]} for t in _BOARD["technologies"])
JETS, ROCKETS, SUPER_SUBS, LONG_RANGE, INDUSTRY, HEAVY_BOMBERS = range(6)
TECHS = len(TECH_IDS)

RESEARCH_COST = int(_BOARD["research"]["cost_per_die"])
BREAKTHROUGH = int(_BOARD["research"]["breakthrough"])
_EFFECTS = {tech["id"]: tech["effect"] for tech in _BOARD["technologies"]}
ROCKET_RANGE = int(_EFFECTS["rockets"]["range"])

MOVE = np.array([unit["move"] for unit in UNITS], np.int64)
LONG_MOVE = np.array([_EFFECTS["long_range_aircraft"]["move"].get(name, 0) for name in UNIT_IDS], np.int64)
"""How far each kind flies with long-range aircraft."""
FARTHEST = int(LONG_MOVE.max())
ROOM_TAKEN = np.array([unit.get("room_taken", 0) for unit in UNITS], np.int64)
ROOM = 2
DECK = 2
LAND_KIND, AIR_KIND, SEA_KIND, STRUCTURE = range(4)
CLASS = np.array([("land", "air", "sea", "structure").index(u["kind"]) for u in UNITS], np.int64)

MAP_OPTIONS: tuple[str, ...] = tuple(option["id"] for option in _BOARD["map_options"])
"""The options that change a map, in the order of their bits in a graph."""
HUDSON_BAY, ONE_PANAMA, NO_GULF = 1, 2, 4
MOST_NEIGHBOURS = 12
MOST_CANALS = max(1, *(len(board["canals"]) for board in _FILES))

BOARD_POWERS = np.array([len(board["powers"]) for board in _FILES], np.int64)
BOARD_SIDE = np.full((BOARDS, POWERS), _NO_SIDE, np.int64)
BOARD_CAPITAL = np.full((BOARDS, POWERS), NOBODY, np.int64)
BOARD_CASH = np.zeros((BOARDS, POWERS), np.int64)
BOARD_START_TECHS = np.zeros((BOARDS, POWERS), np.int64)
"""Technologies a power starts with under the option `axis_start_tech`, as a set."""
BOARD_PEACE = np.zeros((BOARDS, POWERS), np.int64)
"""Whether the option `first_turn_peace` applies to a power."""
BOARD_CAPITALS_TO_WIN = np.zeros((BOARDS, 2), np.int64)
"""The number of enemy capitals that wins the war, by side."""
BOARD_IPC = np.zeros((BOARDS, SPACES), np.int64)
BOARD_OWNER = np.full((BOARDS, SPACES), NOBODY, np.int64)
"""The owner of each space at the start of the war; `NOBODY` for neutrals and sea zones."""
BOARD_SETUP = np.zeros((BOARDS, SPACES, POWERS, KINDS), np.int64)
BOARD_COST = np.tile(COST, (BOARDS, 1))
BOARD_ATTACK = np.tile(ATTACK, (BOARDS, 1))
BOARD_DEFENCE = np.tile(DEFENCE, (BOARDS, 1))
BOARD_SOLD = np.zeros((BOARDS, KINDS), np.int64)
"""Whether a kind of unit can be bought on a board: always (1) or with the option `iron_blitz_units` (2)."""
BOARD_USUAL = np.zeros((BOARDS, KINDS - 2), np.int64)
"""The usual order of losses on a board: the cheapest first, of equally cheap ones the weaker."""
BOARD_HUNTERS = np.zeros(BOARDS, np.int64)
"""Whether destroyers hunt submarines on a board: these neither strike first nor leave a battle."""
BOARD_RESEARCH = np.array([board["research"] is not None for board in _FILES], np.int64)
BOARD_ISLAND = np.full((BOARDS, LANDS), -1, np.int64)
"""For an island, a land space whose only neighbour is one sea zone: that zone; -1 for others."""
BOARD_GRAPH = np.zeros(BOARDS, np.int64)
"""The number of a board's first graph."""
BOARD_GRAPH_BITS = np.zeros(BOARDS, np.int64)
"""The map options a board has, as bits; its graphs are numbered by them from `BOARD_GRAPH` on."""
CANAL_KEYS = np.full((BOARDS, MOST_CANALS, 2), -1, np.int64)
"""The two spaces that control each canal; a canal with one key has it twice."""
CANAL_OPTION = np.zeros((BOARDS, MOST_CANALS), np.int64)
"""Whether the option `suez_since_turn_start` applies to a canal."""


@dataclass(frozen=True)
class Said:
    """A power in a sentence, with its article; `plural`: it takes the plural in French."""

    name: dict[str, str]
    plural: bool


@dataclass(frozen=True)
class Board:
    """A board for code that is not compiled: its names, and its rows of the tables."""

    number: int
    id: str
    space_ids: tuple[str, ...]
    space_names: tuple[dict[str, str], ...]
    power_ids: tuple[str, ...]
    power_names: tuple[dict[str, str], ...]
    powers_said: tuple[Said, ...]
    lands: tuple[int, ...]
    zones: tuple[int, ...]
    side: NDArray[np.int64]
    capital: NDArray[np.int64]
    ipc: NDArray[np.int64]
    owner: NDArray[np.int64]
    setup: NDArray[np.int64]
    cost: NDArray[np.int64]
    attack: NDArray[np.int64]
    defence: NDArray[np.int64]

    @property
    def powers(self) -> int:
        return len(self.power_ids)

    @property
    def spaces(self) -> tuple[int, ...]:
        return (*self.lands, *self.zones)

    def space(self, name: str) -> int:
        """The number of the space with this id."""
        return self.space_ids.index(name)


def _numbers(board: dict[str, Any]) -> dict[str, int]:
    """The numbers of the spaces of a file by their ids."""
    lands, zones = _of_kind(board, "land"), _of_kind(board, "sea")
    numbers = {space["id"]: number for number, space in enumerate(lands)}
    return {**numbers, **{space["id"]: LANDS + number for number, space in enumerate(zones)}}


def _powers(board: dict[str, Any]) -> dict[str, int]:
    """The numbers of the powers of a file by their ids."""
    return {power["id"]: i for i, power in enumerate(board["powers"])}


def _fill(index: int, board: dict[str, Any]) -> None:
    """Write a file into its rows of the tables."""
    number, powers = _numbers(board), _powers(board)
    for i, power in enumerate(board["powers"]):
        BOARD_SIDE[index, i] = _SIDES.index(power["side"])
        BOARD_CAPITAL[index, i] = number[power["capital"]]
        BOARD_CASH[index, i] = power["cash"]
        BOARD_PEACE[index, i] = power.get("peace_option", False)
        if "start_tech" in power:
            BOARD_START_TECHS[index, i] = 1 << TECH_IDS.index(power["start_tech"])
    for side, capitals in board["victory"]["capitals"].items():
        BOARD_CAPITALS_TO_WIN[index, _SIDES.index(side)] = capitals
    for unit in board["units"]:
        kind = UNIT_IDS.index(unit["id"])
        BOARD_SOLD[index, kind] = 2 if "option" in unit else 1
        BOARD_COST[index, kind] = unit["cost"]
        BOARD_ATTACK[index, kind] = unit["attack"]
        BOARD_DEFENCE[index, kind] = unit["defence"]
        if kind == DESTROYER:
            BOARD_HUNTERS[index] = unit.get("hunts_submarines", False)
    fighting = [kind for kind in range(KINDS) if kind not in (AA_GUN, FACTORY)]
    BOARD_USUAL[index] = sorted(
        fighting, key=lambda kind: (BOARD_COST[index, kind], BOARD_ATTACK[index, kind], kind)
    )
    for entry in board["spaces"]:
        space = number[entry["id"]]
        BOARD_IPC[index, space] = entry.get("ipc", 0)
        BOARD_OWNER[index, space] = powers.get(entry.get("owner", ""), NOBODY)
        for owner, stack in entry.get("setup", {}).items():
            for unit, count in stack.items():
                BOARD_SETUP[index, space, powers[owner], UNIT_IDS.index(unit)] = count
    for i, canal in enumerate(board["canals"]):
        CANAL_KEYS[index, i] = [number[(canal["keys"] * 2)[j]] for j in range(2)]
        CANAL_OPTION[index, i] = canal.get("since_turn_start_option", False)


for _index, _file in enumerate(_FILES):
    _fill(_index, _file)


def _board(index: int, board: dict[str, Any]) -> Board:
    """The board of a file, whose rows of the tables are filled."""
    number = _numbers(board)
    ids, names = [""] * SPACES, [{"en": "", "fr": ""} for _ in range(SPACES)]
    for entry in board["spaces"]:
        space = number[entry["id"]]
        ids[space], names[space] = entry["id"], {"en": entry["en"], "fr": entry["fr"]}
    return Board(
        number=index,
        id=BOARD_IDS[index],
        space_ids=tuple(ids),
        space_names=tuple(names),
        power_ids=tuple(_powers(board)),
        power_names=tuple({"en": power["en"], "fr": power["fr"]} for power in board["powers"]),
        powers_said=tuple(
            Said({"en": power["said"]["en"], "fr": power["said"]["fr"]}, power["said"].get("plural", False))
            for power in board["powers"]
        ),
        lands=tuple(number[space["id"]] for space in _of_kind(board, "land")),
        zones=tuple(number[space["id"]] for space in _of_kind(board, "sea")),
        side=BOARD_SIDE[index],
        capital=BOARD_CAPITAL[index],
        ipc=BOARD_IPC[index],
        owner=BOARD_OWNER[index],
        setup=BOARD_SETUP[index],
        cost=BOARD_COST[index],
        attack=BOARD_ATTACK[index],
        defence=BOARD_DEFENCE[index],
    )


ALL_BOARDS: tuple[Board, ...] = tuple(_board(index, board) for index, board in enumerate(_FILES))


def board_of(record: Any) -> Board:
    """The board a position is on."""
    return ALL_BOARDS[int(record.board)]


def _pairs(number: dict[str, int], names: list[list[str]]) -> set[frozenset[int]]:
    return {frozenset(number[name] for name in pair) for pair in names}


def _edges(board: dict[str, Any], number: dict[str, int], bits: int) -> set[frozenset[int]]:
    """The pairs of neighbours on a board under a set of map options."""
    edges = {
        frozenset((number[entry["id"]], number[other]))
        for entry in board["spaces"]
        for other in entry["neighbours"]
    }
    for option in board["map_options"]:
        on = bits >> MAP_OPTIONS.index(option["id"]) & 1
        if "space_gone_when_on" in option:
            if on:
                gone = number[option["space_gone_when_on"]]
                edges = {edge for edge in edges if gone not in edge} | _pairs(number, option["edges_when_on"])
        elif "edges_when_on" in option and not on:
            edges -= _pairs(number, option["edges_when_on"])
    for option in board["map_options"]:
        if "one_zone_when_on" in option and bits >> MAP_OPTIONS.index(option["id"]) & 1:
            kept, gone = (number[name] for name in option["one_zone_when_on"])
            merged = {frozenset(kept if end == gone else end for end in edge) for edge in edges}
            edges = {edge for edge in merged if len(edge) == 2}
    return edges


def _graphs() -> tuple[list[set[frozenset[int]]], list[list[list[int]]]]:
    """The edges and the ends of canals of all graphs; a canal whose zones are one in a graph has none
    there."""
    edges: list[set[frozenset[int]]] = []
    canals: list[list[list[int]]] = []
    for index, board in enumerate(_FILES):
        number = _numbers(board)
        BOARD_GRAPH[index] = len(edges)
        BOARD_GRAPH_BITS[index] = sum(1 << MAP_OPTIONS.index(option["id"]) for option in board["map_options"])
        if "extends" in board:
            BOARD_GRAPH[index] = BOARD_GRAPH[BOARD_IDS.index(board["extends"])]
            continue
        for bits in range(int(BOARD_GRAPH_BITS[index]) + 1):
            edges.append(_edges(board, number, bits))
            ends = [[number[end] for end in canal["between"]] for canal in board["canals"]]
            canals.append([pair if frozenset(pair) in edges[-1] else [-1, -1] for pair in ends])
    return edges, canals


_GRAPH_EDGES, _GRAPH_CANALS = _graphs()
GRAPHS = len(_GRAPH_EDGES)
NEIGHBOURS = np.full((GRAPHS, SPACES, MOST_NEIGHBOURS), -1, np.int16)
DEGREE = np.zeros((GRAPHS, SPACES), np.int16)
CANAL_ENDS = np.full((GRAPHS, MOST_CANALS, 2), -1, np.int64)
"""The two zones each canal joins, by graph."""
for _graph in range(GRAPHS):
    for _a, _b in sorted(sorted(edge) for edge in _GRAPH_EDGES[_graph]):
        for _here, _there in ((_a, _b), (_b, _a)):
            NEIGHBOURS[_graph, _here, DEGREE[_graph, _here]] = _there
            DEGREE[_graph, _here] += 1
    for _canal, _ends in enumerate(_GRAPH_CANALS[_graph]):
        CANAL_ENDS[_graph, _canal] = _ends


def graph_of(board: int, bits: int) -> int:
    """The number of the graph of a board under these map options."""
    return int(BOARD_GRAPH[board] + (bits & BOARD_GRAPH_BITS[board]))


def _default_bits(board: dict[str, Any]) -> int:
    return sum(option["default"] << MAP_OPTIONS.index(option["id"]) for option in board["map_options"])


for _index, _file in enumerate(_FILES):
    _usual = graph_of(_index, _default_bits(_file))
    for _land in ALL_BOARDS[_index].lands:
        if DEGREE[_usual, _land] == 1 and NEIGHBOURS[_usual, _land, 0] >= LANDS:
            BOARD_ISLAND[_index, _land] = NEIGHBOURS[_usual, _land, 0]

SPACE_IDS = ALL_BOARDS[WORLD].space_ids
SPACE_NAMES = ALL_BOARDS[WORLD].space_names
POWER_IDS = ALL_BOARDS[WORLD].power_ids
POWER_NAMES = ALL_BOARDS[WORLD].power_names
SIDE = ALL_BOARDS[WORLD].side
CAPITAL = ALL_BOARDS[WORLD].capital
IPC = ALL_BOARDS[WORLD].ipc
ORIGINAL = ALL_BOARDS[WORLD].owner
SETUP = ALL_BOARDS[WORLD].setup
space = ALL_BOARDS[WORLD].space
"""The number of the space of the world with this id."""
