"""Plots as SVG, without a plotting library: reports need four kinds, and colours that follow the reader's
light or dark page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil, floor, isfinite, log10

from partie.arena.statistics import Interval

WIDTH = 720
_NARROW = 520
"""Plots up to this width fit on a phone, where they are shown smaller."""
_ROWS_WIDTH = 300
"""The width of the intervals between names and numbers."""
_ROW = 30
_LETTER = 7.6
"""About how wide a letter is."""
_LONGEST = 36
"""Letters of a name that are shown."""
_RIGHT = 70
_TEXT = 13

STYLE = """
.plot{font:13px system-ui,sans-serif;--ink:#1c2430;--paper:#fff;--muted:#5c6675;--rule:#d9dee6;width:100%;height:auto;min-width:540px}
.plot.narrow{min-width:340px;max-width:600px}
.plot text{fill:var(--ink)}.plot .muted{fill:var(--muted)}.plot .rule{stroke:var(--rule)}
.plot .whisker{stroke:var(--muted);stroke-width:2}.plot .line{fill:none;stroke-width:2}
.c0{--c:#0b62a4}.c1{--c:#b3470a}.c2{--c:#1b7a4b}.c3{--c:#8a3a8f}.c4{--c:#7a6200}.c5{--c:#0f7583}.c6{--c:#a3243b}.c7{--c:#4a4f9c}
.plot .name{paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}
.plot .dot,.plot .bar{fill:var(--c)}.plot .line{stroke:var(--c)}
@media (prefers-color-scheme:dark){.plot{--ink:#e8ecf2;--paper:#161b22;--muted:#a3adba;--rule:#353d49}
.c0{--c:#6db3ec}.c1{--c:#f0955c}.c2{--c:#68c99a}.c3{--c:#d493d8}.c4{--c:#d3b94a}.c5{--c:#5fc4d2}.c6{--c:#f08a9b}.c7{--c:#a5aaf0}}
"""
COLOURS = 8


def numeral(text: str, language: str) -> str:
    """A number as a language writes it.

    >>> numeral("-0.5", "en"), numeral("12.5%", "fr")
    ('−0.5', '12,5\u202f%')
    """
    text = text.replace("-", "−")
    return text.replace(".", ",").replace("%", "\u202f%") if language == "fr" else text


@dataclass(frozen=True)
class Point:
    """A point of a plot with its name."""

    x: float
    y: float
    name: str
    interval: Interval | None = None


def _svg(height: float, title: str, body: Iterable[str], width: float = WIDTH) -> str:
    kind = "plot narrow" if width <= _NARROW else "plot"
    return (
        f'<svg class="{kind}" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" role="img" '
        f'xmlns="http://www.w3.org/2000/svg"><title>{escape(title)}</title>{"".join(body)}</svg>'
    )


def standalone(svg: str) -> str:
    """A plot as a file of its own, with its colours inside."""
    return svg.replace("<title>", f"<style>{STYLE}</style><title>", 1) + "\n"


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _cut(name: str, most: int = _LONGEST) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _room_for(names: Iterable[str]) -> float:
    """Where plots begin that have these names at the left."""
    return max(110.0, 20 + _LETTER * max(len(_cut(name)) for name in names))


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers between two others, evenly spaced, at most `most` of them.

    >>> ticks(1040, 1950)
    [1200, 1400, 1600, 1800]
    """
    if not high > low:
        return [low]
    size = 10 ** floor(log10((high - low) / most))
    step = next(size * k for k in (1, 2, 5, 10) if (high - low) / (size * k) <= most)
    return [round(step * k, 10) for k in range(ceil(low / step), floor(high / step) + 1)]


def _number(value: float, language: str) -> str:
    return numeral(f"{value:g}", language)


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    span = high - low or 1.0
    return lambda value: start + (value - low) / span * (end - start)


def intervals(
    rows: Sequence[tuple[str, float, Interval]],
    title: str,
    colours: Sequence[int] | None = None,
    mark: float | None = None,
    digits: int = 0,
    percent: bool = False,
    language: str = "en",
) -> str:
    """One row per name: a value with its interval. `mark` draws a line where the value would be without any
    effect."""
    ends = [end for _, value, interval in rows for end in (value, *interval) if isfinite(end)]
    if mark is not None:
        ends.append(mark)
    low, high = min(ends), max(ends)
    room = (high - low) * 0.04 or 1.0
    left = _room_for(name for name, *_ in rows)
    width = left + _ROWS_WIDTH + _RIGHT
    x = _scale(low - room, high + room, left, width - _RIGHT)
    bottom = 10 + _ROW * len(rows)
    body = []
    for tick in ticks(low, high):
        body.append(_line(x(tick), 6, x(tick), bottom, "rule"))
        label = numeral(f"{tick:.0%}", language) if percent else _number(tick, language)
        body.append(_text(x(tick), bottom + 18, label, "middle", "muted"))
    if mark is not None:
        body.append(_line(x(mark), 6, x(mark), bottom, "whisker"))
    for number, (name, value, (least, most)) in enumerate(rows):
        y = 10 + _ROW * (number + 0.5)
        colour = colours[number] % COLOURS if colours else 0
        body.append(f"<g><title>{escape(name)}</title>{_text(left - 12, y + 4, _cut(name), 'end')}</g>")
        least, most = max(least, low - room), min(most, high + room)
        body.append(_line(x(least), y, x(most), y, "whisker"))
        body.append(f'<circle cx="{x(value):.1f}" cy="{y:.1f}" r="5" class="dot c{colour}"/>')
        label = numeral(f"{value:.1%}" if percent else f"{value:.{digits}f}", language)
        body.append(_text(width - 8, y + 4, label, "end"))
    return _svg(bottom + 28, title, body, width)


def curves(
    families: Mapping[str, Sequence[Point]],
    title: str,
    x_title: str,
    y_title: str,
    logarithmic: bool = True,
    language: str = "en",
) -> str:
    """Points joined by family; the horizontal axis may count in powers of ten."""
    points = [point for row in families.values() for point in row]
    shown: Callable[[float], float] = (lambda value: log10(max(value, 1e-4))) if logarithmic else float
    xs = [shown(point.x) for point in points]
    ys = [end for point in points for end in (point.y, *(point.interval or ())) if isfinite(end)]
    height, top, bottom = 380, 14, 330
    spare_x, spare_y = (max(xs) - min(xs)) * 0.06 or 0.5, (max(ys) - min(ys)) * 0.05 or 1.0
    x = _scale(min(xs) - spare_x, max(xs) + spare_x, 60, WIDTH - 20)
    y = _scale(min(ys) - spare_y, max(ys) + spare_y, bottom, top)
    body = []
    for tick in ticks(min(ys) - spare_y, max(ys) + spare_y):
        body += [
            _line(60, y(tick), WIDTH - 20, y(tick), "rule"),
            _text(52, y(tick) + 4, _number(tick, language), "end", "muted"),
        ]
    where = range(floor(min(xs)), ceil(max(xs)) + 1) if logarithmic else ticks(min(xs), max(xs))
    for at in where:
        if 60 <= x(at) <= WIDTH - 20:
            label = numeral(f"{10**at:g}", language) if logarithmic else _number(at, language)
            body += [
                _line(x(at), top, x(at), bottom, "rule"),
                _text(x(at), bottom + 18, label, "middle", "muted"),
            ]
    body += [
        _text((WIDTH + 40) / 2, height - 8, x_title, "middle", "muted"),
        _text(60, 11, y_title, "start", "muted"),
    ]
    for number, row in enumerate(families.values()):
        drawn = "".join(_curve(sorted(row, key=_x_of), x, y, shown))
        body.append(f'<g class="c{number % COLOURS}">{drawn}</g>')
    labels = _Labels([(x(shown(point.x)), y(point.y)) for point in points])
    body += [labels.write(x(shown(point.x)), y(point.y), point.name) for point in points if point.name]
    return _svg(height, title, body)


class _Labels:
    """Finds room for names beside points, so that they cover neither each other nor a point."""

    def __init__(self, points: Iterable[tuple[float, float]]) -> None:
        self._taken = [(x - 6, x + 6, y + 4) for x, y in points]

    def write(self, x: float, y: float, name: str) -> str:
        """A name beside the point at x and y."""
        name = _cut(name, 24)
        long = _LETTER * len(name)
        places = [
            (start, shift)
            for shift in (-7, 16, 4, -22, 31, -37, 46, -52)
            for start in (x + 9, x - 9 - long)
            if 60 <= start <= WIDTH - 20 - long
        ] or [(x + 9, -7)]
        start, shift = next((place for place in places if self._is_free(*place, y, long)), places[0])
        self._taken.append((start, start + long, y + shift))
        is_left = start < x
        return _text(x - 9 if is_left else x + 9, y + shift, name, "end" if is_left else "start", "name")

    def _is_free(self, start: float, shift: float, y: float, long: float) -> bool:
        return all(
            abs(y + shift - other) >= _TEXT + 1 or start + long < left or start > right
            for left, right, other in self._taken
        )


def _x_of(point: Point) -> float:
    return point.x


def _curve(
    row: Sequence[Point],
    x: Callable[[float], float],
    y: Callable[[float], float],
    shown: Callable[[float], float],
) -> Iterable[str]:
    for a, b in pairwise(row):
        yield _line(x(shown(a.x)), y(a.y), x(shown(b.x)), y(b.y), "line")
    for point in row:
        at = x(shown(point.x))
        if point.interval is not None and all(isfinite(end) for end in point.interval):
            yield _line(at, y(point.interval[0]), at, y(point.interval[1]), "whisker")
        yield f'<circle cx="{at:.1f}" cy="{y(point.y):.1f}" r="5" class="dot"><title>{escape(point.name)}</title></circle>'


def histograms(
    rows: Mapping[str, Sequence[float]],
    title: str,
    colours: Sequence[int] | None = None,
    language: str = "en",
) -> str:
    """The distribution of values for every name, one row each, on one axis."""
    values = [value for row in rows.values() for value in row]
    low, high = min(values), max(values)
    kinds = sorted(set(values))
    count = 24
    width = (high - low) / count or 1.0
    if len(kinds) <= count:  # few different values: a bar for each
        gaps = [b - a for a, b in pairwise(kinds)]
        width = min(gaps, default=1.0)
        low, high = low - width / 2, high + width / 2
    bars = max(1, round((high - low) / width))
    start = _room_for(rows)
    x = _scale(low, high if high > low else low + 1, start, WIDTH - 20)
    tall = 46
    bottom = 10 + tall * len(rows)
    body = [
        part
        for tick in ticks(low, high)
        for part in (
            _line(x(tick), 6, x(tick), bottom, "rule"),
            _text(x(tick), bottom + 18, _number(tick, language), "middle", "muted"),
        )
    ]
    for number, (name, row) in enumerate(rows.items()):
        base = 10 + tall * (number + 1) - 4
        counts = [0] * bars
        for value in row:
            counts[min(bars - 1, int((value - low) / width))] += 1
        colour = colours[number] % COLOURS if colours else 0
        body.append(f"<g><title>{escape(name)}</title>{_text(start - 12, base - 8, _cut(name), 'end')}</g>")
        for index, amount in enumerate(counts):
            if amount:
                high_as = (tall - 12) * amount / max(counts)
                left = x(low + index * width)
                body.append(
                    f'<rect x="{left + 0.5:.1f}" y="{base - high_as:.1f}" width="{max(1.0, x(low + width) - x(low) - 1):.1f}" '
                    f'height="{high_as:.1f}" class="bar c{colour}"><title>{_number(low + (index + 0.5) * width, language)}: {amount}</title></rect>'
                )
        body.append(_line(start, base, WIDTH - 20, base, "rule"))
    return _svg(bottom + 28, title, body)
