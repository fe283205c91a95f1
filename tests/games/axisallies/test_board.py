"""The board's data against the counts that are known of it."""

import json
from collections import Counter
from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest

BOARD = json.loads((files("partie.games") / "axisallies" / "rules" / "board.json").read_text("utf-8"))
SPACES = {space["id"]: space for space in BOARD["spaces"]}
LAND = {name for name, space in SPACES.items() if space["kind"] == "land"}
SEA = {name for name, space in SPACES.items() if space["kind"] == "sea"}
POWERS = {power["id"]: power for power in BOARD["powers"]}
UNITS = {unit["id"]: unit for unit in BOARD["units"]}
EDGES = {frozenset((name, other)) for name, space in SPACES.items() for other in space["neighbours"]}
SETUP = [
    (name, power, unit, count)
    for name, space in SPACES.items()
    for power, stack in space.get("setup", {}).items()
    for unit, count in stack.items()
]


def water(start: str, shut: set[frozenset[str]]) -> set[str]:
    """The sea zones that can be reached from one without passing the edges shut."""
    found, front = {start}, [start]
    while front:
        here = front.pop()
        for other in SPACES[here]["neighbours"]:
            if other in SEA and other not in found and frozenset((here, other)) not in shut:
                found.add(other)
                front.append(other)
    return found


def test_counts_of_spaces() -> None:
    assert len(BOARD["spaces"]) == len(SPACES) == 128
    assert (len(LAND), len(SEA)) == (70, 58)
    assert sum(SPACES[name]["owner"] == "neutral" for name in LAND) == 14
    assert all(SPACES[name]["owner"] in {*POWERS, "neutral"} for name in LAND)
    assert all("owner" not in SPACES[name] and "ipc" not in SPACES[name] for name in SEA)


def test_neighbours_are_mutual_and_never_doubled() -> None:
    for name, space in SPACES.items():
        assert len(set(space["neighbours"])) == len(space["neighbours"])
        assert name not in space["neighbours"]
        assert all(name in SPACES[other]["neighbours"] for other in space["neighbours"])


def test_counts_of_edges() -> None:
    degrees = {name: len(space["neighbours"]) for name, space in SPACES.items()}
    assert len(EDGES) == sum(degrees.values()) // 2 == 309
    assert (min(degrees.values()), max(degrees.values())) == (1, 9)
    assert {name for name, degree in degrees.items() if degree == 9} == {"persia", "sz-red-sea"}


def test_one_body_of_water_even_with_the_canals_shut() -> None:
    shut = {frozenset(canal["between"]) for canal in BOARD["canals"]}
    assert len(shut) == 2
    assert shut <= EDGES
    assert water("sz-baltic", shut) == SEA - {"sz-caspian"}
    assert water("sz-caspian", set()) == {"sz-caspian"}


def test_production() -> None:
    production: Counter[str] = Counter()
    for name in LAND:
        production[SPACES[name]["owner"]] += SPACES[name]["ipc"]
    assert production == {"ussr": 24, "germany": 32, "uk": 30, "japan": 25, "usa": 36, "neutral": 0}
    assert {power: facts["cash"] for power, facts in POWERS.items()} == {
        power: production[power] for power in POWERS
    }
    assert list(POWERS) == ["ussr", "germany", "uk", "japan", "usa"]
    assert {power for power, facts in POWERS.items() if facts["side"] == "axis"} == {"germany", "japan"}


def test_capitals_are_owned_and_have_a_factory_and_a_gun() -> None:
    for power, facts in POWERS.items():
        capital = SPACES[facts["capital"]]
        assert capital["owner"] == power
        assert {"industrial_complex", "aa_gun"} <= set(capital["setup"][power])


def test_set_up() -> None:
    kinds: Counter[str] = Counter()
    armies: Counter[str] = Counter()
    for _, power, unit, count in SETUP:
        kinds[unit] += count
        if unit not in ("industrial_complex", "aa_gun"):
            armies[power] += count
    assert kinds["industrial_complex"] == 8
    assert kinds["aa_gun"] == 9
    assert armies == {"ussr": 27, "germany": 40, "uk": 23, "japan": 32, "usa": 22}
    owned = {name for name in LAND if SPACES[name]["owner"] != "neutral"}
    assert len(owned - {name for name, *_ in SETUP}) == 15


def test_units_stand_where_they_may() -> None:
    for name, power, unit, count in SETUP:
        space = SPACES[name]
        assert count > 0
        assert "option" not in UNITS[unit]
        if space["kind"] == "land":
            assert space["owner"] == power
            assert UNITS[unit]["kind"] in ("land", "air", "structure")
        else:
            assert UNITS[unit]["kind"] == "sea" or (unit == "fighter" and "carrier" in space["setup"][power])


@pytest.mark.parametrize("pair", BOARD["adjacency_checks"]["adjacent"], ids=" - ".join)
def test_neighbours(pair: Any) -> None:
    assert frozenset(pair) in EDGES


@pytest.mark.parametrize("pair", BOARD["adjacency_checks"]["not_adjacent"], ids=" - ".join)
def test_strangers(pair: Any) -> None:
    assert set(pair) <= set(SPACES)
    assert frozenset(pair) not in EDGES


def test_map_options_name_what_is_there() -> None:
    for option in BOARD["map_options"]:
        edges = {frozenset(edge) for edge in option.get("edges_when_on", [])}
        assert all(edge <= set(SPACES) for edge in edges)
        assert all((edge in EDGES) == option["default"] for edge in edges)


def test_names_are_different_in_both_languages() -> None:
    for language in ("en", "fr"):
        for one, other in combinations(BOARD["spaces"], 2):
            assert one[language] != other[language]
