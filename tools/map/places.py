"""Places names and pieces: as far from the edges as the shape allows, without overlaps."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import shapely
from projection import HEIGHT, Array
from shapely import LineString, MultiPolygon, Polygon, box
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

Spot = tuple[int, int]

TINY = 2600.0
"""Land smaller than this has its name and its pieces beside it."""
ISLAND = 150
"""An island whose longest line is shorter has its name beside it."""
NARROW = 56
"""Other land whose longest line is shorter has its name beside it too."""
_STEP = 10
_LINE = 26
"""Height of a line of a name."""
_RADII = (62, 54, 46, 38, 32, 27, 22, 18)
_MARGIN = 26


@dataclass
class Places:
    """The places of one space.

    `width` is the maximum length of a line of its name, `room` the radius of every stack."""

    label: Spot
    width: int
    stacks: list[Spot]
    room: int
    mark: Spot
    tiny: bool = False
    taken: list[BaseGeometry] = field(default_factory=list)


def places(shape: BaseGeometry, most: int, reserved: list[BaseGeometry]) -> Places:
    """Return places inside a shape, outside `reserved`."""
    free = shapely.intersection(shape, box(-1e5, _MARGIN, 1e5, HEIGHT - _MARGIN))
    if reserved:
        free = free.difference(shapely.union_all(reserved))
    free = MultiPolygon([part for part in shapely.get_parts(free) if isinstance(part, Polygon)])
    points, clear = _grid(free)
    label, width = _label(free, points, clear)
    named = box(label[0] - width / 2, label[1] - _LINE, label[0] + width / 2, label[1] + _LINE)
    best: tuple[list[Spot], int] = ([], 0)
    for keep_off in (named, None):
        for radius in _RADII:
            spots = _spread(points, clear, radius, most + 1, keep_off)
            # Three with less room are better than two with more, but more than three are not worth less room.
            if min(len(spots), 4) > min(len(best[0]), 4):
                best = (spots, radius)
        if len(best[0]) >= 3:
            break
    spots, radius = best
    if not spots:
        spots = [_spot(points[clear.argmax()])]
        radius = int(clear.max())
    mark = spots.pop() if len(spots) > 2 else spots[-1]
    return Places(label, width, spots, radius, mark)


def beside(shape: BaseGeometry, water: BaseGeometry, others: list[BaseGeometry]) -> Places:
    """Return places next to a small island: its name above or below, pieces at its sides."""
    left, top, right, bottom = shape.bounds
    middle = ((left + right) / 2, (top + bottom) / 2)
    free = water.difference(shapely.union_all(others)) if others else water
    reach, half = 34, (right - left) / 2
    low = (bottom - top) / 2 + reach
    around = [(half + reach, 0), (-half - reach, 0), (0, low), (half + reach, low), (-half - reach, low)]
    spots = [_spot((middle[0] + dx, middle[1] + dy)) for dx, dy in around]
    spots = [spot for spot in spots if shape.distance(shapely.Point(spot)) <= 80]
    # The whole piece on open water if possible, else at least its centre.
    best = [s for s in spots if free.buffer(-20).contains(shapely.Point(s))] or [
        s for s in spots if free.contains(shapely.Point(s))
    ]
    label = _spot((middle[0], top - 18))
    if not water.buffer(-12).contains(shapely.Point(label)):
        label = _spot((middle[0], bottom + 22))
    width = 170
    stacks = [
        s for i, s in enumerate(best) if all(abs(s[0] - o[0]) + abs(s[1] - o[1]) > 40 for o in best[:i])
    ]
    found = Places(label, width, stacks, 24, _spot(middle), tiny=True)
    found.taken = [box(label[0] - width / 2, label[1] - _LINE, label[0] + width / 2, label[1] + _LINE)]
    found.taken += [shapely.Point(s).buffer(30) for s in stacks[:2]]
    return found


def name_beside(
    shape: BaseGeometry, width: int, water: BaseGeometry, others: list[BaseGeometry]
) -> tuple[Spot, int] | None:
    """Return a place for an island's name in the water next to it; None if there is none."""
    left, top, right, bottom = shape.bounds
    free = water.difference(shapely.union_all(others)) if others else water
    height = 2 * _LINE
    across, down = (left + right) / 2, (top + bottom) / 2
    spots = (
        [(right + width / 2 + 12, y) for y in np.linspace(top, bottom, 5)]
        + [(left - width / 2 - 12, y) for y in np.linspace(top, bottom, 5)]
        + [(across, bottom + _LINE + 6), (across, top - _LINE - 6)]
    )
    fits = [
        (
            free.intersection(box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)).area
            / (width * height),
            -abs(y - down),
            x,
            y,
        )
        for x, y in spots
        if shape.distance(shapely.Point(x, y)) <= width / 2 + 30
    ]
    share, _, x, y = max(fits)
    return (_spot((x, y)), width) if share > 0.97 else None


