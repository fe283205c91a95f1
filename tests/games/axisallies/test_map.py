"""The drawn map: neighbours on the board touch, other spaces do not, and names and pieces have room."""

import json
import re
from collections import defaultdict
from functools import reduce
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import shapely
from shapely import Point, Polygon
from shapely.affinity import translate

MAP = json.loads((Path(__file__).parents[3] / "web/src/games/axisallies/map.json").read_text("utf-8"))
BOARD = json.loads((files("partie.games") / "axisallies" / "rules" / "board.json").read_text("utf-8"))
SPACES = {space["id"]: space for space in BOARD["spaces"]}
DRAWN = MAP["spaces"]
WIDTH, HEIGHT = MAP["width"], MAP["height"]
FRAME = shapely.box(0, 0, WIDTH, HEIGHT)

TOUCH = 8
"""The shortest border of two neighbours; a unit is about a quarter of a pixel when the whole world fills a
screen.
"""
CORNER = 6
"""The longest border of spaces that are not neighbours, where four spaces meet in a point."""

# Ships go where land is in between: a line is drawn there, as on printed boards.
CANALS = {canal["id"]: tuple(canal["between"]) for canal in BOARD["canals"]}
# Strangers that cannot be kept apart: none.
TOUCHING_STRANGERS: set[frozenset[str]] = set()


def numbers(text: Any) -> Any:
    return [int(number) for number in re.findall(r"-?\d+", text)]


def points(text: Any) -> Any:
    """The points of one piece of a path: where it begins, then steps."""
    start, _, steps = text.partition("l")
    x, y = numbers(start)
    found = [(x, y)]
    values = numbers(steps)
    for dx, dy in zip(values[::2], values[1::2], strict=True):
        x, y = x + dx, y + dy
        found.append((x, y))
    return found


def area(path: Any) -> Any:
    """The area of a path by the even-odd rule."""
    rings = [Polygon(points(piece)) for piece in re.findall(r"M([^Mz]*)z", path)]
    assert all(ring.is_valid for ring in rings)
    return reduce(lambda whole, ring: whole.symmetric_difference(ring), rings)


SHAPES = {name: area(entry["path"]) for name, entry in DRAWN.items()}
PAIRS = [frozenset(pair) for pair in combinations(sorted(SPACES), 2)]


@pytest.fixture(scope="module")
def shared() -> Any:
    """How much border every two spaces share, also over the sides of the map."""
    names = [(name, turn) for turn in (0, -1, 1) for name in SHAPES]
    around = [translate(SHAPES[name], turn * WIDTH) for name, turn in names]
    tree = shapely.STRtree(around)
    lengths: defaultdict[frozenset[str], float] = defaultdict(float)
    for name, shape in SHAPES.items():
        for index in tree.query(shape, predicate="intersects"):
            other, _ = names[index]
            if other != name:
                lengths[frozenset((name, other))] += (
                    shape.boundary.intersection(around[index].boundary).length / 2
                )
    return lengths


def test_every_space_is_drawn_once() -> None:
    assert set(DRAWN) == set(SPACES)
    for name, entry in DRAWN.items():
        assert (entry["en"], entry["fr"]) == (SPACES[name]["en"], SPACES[name]["fr"])
        assert entry.get("ipc") == SPACES[name].get("ipc")


@pytest.mark.parametrize("name", sorted(SPACES))
def test_shapes_are_sound(name: Any) -> None:
    shape = SHAPES[name]
    assert shape.is_valid
    assert shape.area >= 900
    assert shape.area == pytest.approx(DRAWN[name]["area"], abs=1)
    assert all(part.area >= 20 for part in shapely.get_parts(shape))
    middle = shape.centroid
    assert -0.02 * WIDTH < middle.x < 1.02 * WIDTH
    assert 0 <= shape.bounds[1] < shape.bounds[3] <= HEIGHT
    # Nothing but islands is in several parts; a sea zone is one.
    if SPACES[name]["kind"] == "sea":
        assert shape.geom_type == "Polygon"


def test_neighbours_touch(shared: Any) -> None:
    apart = {
        tuple(sorted((name, other)))
        for name, space in SPACES.items()
        for other in space["neighbours"]
        if shared[frozenset((name, other))] < TOUCH
    }
    assert apart == {tuple(sorted(pair)) for pair in CANALS.values()}


def test_strangers_do_not_touch(shared: Any) -> None:
    strangers = {
        pair
        for pair in PAIRS
        if not any(other in SPACES[name]["neighbours"] for name, other in [sorted(pair)])
    }
    touching = {pair for pair in strangers if shared[pair] > CORNER}
    assert touching == TOUCHING_STRANGERS


@pytest.mark.parametrize("canal", sorted(CANALS))
def test_canals_join_their_seas(canal: Any) -> None:
    one, *_, other = points(MAP["canals"][canal].removeprefix("M"))
    near, far = CANALS[canal]
    assert SHAPES[near].distance(Point(one)) <= 2
    assert SHAPES[far].distance(Point(other)) <= 2


def test_shapes_cover_the_map_and_never_overlap() -> None:
    everything = [*SHAPES.values(), area(MAP["rest"]), area(MAP["ice"])]
    pieces = [
        translate(shape, turn * WIDTH).intersection(FRAME) for shape in everything for turn in (-1, 0, 1)
    ]
    assert sum(piece.area for piece in pieces) == pytest.approx(FRAME.area, rel=1e-6)
    assert shapely.union_all(pieces).area == pytest.approx(FRAME.area, rel=1e-6)


@pytest.mark.parametrize("name", sorted(SPACES))
def test_names_and_pieces_have_room(name: Any) -> None:
    entry, shape = DRAWN[name], SHAPES[name]
    spots = [tuple(spot) for spot in entry["stacks"]]
    assert spots
    assert len(set(spots)) == len(spots)
    assert entry["room"] >= 18
    for one, other in combinations(spots, 2):
        assert Point(one).distance(Point(other)) >= 1.3 * entry["room"]
    if entry.get("tiny"):
        sea = next(other for other in SPACES[name]["neighbours"] if SPACES[other]["kind"] == "sea")
        water = shapely.union_all([translate(SHAPES[sea], turn * WIDTH) for turn in (-1, 0, 1)])
        for spot in spots:
            assert water.contains(Point(spot))
            assert shape.distance(Point(spot)) <= 90
        assert shape.distance(Point(entry["label"])) <= 90
        return
    if entry.get("beside"):
        assert not shape.contains(Point(entry["label"]))
        assert shape.distance(Point(entry["label"])) <= 130
    else:
        assert shape.contains(Point(entry["label"]))
    assert entry["width"] >= 40
    for spot in [*spots, *([entry["mark"]] if "mark" in entry else [])]:
        assert shape.contains(Point(spot))
        assert shape.boundary.distance(Point(spot)) >= 0.6 * entry["room"]


def test_capitals_have_their_city() -> None:
    capitals = {power["capital"] for power in BOARD["powers"]}
    assert {name for name, entry in DRAWN.items() if "city" in entry} == capitals
    for name in capitals:
        assert SHAPES[name].contains(Point(DRAWN[name]["city"]))


def test_small_islands_can_be_seen() -> None:
    for name in (
        "gibraltar",
        "midway",
        "wake-island",
        "okinawa",
        "hawaiian-islands",
        "solomon-islands",
        "caroline-islands",
    ):
        left, top, right, bottom = SHAPES[name].bounds
        assert right - left >= 30 or bottom - top >= 30
