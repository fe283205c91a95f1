"""Confidence intervals for means of independent blocks."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, variance

Interval = tuple[float, float]


def student_quantile(degrees: int) -> float:
    """The 97.5 % quantile of Student's t distribution.

    Uses the Cornish-Fisher expansion, and exact values for one and two degrees of freedom."""
    if degrees == 1:
        return 12.706204736432095
    if degrees == 2:
        return 4.302652729696142
    z = NormalDist().inv_cdf(0.975)
    n = float(degrees)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def mean_interval(blocks: Sequence[float]) -> Interval:
    """The 95 % confidence interval of the mean of independent blocks (Student's t).

    It is infinite for a single block."""
    mean = fmean(blocks)
    if len(blocks) < 2:
        return (float("-inf"), float("inf"))
    half = student_quantile(len(blocks) - 1) * sqrt(variance(blocks) / len(blocks))
    return (mean - half, mean + half)


def share_interval(blocks: Sequence[float]) -> Interval:
    """The 95 % confidence interval of a share between 0 and 1 that is averaged over independent blocks.

    Wilson's interval, with the number of blocks scaled by their actual variance. Unlike Student's, it stays
    inside [0, 1] and does not shrink to a point if every block was won."""
    share, n = fmean(blocks), float(len(blocks))
    spread = variance(blocks) if len(blocks) > 1 else 0.0
    if spread > 0 and 0 < share < 1:
        n = max(1.0, n * share * (1 - share) / spread)
    z2 = NormalDist().inv_cdf(0.975) ** 2
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = sqrt(z2 * share * (1 - share) / n + z2**2 / (4 * n**2)) / (1 + z2 / n)
    return (max(0.0, centre - half), min(1.0, centre + half))