def _grid(shape: BaseGeometry) -> tuple[Array, Array]:
    left, top, right, bottom = shape.bounds
    step = min(_STEP, max(2.0, (shape.area**0.5) / 12))
    x, y = np.meshgrid(np.arange(left + step / 2, right, step), np.arange(top + step / 2, bottom, step))
    points = np.column_stack([x.ravel(), y.ravel()])
    shapely.prepare(shape)
    spots = shapely.points(points)
    inside = shapely.contains(shape, spots)
    return points[inside], shapely.distance(shape.boundary, spots[inside])


def _label(shape: BaseGeometry, points: Array, clear: Array) -> tuple[Spot, int]:
    """Return the centre of the longest horizontal strip inside the shape, preferring thick ones."""
    wide = points[clear >= min(_LINE * 0.6, clear.max() * 0.8)]
    wide = wide[np.linspace(0, len(wide) - 1, min(len(wide), 220)).astype(int)]
    best, found = -1.0, (_spot(points[clear.argmax()]), 40)
    centre = shape.centroid
    left, _, right, _ = shape.bounds
    for x, y in wide:
        strip = shape.intersection(LineString([(left, y), (right, y)]))
        for dy in (-_LINE * 0.7, _LINE * 0.7):
            strip = strip.intersection(
                translate(shape.intersection(LineString([(left, y + dy), (right, y + dy)])), 0, -dy)
            )
        for piece in shapely.get_parts(strip):
            if piece.length == 0 or not piece.bounds[0] <= x <= piece.bounds[2]:
                continue
            middle = (piece.bounds[0] + piece.bounds[2]) / 2
            length = piece.length
            score = min(length, 420) - 0.25 * abs(y - centre.y) - 0.1 * abs(middle - centre.x)
            if score > best:
                best, found = score, (_spot((middle, y)), int(min(length * 0.92, 420)))
    return found


def _spread(points: Array, clear: Array, radius: float, most: int, keep_off: Polygon | None) -> list[Spot]:
    fit = clear >= radius * 0.85
    points, clear = points[fit], clear[fit]
    if keep_off is not None and len(points):
        left, top, right, bottom = keep_off.bounds
        off = (
            (points[:, 0] < left - radius)
            | (points[:, 0] > right + radius)
            | (points[:, 1] < top - radius * 0.8)
            | (points[:, 1] > bottom + radius * 0.8)
        )
        points, clear = points[off], clear[off]
    chosen: list[Spot] = []
    while len(points) and len(chosen) < most:
        # Near the others without overlap: a stack should look like one army.
        if chosen:
            away = np.min([np.hypot(points[:, 0] - x, points[:, 1] - y) for x, y in chosen], axis=0)
            ok = away >= 2 * radius
            points, clear, away = points[ok], clear[ok], away[ok]
            if not len(points):
                break
            score = np.minimum(clear, 1.4 * radius) - 0.25 * away
        else:
            score = clear
        chosen.append(_spot(points[score.argmax()]))
    return chosen


def _spot(point: Array | tuple[float, float]) -> Spot:
    return round(float(point[0])), round(float(point[1]))
