"""Ratings from the games of a tournament: a Bradley–Terry fit with bootstrap intervals.

A game among several sides counts as comparisons between each two of them (who scored more), which estimates
the same strengths as the ranking model of Plackett and Luce. Ratings are on the scale of Elo's: 400 points
are odds of ten to one, and the mean of all agents is 1500; intervals are relative to the agents about whom
most is known. Every agent has one imagined drawn game against an average one, so that the rating of somebody
who won (or lost) everything is finite.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
MEAN = 1500.0
SCALE = 400 / log(10)
_STEPS = 2000
_CLOSE = 1e-9
_FEW = 4
"""With fewer blocks a pairing shows no spread of its own."""
_PRIOR = 1.0
"""Imagined games of every agent against an average opponent, drawn."""


@dataclass(frozen=True)
class Ratings:
    """A rating for every agent with its 95 % interval; and how far one number per agent explains who beats
    whom."""

    values: list[float]
    ci95: list[tuple[float, float]]
    explained: float
    """The share of what the win matrix says beyond a coin toss that the ratings reproduce."""
    cycles: list[tuple[int, int, int]]
    """Agents of which each beats the next, and the last the first, beyond doubt."""


def fit(wins: Matrix) -> Matrix:
    """Ratings from `wins[…, i, j]`, the number of comparisons i won against j (half for equal); leading axes
    are independent problems. Found by minorisation–maximisation (Hunter 2004)."""
    games = wins + np.swapaxes(wins, -1, -2)
    won = wins.sum(-1) + _PRIOR / 2
    strength = np.ones(wins.shape[:-1])
    for _ in range(_STEPS):
        pairs = (games / (strength[..., :, None] + strength[..., None, :])).sum(-1)
        new = won / (pairs + _PRIOR / (strength + 1))
        change = float(np.max(np.abs(np.log(new / strength))))
        strength = new
        if change < _CLOSE:
            break
    ratings = SCALE * np.log(strength)
    return MEAN + ratings - ratings.mean(-1, keepdims=True)


def expected(ratings: Matrix) -> Matrix:
    """The share of comparisons each agent should win against each other."""
    return 1 / (1 + np.exp((ratings[None, :] - ratings[:, None]) / SCALE))


def rate(blocks: list[Matrix], groups: list[int], seed: int = 0, resamples: int = 400) -> Ratings:
    """Ratings from independent blocks, each a matrix of comparisons won; blocks are drawn again with
    replacement within their group (the pairing they belong to) for the intervals. Groups of few blocks are
    drawn as one: a block that is alone in its group would always be drawn, as if it were certain."""
    stacked = np.array(blocks)
    wins = stacked.sum(0)
    values = fit(wins)
    generator = np.random.default_rng(seed)
    each_group = [np.flatnonzero(np.array(groups) == group) for group in sorted(set(groups))]
    members = [group for group in each_group if len(group) >= _FEW]
    if small := [group for group in each_group if len(group) < _FEW]:
        members.append(np.concatenate(small))
    drawn = np.zeros((resamples, *wins.shape))
    for each in members:
        counts = generator.multinomial(len(each), np.full(len(each), 1 / len(each)), resamples)
        drawn += np.tensordot(counts.astype(float), stacked[each], 1)
    low, high = np.percentile(_aligned(fit(drawn), values, wins), [2.5, 97.5], axis=0)
    return Ratings(
        [float(value) for value in values],
        [(float(a), float(b)) for a, b in zip(low, high, strict=True)],
        _explained(wins, values),
        _cycles(wins, drawn),
    )


def _aligned(drawn: Matrix, values: Matrix, wins: Matrix) -> Matrix:
    """Ratings of resamples, each shifted as a whole so that it agrees best with `values`.

    Results only tell differences. How far below the others an agent is that lost everything is hardly known:
    with the mean of all as the fixed point, that would make everybody's interval wide. So agents count by how
    much their games tell about them (Fisher's information)."""
    chance = expected(values)
    weights = ((wins + wins.T) * chance * (1 - chance)).sum(1)
    return drawn - ((drawn - values) @ weights)[:, None] / weights.sum()


def _deviance(wins: Matrix, chance: Matrix) -> float:
    """Twice how much likelier the results are by their own shares than by `chance`."""
    games = wins + wins.T
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = wins * np.log(wins / games / chance)
    return 2 * float(np.nansum(np.where(wins > 0, terms, 0.0)))


def _explained(wins: Matrix, ratings: Matrix) -> float:
    even = _deviance(wins, np.full(wins.shape, 0.5))
    return 1.0 if even <= 0 else max(0.0, 1 - _deviance(wins, expected(ratings)) / even)


def _cycles(wins: Matrix, drawn: Matrix) -> list[tuple[int, int, int]]:
    """Triples in which each beats the next in at least 97.5 % of the resamples."""
    n = len(wins)
    beats = np.mean(drawn > np.swapaxes(drawn, -1, -2), axis=0) >= 0.975
    return [
        (i, j, k)
        for i in range(n)
        for j in range(n)
        for k in range(n)
        if i < j and i < k and beats[i, j] and beats[j, k] and beats[k, i]
    ]
