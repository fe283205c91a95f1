"""Projects longitude and latitude to the board.

A printed board gives Europe far more room than the globe does. So does this: along the parallels of Europe
the meridians are pulled apart, along its meridians the parallels, both fading out smoothly, so that America
and Asia keep their shapes. The board is a cylinder: whatever happens at one side happens at the other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

WIDTH = 6000
SEAM = -95.0
SOUTH, NORTH = -57.0, 74.8

# Width of a degree, band by band; widths are scaled to fill the board.
_PLAIN_LONGITUDES: list[tuple[float, float]] = [
    (-95, 9),
    (-81, 12),
    (-34, 10.5),
    (-16, 15.4),
    (51, 10.5),
    (92, 12.2),
    (146, 8.2),
    (265, 8.2),
]
_EUROPEAN_LONGITUDES: list[tuple[float, float]] = [
    (-95, 10.4),
    (-64, 7),
    (-14, 21),
    (40, 14),
    (58, 10),
    (146, 7.2),
    (225, 10.4),
    (265, 10.4),
]
_PLAIN_LATITUDES: list[tuple[float, float]] = [(-66, 9), (-36, 13), (36, 19), (62, 12.5), (90, 12.5)]
_EUROPEAN_LATITUDES: list[tuple[float, float]] = [
    (-66, 6.5),
    (-34, 11),
    (8, 14),
    (27, 19),
    (34, 25),
    (60, 19),
    (64, 12),
    (90, 12),
]
_STEP = 0.25


def _scale(bands: list[tuple[float, float]], blur: float, around: bool) -> tuple[Array, Array]:
    """Return the running sum of the bands' widths, smoothed between bands."""
    start, end = bands[0][0], bands[-1][0]
    degrees = np.arange(start, end + _STEP / 2, _STEP)
    middles = (degrees[:-1] + degrees[1:]) / 2
    width = np.array([value for _, value in bands])[
        np.searchsorted([edge for edge, _ in bands], middles, side="right") - 1
    ]
    reach = int(blur / _STEP)
    for _ in range(2):
        padded = np.pad(width, reach, mode="wrap" if around else "edge")
        width = np.convolve(padded, np.full(2 * reach + 1, 1 / (2 * reach + 1)), mode="valid")
    return degrees, np.concatenate([[0.0], np.cumsum(width) * _STEP])


def _smooth(value: Array, low: float, high: float) -> Array:
    t = np.clip((value - low) / (high - low), 0.0, 1.0)
    return t * t * (3 - 2 * t)


class _Projection:
    def __init__(self) -> None:
        self.plain_x = self._around(_PLAIN_LONGITUDES)
        self.european_x = self._around(_EUROPEAN_LONGITUDES)
        self.plain_y = _scale(_PLAIN_LATITUDES, 5, around=False)
        self.european_y = _scale(_EUROPEAN_LATITUDES, 3, around=False)
        # The same southern and northern edge for both.
        unit = WIDTH / 4000
        self.height = round(unit * self._between(self.plain_y, SOUTH, NORTH))
        self.plain_unit = self.height / self._between(self.plain_y, SOUTH, NORTH)
        self.european_unit = self.height / self._between(self.european_y, SOUTH, NORTH)

    @staticmethod
    def _around(bands: list[tuple[float, float]]) -> tuple[Array, Array]:
        degrees, sums = _scale(bands, 6, around=True)
        return degrees, sums * (WIDTH / sums[-1])

    @staticmethod
    def _between(scale: tuple[Array, Array], low: float, high: float) -> float:
        return float(np.interp(high, *scale) - np.interp(low, *scale))

    def __call__(self, points: Array) -> Array:
        lon, lat = points[:, 0], points[:, 1]
        turns = np.floor((lon - SEAM) / 360)
        at = lon - 360 * turns
        europe_x = _smooth(lat, -12, 34)
        x = (1 - europe_x) * np.interp(at, *self.plain_x) + europe_x * np.interp(at, *self.european_x)
        europe_y = _smooth(at, -62, -14) * (1 - _smooth(at, 46, 140))
        plain = (np.interp(NORTH, *self.plain_y) - np.interp(lat, *self.plain_y)) * self.plain_unit
        european = (
            np.interp(NORTH, *self.european_y) - np.interp(lat, *self.european_y)
        ) * self.european_unit
        return np.column_stack([x + turns * WIDTH, (1 - europe_y) * plain + europe_y * european])


project = _Projection()
HEIGHT = project.height
