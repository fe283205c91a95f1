"""Reads the countries of `world-atlas` (Natural Earth, public domain; TopoJSON) as polygons."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from shapely import Polygon, make_valid
from shapely.affinity import translate

ATLAS = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "world-atlas" / "countries-50m.json"
CUT = -169.8
"""The meridian of the Bering Strait: a map cut here cuts no land in two."""

Point = tuple[float, float]


def countries() -> dict[str, list[Polygon]]:
    """Return the parts of every country by its name, with longitudes from `CUT` to `CUT` + 360."""
    topology = json.loads(ATLAS.read_text("utf-8"))
    arcs = [_decoded(arc, topology["transform"]) for arc in topology["arcs"]]
    found: dict[str, list[Polygon]] = {}
    for geometry in topology["objects"]["countries"]["geometries"]:
        parts = [geometry["arcs"]] if geometry["type"] == "Polygon" else geometry.get("arcs", [])
        name = geometry["properties"]["name"]
        if name == "Antarctica":
            continue
        for rings in parts:
            shell, *holes = [_ring(ring, arcs) for ring in rings]
            found.setdefault(name, []).extend(_unrolled(Polygon(shell, holes)))
    return found


def _decoded(arc: list[list[int]], transform: dict[str, list[float]]) -> list[Point]:
    (width, height), (west, south) = transform["scale"], transform["translate"]
    x = y = 0
    points = []
    for dx, dy in arc:
        x, y = x + dx, y + dy
        points.append((x * width + west, y * height + south))
    return points


def _ring(indices: list[int], arcs: list[list[Point]]) -> list[Point]:
    points: list[Point] = []
    for index in indices:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        points.extend(arc if not points else arc[1:])
    # A ring that crosses the antimeridian continues beyond it.
    turn = 0.0
    unrolled = points[:1]
    for (before, _), (lon, lat) in pairwise(points):
        turn -= 360 * round((lon - before) / 360)
        unrolled.append((lon + turn, lat))
    return unrolled


def _unrolled(part: Polygon) -> Iterator[Polygon]:
    valid = make_valid(part)
    for piece in getattr(valid, "geoms", [valid]):
        if isinstance(piece, Polygon) and piece.area > 0:
            yield translate(piece, 360 * (piece.centroid.x < CUT) - 360 * (piece.centroid.x > CUT + 360))
