"""Draws the small boards of Axis & Allies from the corners in their files: `python tools/map/small.py`.

A board file with a `drawing` has the corners of every space; edges are made ragged by displacing their
middles again and again, with a generator seeded by the edge, so that neighbours share it and the same input
gives the same file. East and west of a map are joined, so its left and right sides are straight.
"""

from __future__ import annotations

import itertools
import json
import math
import random
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "partie" / "games" / "axisallies" / "rules"
PAGES = ROOT / "web" / "src" / "games" / "axisallies" / "maps"
BOARDS = ("training.json",)
FINEST = 14.0
"""Edges are divided until their parts are shorter than this."""
RAGGED = {"coast": 0.26, "border": 0.16, "sea": 0.07, "side": 0.0}
"""How far the middle of an edge is displaced, as a share of its length."""
Point = tuple[float, float]


class Drawing:
    """The shapes of a board: outlines of spaces, and the lines between them by what they part."""

    def __init__(self, board: dict[str, Any]) -> None:
        self.board, self.drawing = board, board["drawing"]
        self.corners = {name: (float(x), float(y)) for name, (x, y) in self.drawing["corners"].items()}
        self.users: dict[tuple[str, str], list[str]] = {}
        for space, names in self.drawing["outlines"].items():
            for edge in _edges(names):
                self.users.setdefault(tuple(sorted(edge)), []).append(space)  # type: ignore[arg-type]

    def kind(self, edge: tuple[str, str]) -> str:
        """What an edge parts: land from sea, land from land, sea from sea, or the map from what lies
        beyond."""
        users = self.users[tuple(sorted(edge))]  # type: ignore[index]
        seas = sum(space.startswith("sz-") for space in users)
        if len(users) == 1:
            return "side"
        return ("border", "coast", "sea")[seas]

    def line(self, edge: tuple[str, str]) -> list[Point]:
        """The points of an edge, in its direction."""
        first, second = sorted(edge)
        source = random.Random(f"{first} {second}")
        points = _ragged(self.corners[first], self.corners[second], RAGGED[self.kind(edge)], source)
        return points if edge == (first, second) else points[::-1]

    def outline(self, space: str) -> list[Point]:
        """The points around a space."""
        points: list[Point] = []
        for edge in _edges(self.drawing["outlines"][space]):
            points += self.line(edge)[:-1]
        return points

    def island(self, name: str) -> list[Point]:
        """The points around an island."""
        island, source = self.drawing["islands"][name], random.Random(name)
        (x, y), radius = island["middle"], island["radius"]
        turns = [2 * math.pi * i / 9 for i in range(9)]
        corners = []
        for turn in turns:
            reach = radius * source.uniform(0.86, 1.12)
            corners.append((x + 1.15 * reach * math.cos(turn), y + reach * math.sin(turn)))
        points: list[Point] = []
        for here, there in zip(corners, corners[1:] + corners[:1], strict=True):
            points += _ragged(here, there, 0.2, source)[:-1]
        return points

    def lines(self, kind: str) -> str:
        """All edges of a kind as one path."""
        paths = [
            _path(self.line(edge), closed=False) for edge in sorted(self.users) if self.kind(edge) == kind
        ]
        if kind == "coast":
            paths += [_path(self.island(name)) for name in sorted(self.drawing["islands"])]
        return "".join(paths)

    def entry(self, space: dict[str, Any]) -> dict[str, Any]:
        """A space as the page reads it."""
        name = space["id"]
        holes = [other for other, island in self.drawing["islands"].items() if island["in"] == name]
        points = self.island(name) if name in self.drawing["islands"] else self.outline(name)
        capital = [power["id"] for power in self.board["powers"] if power["capital"] == name]
        return {
            "en": space["en"],
            "fr": space["fr"],
            **({"ipc": space["ipc"]} if "ipc" in space else {}),
            **self.drawing["places"][name],
            **({"capital": capital[0]} if capital else {}),
            "room": 60,
            "area": round(_area(points) - sum(_area(self.island(hole)) for hole in holes)),
            "path": _path(points) + "".join(_path(self.island(hole)) for hole in holes),
        }

    def as_json(self) -> str:
        """The whole map."""
        head = {
            "width": self.drawing["width"],
            "height": self.drawing["height"],
            "rest": "",
            "ice": "",
            "coasts": self.lines("coast"),
            "borders": self.lines("border"),
            "seas": self.lines("sea") + f"M0 0V{self.drawing['height']}",
            "canals": {},
        }
        text = ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items())
        rows = ",\n".join(
            f"  {json.dumps(space['id'])}: {json.dumps(self.entry(space), ensure_ascii=False)}"
            for space in self.board["spaces"]
        )
        return f'{{\n{text},\n "spaces": {{\n{rows}\n }}\n}}\n'


def _edges(names: list[str]) -> list[tuple[str, str]]:
    return list(zip(names, names[1:] + names[:1], strict=True))


def _ragged(start: Point, end: Point, share: float, source: random.Random) -> list[Point]:
    """A line from one point to another whose middle is displaced, and the middles of its halves, and so
    on."""
    length = math.dist(start, end)
    if length < FINEST or share == 0.0:
        return [start, end]
    aside = source.uniform(-share, share)
    middle = (
        (start[0] + end[0]) / 2 - aside * (end[1] - start[1]),
        (start[1] + end[1]) / 2 + aside * (end[0] - start[0]),
    )
    return _ragged(start, middle, share, source)[:-1] + _ragged(middle, end, share, source)


def _path(points: list[Point], closed: bool = True) -> str:
    rounded = [(round(x), round(y)) for x, y in points]
    steps = itertools.pairwise(rounded)
    line = "".join(f"l{c - a} {d - b}" for (a, b), (c, d) in steps if (a, b) != (c, d))
    return f"M{rounded[0][0]} {rounded[0][1]}{line}{'z' if closed else ''}"


def _area(points: list[Point]) -> float:
    around = zip(points, points[1:] + points[:1], strict=True)
    return abs(sum(a * d - c * b for (a, b), (c, d) in around)) / 2


def main() -> None:
    PAGES.mkdir(exist_ok=True)
    for name in BOARDS:
        board = json.loads((RULES / name).read_text("utf-8"))
        (PAGES / name).write_text(Drawing(board).as_json(), "utf-8")


if __name__ == "__main__":
    main()
