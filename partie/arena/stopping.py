"""When a pairing has been played enough: the question is decided, or the interval is as narrow as asked
for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean, variance
from typing import Literal

from partie.arena.statistics import mean_interval

Verdict = Literal["first", "second", "narrow"]
LOOK_EVERY = 8
"""Blocks between two looks. Looking at fixed places keeps the result the same on any number of processes."""
_FEWEST = 8
_PRIOR_BLOCKS, _PRIOR_VARIANCE = 2.0, 0.5
"""The variance of few blocks is uncertain: two imagined blocks of a wide spread keep it from being far too
small."""


@dataclass(frozen=True)
class Stop:
    """A stopping rule for the difference in win share between the two agents of a pairing.

    `margin`: a sequential probability ratio test between "the first is better by this much" and "the second
    is", wrong with a probability of at most `error` where the difference is at least the margin. `width`:
    stop when the 95 % interval of the difference is at most this wide."""

    margin: float | None = None
    error: float = 0.05
    width: float | None = None

    def verdict(self, differences: Sequence[float]) -> Verdict | None:
        """What blocks so far say, where they say enough; each is the first agent's win share minus the
        second's."""
        n = len(differences)
        if n < _FEWEST:
            return None
        if self.margin is not None:
            mean = fmean(differences)
            spread = ((n - 1) * variance(differences) + _PRIOR_BLOCKS * _PRIOR_VARIANCE) / (
                n - 1 + _PRIOR_BLOCKS
            )
            ratio = 2 * n * mean * self.margin / spread
            if abs(ratio) >= log((1 - self.error) / self.error):
                return "first" if ratio > 0 else "second"
        if self.width is not None and variance(differences) > 0:
            low, high = mean_interval(differences)
            if high - low <= self.width:
                return "narrow"
        return None
