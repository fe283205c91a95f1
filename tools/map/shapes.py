"""Computes the shape of every space from countries and lines.

One network of lines is cut into faces, and every face belongs to a space, so that there are no overlaps or
gaps."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable

import numpy as np
import shapely
import shapely.ops
from atlas import CUT, countries
from land import BROADER, COUNTRIES, DRAWN, DRAWN_ISLANDS, GRANTS, ON_SHORE, PARTS, STRAITS
from projection import HEIGHT, WIDTH, Array, project
from seas import LINES, ZONES, J, Shore
from shapely import LineString, MultiPolygon, Point, Polygon, STRtree, box
from shapely.affinity import scale, translate
from shapely.geometry.base import BaseGeometry

Spot = tuple[float, float]

SMALLEST = {"rest": 900.0, "solomon-islands": 30.0, "hawaiian-islands": 60.0}
"""Islands smaller than this on the board are left out: they would be too small to click."""
SMALLEST_OF_OTHERS = 170.0
INLET = 4.0
"""Half the width of water that is filled."""
LAKE = 2500.0
"""Unnamed water smaller than this is joined to its neighbour, if necessary to land."""
NOWHERE = ("rest", "ice")
"""Shapes that are drawn but are not spaces."""
_WINDOW = box(-WIDTH / 2, 0, WIDTH * 1.5, HEIGHT)
_GRID = 1 / 64


def shapes(anchors: dict[str, Spot]) -> dict[str, BaseGeometry]:
    """Return the shape of every space on the board, and of `rest` and `ice`.

    A shape may extend beyond a side, but is never cut there."""
    land = lands()
    faces = _faces(land, anchors)
    return _simplified(faces)


def place(point: Spot) -> Spot:
    """Return the place of a point of the globe on the unrolled board."""
    lon, lat = point
    x, y = project(np.array([[lon if lon >= CUT else lon + 360, lat]], dtype=float))[0]
    return float(x), float(y)


def lands() -> dict[str, BaseGeometry]:
    found = _countries()
    for name, (factor, right, down) in DRAWN.items():
        found[name] = translate(scale(found[name], factor, factor, origin="centroid"), right, down)
    for to, sources, ring in GRANTS:
        area = shapely.make_valid(Polygon(_border(ring)))
        for source in sources.split(", "):
            _move(found, area, source, to)
    for name, (middle, ellipses) in DRAWN_ISLANDS.items():
        shape = shapely.union_all([_rock(place(middle), ellipse) for ellipse in ellipses])
        if name in ON_SHORE:
            found[ON_SHORE[name]] = found[ON_SHORE[name]].difference(shape)
        found[name] = shape
    water = shapely.union_all([_projected(LineString(line)).buffer(half) for line, half in STRAITS])
    frame = box(-WIDTH, 0, 2 * WIDTH, HEIGHT)
    for name, shape in found.items():
        found[name] = _without_crumbs(shape, name)
    _fill_inlets(found)
    for name, more in BROADER.items():
        others = shapely.union_all([shape for other, shape in found.items() if other != name])
        # Nothing new next to other land: there the coasts must stay as they are.
        new = found[name].buffer(more, quad_segs=3).difference(others.buffer(1.3 * more, quad_segs=3))
        found[name] = _solid(shapely.union_all([found[name], new]))
    for name, shape in found.items():
        if name not in DRAWN_ISLANDS:
            shape = shape.difference(water)
        found[name] = _without_crumbs(shapely.intersection(_solid(shape), frame, grid_size=_GRID), name)
    return found


def _fill_inlets(found: dict[str, BaseGeometry]) -> None:
    """Fill water that is too narrow to be seen: fjords, estuaries, lagoons."""
    names = list(found)
    tree = STRtree([found[name] for name in names])
    for name in names:
        closed = found[name].buffer(INLET, quad_segs=2).buffer(-INLET, quad_segs=2)
        others = [found[names[i]] for i in tree.query(closed) if names[i] != name]
        filled = closed.difference(shapely.union_all([found[name], *others]))
        seen = [part.buffer(0.1, quad_segs=1) for part in _polygons(filled) if part.area > 12]
        found[name] = _solid(shapely.union_all([found[name], *seen]).difference(shapely.union_all(others)))


def _countries() -> dict[str, BaseGeometry]:
    atlas = countries()
    parts: dict[str, list[Polygon]] = defaultdict(list)
    for space, names in COUNTRIES.items():
        for name in names.split(", "):
            for part in atlas[name]:
                to: str | None = space
                for ring, source, target in PARTS:
                    if source == space and Polygon(ring).contains(part.centroid):
                        to = target
                if to is not None:
                    parts[to].append(part)
    # Fewer points from here on: invisible at this size, and ten times faster.
    flat = iter(
        shapely.coverage_simplify(
            [_solid(_projected(part)) for group in parts.values() for part in group], 1.2
        )
    )
    return {space: shapely.union_all([next(flat) for _ in group]) for space, group in parts.items()}


def _move(found: dict[str, BaseGeometry], area: BaseGeometry, source: str, to: str) -> None:
    taken = _solid(found[source].intersection(area))
    found[source] = found[source].difference(area)
    found[to] = shapely.union_all([found[to], taken]) if to in found else taken


def _without_crumbs(shape: BaseGeometry, name: str) -> BaseGeometry:
    if name in DRAWN_ISLANDS:
        return shape
    least = SMALLEST.get(name, SMALLEST_OF_OTHERS)
    kept = [part for part in _polygons(shape) if part.area >= least]
    return MultiPolygon(
        [Polygon(p.exterior, [h for h in p.interiors if Polygon(h).area > LAKE]) for p in kept]
    )


def _solid(shape: BaseGeometry) -> MultiPolygon:
    return MultiPolygon(_polygons(shape))


def _polygons(shape: BaseGeometry) -> list[Polygon]:
    return [part for part in shapely.get_parts(shape) if isinstance(part, Polygon)]


def _projected(shape: BaseGeometry) -> BaseGeometry:
    return shapely.make_valid(shapely.transform(shape.segmentize(0.4), project))


def _curve(points: Array, closed: bool, step: float = 9.0) -> Array:
    """Return a smooth line through the points (centripetal Catmull–Rom)."""
    if len(points) < 3 and not closed:
        return np.array(LineString(points).segmentize(step).coords)
    if closed:
        padded = np.vstack([points[-1], points, points[0], points[1]])
    else:
        padded = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    pieces = []
    for p0, p1, p2, p3 in zip(padded[:-3], padded[1:-2], padded[2:-1], padded[3:], strict=True):
        t1 = math.dist(p0, p1) ** 0.5
        t2 = t1 + math.dist(p1, p2) ** 0.5
        t3 = t2 + math.dist(p2, p3) ** 0.5
        count = max(2, math.ceil(math.dist(p1, p2) / step))
        t = np.linspace(t1, t2, count, endpoint=False)[:, None]
        a1 = (t1 - t) / t1 * p0 + t / t1 * p1
        a2 = (t2 - t) / (t2 - t1) * p1 + (t - t1) / (t2 - t1) * p2
        a3 = (t3 - t) / (t3 - t2) * p2 + (t - t2) / (t3 - t2) * p3
        b1 = (t2 - t) / t2 * a1 + t / t2 * a2
        b2 = (t3 - t) / (t3 - t1) * a2 + (t - t1) / (t3 - t1) * a3
        pieces.append((t2 - t) / (t2 - t1) * b1 + (t - t1) / (t2 - t1) * b2)
    return np.vstack([*pieces, points[:1] if closed else points[-1:]])


def _border(ring: list[Spot]) -> Array:
    """Return a hand-set border with small bends.

    The bends depend only on the place, so that two rings along one line agree."""
    line = _curve(np.array([place(point) for point in ring]), closed=True)
    x, y = line[:, 0], line[:, 1]
    dx = 5 * np.sin(x / 23 + y / 11) + 3 * np.sin(y / 7.3 - x / 31)
    dy = 5 * np.sin(y / 21 - x / 13) + 3 * np.sin(x / 6.7 + y / 29)
    return np.column_stack([x + dx, y + dy])


def _rock(middle: Spot, ellipse: tuple[float, float, float, float]) -> Polygon:
    """Return a small island with an irregular coast."""
    right, down, half_width, half_height = ellipse
    angle = np.linspace(0, 2 * math.pi, 36, endpoint=False)
    seed = right + 3 * down
    reach = 1 + 0.13 * np.sin(3 * angle + seed) + 0.08 * np.sin(5 * angle + 2 * seed)
    x = middle[0] + right + half_width * reach * np.cos(angle)
    y = middle[1] + down + half_height * reach * np.sin(angle)
    return Polygon(np.column_stack([x, y]))


def _sea_lines(land: dict[str, BaseGeometry]) -> list[LineString]:
    coast = shapely.union_all(list(land.values())).boundary
    lines = []
    for line in LINES:
        points: list[Spot] = []
        for item in line:
            if isinstance(item, Shore):
                found = _shore(land, coast, item)
            else:
                found = place(J[item] if isinstance(item, str) else item)
            if points:  # the short way round
                found = (found[0] - WIDTH * round((found[0] - points[-1][0]) / WIDTH), found[1])
            points.append(found)
        curve = _curve(np.array(points), closed=False)
        if isinstance(line[-1], Shore):
            curve = np.vstack([curve, _beyond(curve[-2], curve[-1])])
        if isinstance(line[0], Shore):
            curve = np.vstack([_beyond(curve[1], curve[0]), curve])
        lines.append(LineString(curve))
    return lines


def _beyond(before: Array, end: Array) -> Array:
    """Return a point slightly further inland, so that the line meets the coast."""
    step = end - before
    further: Array = end + step / np.hypot(*step) * 1.0
    return further


def _shore(land: dict[str, BaseGeometry], coast: BaseGeometry, shore: Shore) -> Spot:
    near = Point(place(shore.near))
    common = land[shore.one].boundary.intersection(land[shore.other].boundary.buffer(0.3))
    on_coast = common.intersection(coast.buffer(0.5))
    if on_coast.is_empty:
        raise SystemExit(f"{shore.one} and {shore.other} do not meet on a coast")
    point = shapely.ops.nearest_points(on_coast, near)[0]
    if point.distance(near) > 120:
        raise SystemExit(
            f"{shore.one} and {shore.other} meet {point.distance(near):.0f} away from {shore.near}"
        )
    return point.x, point.y


def _copies(shape: BaseGeometry) -> Iterable[tuple[int, BaseGeometry]]:
    for turn in (-1, 0, 1, 2):
        moved = translate(shape, turn * WIDTH)
        if moved.intersects(_WINDOW):
            yield turn, moved


def _faces(land: dict[str, BaseGeometry], anchors: dict[str, Spot]) -> dict[str, BaseGeometry]:
    owners: list[tuple[str, int]] = []
    areas: list[BaseGeometry] = []
    edges: list[BaseGeometry] = [_WINDOW.boundary]
    for name, shape in land.items():
        home = 1 if name in anchors and place(anchors[name])[0] < 0 else 0
        for turn, moved in _copies(shape):
            owners.append((name, turn - home))
            areas.append(moved)
            edges.append(moved.boundary)
    for line in _sea_lines(land):
        edges.extend(moved for _, moved in _copies(line))
    network = shapely.union_all(shapely.set_precision(edges, _GRID), grid_size=_GRID)
    faces = list(shapely.get_parts(shapely.polygonize(list(shapely.get_parts(network)))))
    tree = STRtree(areas)
    of_face: dict[int, tuple[str, int]] = {}
    for index, face in enumerate(faces):
        middle = face.representative_point()
        inside = [i for i in tree.query(middle) if areas[i].contains(middle)]
        if inside:
            of_face[index] = owners[inside[0]]
    face_tree = STRtree(faces)
    seas = [name for name in anchors if name.startswith("sz-")]
    for name in [*seas, "ice"]:
        for spot in ZONES.get(name, [anchors[name]] if name in anchors else []):
            x, y = place(spot)
            x %= WIDTH
            for turn in (-1, 0, 1):
                point = Point(x + turn * WIDTH, y)
                for index in face_tree.query(point):
                    if not faces[index].contains(point):
                        continue
                    if of_face.get(index, (name, turn))[0] != name:
                        raise SystemExit(f"{name} at {spot} is in {of_face[index]}")
                    of_face[index] = (name, turn)
    _join_strays(faces, face_tree, of_face)
    groups: dict[str, list[Polygon]] = defaultdict(list)
    for index, (name, turn) in of_face.items():
        face = faces[index]
        if name in NOWHERE:
            if 0 <= face.representative_point().x < WIDTH:
                groups[name].append(face)
        elif turn == 0:
            groups[name].append(face)
    missing = set(anchors) - set(groups)
    if missing:
        raise SystemExit(f"no face for {sorted(missing)}")
    return {name: shapely.coverage_union_all(group) for name, group in sorted(groups.items())}


def _join_strays(faces: list[Polygon], tree: STRtree, of_face: dict[int, tuple[str, int]]) -> None:
    strays = {index for index in range(len(faces)) if index not in of_face}
    while strays:
        joined = {}
        for index in strays:
            shared: dict[tuple[str, int], float] = defaultdict(float)
            for other in tree.query(faces[index], predicate="intersects"):
                if other in of_face:
                    length = faces[index].intersection(faces[other]).length
                    sea = of_face[other][0].startswith("sz-")
                    shared[of_face[other]] += length * (1000 if sea else 1)
            if shared and max(shared.values()) > 0:
                joined[index] = max(shared, key=lambda owner: (shared[owner], owner))
        if not joined:
            break
        for index in joined:
            if faces[index].area > LAKE and 0 <= faces[index].centroid.x < WIDTH:
                raise SystemExit(
                    f"water at {faces[index].centroid.wkt} belongs to nobody: give it a point in ZONES"
                )
        of_face.update(joined)
        strays -= set(joined)


def _simplified(spaces: dict[str, BaseGeometry]) -> dict[str, BaseGeometry]:
    """Simplify, round corners and use integers; common borders stay common."""
    shapes = [translate(shape, turn * WIDTH) for turn in (0, -1, 1) for shape in spaces.values()]
    shapes = _redrawn(shapely.coverage_simplify(shapes, 4.2), _rounder)
    shapes = _redrawn(shapely.coverage_simplify(shapes, 1.0), lambda arc: arc)
    return {name: shapely.normalize(shape) for name, shape in zip(spaces, shapes, strict=False)}


def _redrawn(shapes: list[BaseGeometry], change: Callable[[Array], Array]) -> list[BaseGeometry]:
    """Return the shapes with every line between two junctions changed and rounded to integers."""
    network = shapely.union_all(shapely.boundary(shapes))
    arcs = _alike(
        [LineString(change(np.array(arc.coords))) for arc in shapely.get_parts(shapely.line_merge(network))]
    )
    network = shapely.union_all(shapely.set_precision(arcs, 1), grid_size=1)
    tree = STRtree(shapes)
    groups: list[list[Polygon]] = [[] for _ in shapes]
    for face in shapely.get_parts(shapely.polygonize(list(shapely.get_parts(network)))):
        groups[min(tree.query_nearest(face.representative_point()))].append(face)
    return [shapely.coverage_union_all(group) for group in groups]


def _alike(arcs: list[LineString]) -> list[LineString]:
    """Return the lines, with those that repeat at the other side of the board made exact copies."""
    known: dict[tuple[Spot, Spot], list[LineString]] = defaultdict(list)
    same = []
    for arc in arcs:
        low, high = sorted([arc.coords[0], arc.coords[-1]])
        turn = WIDTH * (low[0] // WIDTH)
        home = translate(arc, -turn)
        others = known[(low[0] - turn, low[1]), (high[0] - turn, high[1])]
        found = next((other for other in others if other.hausdorff_distance(home) < 8), home)
        if found is home:
            others.append(home)
        same.append(translate(found, turn))
    return same


def _rounder(arc: Array) -> Array:
    """Cut corners once (Chaikin), keeping the ends."""
    if len(arc) < 3:
        return arc
    before, after = arc[:-1], arc[1:]
    cut = np.stack([0.75 * before + 0.25 * after, 0.25 * before + 0.75 * after], axis=1).reshape(-1, 2)
    if (arc[0] == arc[-1]).all():
        return np.vstack([cut, cut[:1]])
    return np.vstack([arc[:1], cut[1:-1], arc[-1:]])
