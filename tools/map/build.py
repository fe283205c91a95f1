"""Draws the world map of Axis & Allies and writes `web/src/games/axisallies/map.json`.

Run it with `npm install` done in `web` (for `world-atlas`) and the extra `map` installed: `python
tools/map/build.py`. The same input gives the same file, byte for byte.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import shapely
import shapely.ops
from places import ISLAND, NARROW, TINY, Places, beside, name_beside, places
from projection import HEIGHT, WIDTH
from shapely import LineString, MultiLineString, box
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry
from shapes import place, shapes

ROOT = Path(__file__).resolve().parents[2]
BOARD = ROOT / "partie" / "games" / "axisallies" / "rules" / "board.json"
MAP = ROOT / "web" / "src" / "games" / "axisallies" / "map.json"

CITIES = {
    "russia": (37.6, 55.75),
    "germany": (13.4, 52.5),
    "united-kingdom": (-0.1, 51.5),
    "japan": (139.7, 35.7),
    "eastern-usa": (-77, 38.9),
}


def main() -> None:
    board = json.loads(BOARD.read_text("utf-8"))
    spaces = {space["id"]: space for space in board["spaces"]}
    drawn = shapes({name: tuple(space["anchor"]) for name, space in spaces.items()})
    where = _places(drawn, spaces)
    out: dict[str, Any] = {
        name: _entry(spaces[name], drawn[name], where[name])
        for name in sorted(spaces, key=lambda name: (name.startswith("sz-"), name))
    }
    canals = {canal["id"]: _path_of_line(_canal(canal, drawn)) for canal in board["canals"]}
    lines = {
        "width": WIDTH,
        "height": HEIGHT,
        "rest": _path(drawn["rest"]),
        "ice": _path(drawn["ice"]),
        **_lines(drawn),
        "canals": canals,
    }
    text = ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in lines.items())
    rows = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(entry, ensure_ascii=False)}" for name, entry in out.items()
    )
    MAP.parent.mkdir(parents=True, exist_ok=True)
    MAP.write_text(f'{{\n{text},\n "spaces": {{\n{rows}\n }}\n}}\n', "utf-8")


def _places(drawn: dict[str, BaseGeometry], spaces: dict[str, Any]) -> dict[str, Places]:
    found: dict[str, Places] = {}
    taken: dict[str, list[BaseGeometry]] = defaultdict(list)
    land = [name for name in spaces if not name.startswith("sz-")]
    for name in land:
        inside = places(drawn[name], 4, [])
        if drawn[name].area < TINY or inside.width < NARROW:
            sea = next(other for other in spaces[name]["neighbours"] if other.startswith("sz-"))
            found[name] = beside(drawn[name], _at(drawn[sea], drawn[name]), [])
            taken[sea] += [_at(area, drawn[sea]) for area in found[name].taken]
        else:
            found[name] = inside
            neighbours = spaces[name]["neighbours"]
            if inside.width < ISLAND and all(other.startswith("sz-") for other in neighbours):
                for sea in neighbours:
                    width = min(200, 14 * max(len(spaces[name]["en"]), len(spaces[name]["fr"])))
                    beside_it = name_beside(drawn[name], width, _at(drawn[sea], drawn[name]), taken[sea])
                    if beside_it is None:
                        continue
                    (x, y), width = inside.label, inside.width = beside_it
                    taken[sea].append(_at(box(x - width / 2, y - 30, x + width / 2, y + 30), drawn[sea]))
                    break
    for name in spaces:
        if name not in found:
            found[name] = places(drawn[name], 5, taken[name])
    return found


def _at(shape: BaseGeometry, other: BaseGeometry) -> BaseGeometry:
    """Return the copy of a shape that is nearest to another."""
    return min((translate(shape, turn * WIDTH) for turn in (0, -1, 1)), key=other.distance)


def _entry(space: dict[str, Any], shape: BaseGeometry, where: Places) -> dict[str, Any]:
    name = space["id"]
    entry: dict[str, Any] = {
        "en": space["en"],
        "fr": space["fr"],
        **({"ipc": space["ipc"]} if "ipc" in space else {}),
        "label": where.label,
        "width": where.width,
        "stacks": where.stacks,
        "room": where.room,
        "area": round(shape.area),
    }
    if not name.startswith("sz-"):
        entry["mark"] = where.mark
        if where.tiny:
            entry["tiny"] = True
        elif not shape.contains(shapely.Point(where.label)):
            entry["beside"] = True
    if name in CITIES:
        x, y = place(CITIES[name])
        inside = shape.buffer(-9)
        spot = shapely.ops.nearest_points(inside, shapely.Point(x, y))[0]
        entry["city"] = [round(spot.x), round(spot.y)]
    entry["path"] = _path(shape)
    return entry


def _path(shape: BaseGeometry) -> str:
    """Return an SVG path with integer steps; holes follow the even-odd rule."""
    return "".join(
        _steps(ring.coords[:-1]) + "z"
        for part in shapely.get_parts(shape)
        for ring in (part.exterior, *part.interiors)
    )


def _path_of_line(line: BaseGeometry) -> str:
    return "".join(_steps(part.coords) for part in shapely.get_parts(line))


def _steps(points: Any) -> str:
    words, last = [], points[0]
    for x, y in points[1:]:
        words += [f"{x - last[0]:.0f}", f"{y - last[1]:.0f}"]
        last = (x, y)
    start = f"M{points[0][0]:.0f} {points[0][1]:.0f}l"
    return (start + " ".join(words)).replace(" -", "-").replace("l ", "l")


def _lines(drawn: dict[str, BaseGeometry]) -> dict[str, str]:
    """Return coasts, borders between lands and borders between seas, each line once."""
    sides: dict[tuple[tuple[float, float], tuple[float, float]], list[str]] = defaultdict(list)
    for name, shape in drawn.items():
        kind = "sea" if name.startswith("sz-") else "ice" if name == "ice" else "land"
        for part in shapely.get_parts(shape):
            for ring in (part.exterior, *part.interiors):
                for one, other in zip(ring.coords[:-1], ring.coords[1:], strict=True):
                    low, high = sorted([one, other])
                    turn = WIDTH * (low[0] // WIDTH)
                    sides[((low[0] - turn, low[1]), (high[0] - turn, high[1]))].append(kind)
    kinds: dict[str, list[Any]] = {"coasts": [], "borders": [], "seas": []}
    for segment, both in sides.items():
        if len(both) == 2:
            match sorted(both):
                case ["land", "land"]:
                    kinds["borders"].append(LineString(segment))
                case ["sea", "sea"] | ["ice", "sea"]:
                    kinds["seas"].append(LineString(segment))
                case _:
                    kinds["coasts"].append(LineString(segment))
    return {
        kind: _path_of_line(shapely.normalize(shapely.line_merge(MultiLineString(segments))))
        for kind, segments in kinds.items()
    }


def _canal(canal: dict[str, Any], drawn: dict[str, BaseGeometry]) -> LineString:
    """Return the line of a canal: along the border of its two lands, or through the narrowest part of one."""
    one, other = (drawn[zone] for zone in canal["between"])
    if len(canal["keys"]) == 2:
        lands = [drawn[land] for land in canal["keys"]]
        border = shapely.line_merge(lands[0].intersection(lands[1]))
        line = max(shapely.get_parts(border), key=lambda part: part.length)
        points = line.coords if one.distance(shapely.Point(line.coords[0])) < 1 else line.coords[::-1]
        return LineString(points)
    ends = shapely.ops.nearest_points(one, _at(other, one))
    return LineString([(round(end.x), round(end.y)) for end in ends])


if __name__ == "__main__":
    main()
