"""Tuning the weights of the program `scores`: the fitness of a set of weights.

Pairs of candidates play deals bid by the table bidder against pairs of a *panel*: random players, the weights
set by hand, and the shipped ones. Every deal is played twice, with the sides swapped, and all candidates of a
generation play the same deals. Fitness is the mean of the share of deals won and the share of points: the
first is the goal, the second is less noisy.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partie.games.coinche.players.scores.conditions import GENES
from partie.games.coinche.players.scores.imitation import describe
from partie.games.coinche.players.scores.matches import (
    bid_deals,
    play_lines,
    policy,
)
from partie.games.coinche.players.scores.store import (
    DEFAULT,
    STORED,
)
from partie.learn.tuning.genome import (
    Genome,
    decode,
)
from partie.learn.tuning.tuner import (
    Defaults,
    Fitness,
    Population,
    Task,
)

PANEL: tuple[str | None, ...] = (None, "handset", DEFAULT)
"""The opponents of candidates; None is random play."""
JUDGED_DEALS = 3000
STRENGTH = "deals_won_against_the_panel"


def shares(
    weights: NDArray[np.float64], deals: int, seed: str, panel: tuple[str | None, ...] = PANEL
) -> NDArray[np.float64]:
    """The share of deals won and the share of points for each row of weights against each of the panel (rows
    × panel × 2).

    Each pair plays `deals` deals, both ways.
    """
    names = [name for name in panel if name is not None]
    every = np.concatenate([weights, *(STORED.load(name).vector[None, :] for name in names)])
    others = [policy("random") if name is None else len(weights) + names.index(name) for name in panel]
    dealt, _ = bid_deals(deals, (seed,))
    rows, panelists, numbers, sides = np.meshgrid(
        np.arange(len(weights)), np.array(others), np.arange(deals), np.arange(2), indexing="ij"
    )
    first = np.where(sides == 0, rows, panelists)
    second = np.where(sides == 0, panelists, rows)
    lines = np.stack([numbers.ravel(), first.ravel(), second.ravel()], 1)
    points = play_lines(dealt, lines, every, (seed,)).reshape(*rows.shape, 2)
    own = np.where(sides == 0, points[..., 0], points[..., 1])
    all_points = points.sum(axis=-1)
    won = (2 * own > all_points) + 0.5 * (2 * own == all_points)
    found: NDArray[np.float64] = np.stack(
        [won.mean(axis=(2, 3)), own.sum(axis=(2, 3)) / all_points.sum(axis=(2, 3))], axis=-1
    )
    return found


def fitness(population: Population, games: int, seed: str) -> Fitness:
    """The fitness of every individual in about `games` games, a deal played one way."""
    deals = max(1, games // (2 * len(PANEL)))
    worth: Fitness = shares(decode(GENES, population), deals, seed).mean(axis=(1, 2))
    return worth


def judge(data: bytes, seed: str) -> float:
    """The share of deals a genome wins against the panel."""
    return float(shares(Genome(GENES, data).vector[None, :], JUDGED_DEALS, seed)[0, :, 0].mean())


SCORES = Task(
    "coinche.scores",
    GENES,
    STORED,
    fitness,
    judge,
    STRENGTH,
    "weights",
    Defaults("cma", 200, 40, 1800),
    together=4,
    describe=describe,
)
