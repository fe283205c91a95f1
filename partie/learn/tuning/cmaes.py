"""The CMA-ES tuner, which adapts the covariance of its search distribution (Hansen and Ostermeier, 2001).

It uses the package `cma`, and works on real numbers from 0 to 255 that are rounded to bytes, so that it tunes
the same genomes as the genetic tuner.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from partie.core.compiled.chance import new_chance
from partie.learn.extras import require_package
from partie.learn.tuning.draws import normals
from partie.learn.tuning.tuner import (
    Fitness,
    Population,
)


class CmaEs:
    """The tuner. `spread` is the initial step size, in bytes."""

    def __init__(self, start: bytes, size: int, seed: object, spread: float = 40.0) -> None:
        require_package("cma", "Runs with CMA-ES")
        import cma  # type: ignore[import-untyped,unused-ignore]

        chance = new_chance(seed, "cma")
        options = {
            "bounds": [0, 255],
            "popsize": size,
            "randn": lambda *shape: normals(chance, *shape),
            "seed": np.nan,  # all random numbers come from `randn`
            "verbose": -9,
            "CMA_stds": 1.0,
        }
        inner = np.clip(np.frombuffer(start, np.uint8).astype(float), 1.0, 254.0)
        self._strategy: Any = cma.CMAEvolutionStrategy(inner, spread, options)
        self._points: list[Any] | None = None
        self._first = start

    def ask(self) -> Population:
        if self._points is None:
            self._points = self._strategy.ask()
        return _bytes(np.array(self._points))

    def tell(self, fitness: Fitness) -> None:
        self.ask()
        self._strategy.tell(self._points, [-float(worth) for worth in fitness])
        self._points = None

    def favourite(self) -> bytes:
        """The mean of the search distribution: under noise it is better than the luckiest individual."""
        if not self._strategy.countiter:
            return self._first
        return _bytes(np.asarray(self._strategy.result.xfavorite)).tobytes()


def _bytes(points: Any) -> Population:
    rounded: Population = np.clip(np.rint(points), 0, 255).astype(np.uint8)
    return rounded
