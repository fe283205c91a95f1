"""Tuning the program `weighted`: how fit a genome is.

A genome is fit if it beats players of many kinds, alone at a table of five and in duels, the worst quarter of
them counted twice (`sparring`); a quarter of the games are played among the generation. Predictable genomes,
whose margin leaves hardly a choice, count less: choosing at random among the best is the idea of the method.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance
from partie.games.liarsdice.players.sparring import Setup, blend, shares
from partie.games.liarsdice.players.tables import OPTIONS, Player, play_tables, player
from partie.games.liarsdice.players.tables import WEIGHTED as KIND
from partie.games.liarsdice.players.weighted.criteria import MARGIN
from partie.games.liarsdice.players.weighted.genes import GENES, STORED
from partie.learn.tuning.draws import uniforms
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

SEATS = 5
SELF_PLAY_SHARE = 0.25
"""The share of games individuals play among themselves."""
SETUPS = (Setup(OPTIONS, SEATS), Setup(OPTIONS, 2))
JUDGED_GAMES = 4000
STRENGTH = "mean_and_worst_win_share"
LEAST_MARGIN, PREDICTABLE = 0.5, 0.8
"""Below this margin, fitness is multiplied by this factor."""


def _players(weights: NDArray[np.float64]) -> list[Player]:
    return [player(KIND, row) for row in weights]


def _predictability(weights: NDArray[np.float64]) -> Fitness:
    """The factor for genomes that leave hardly a choice."""
    return np.where(weights[:, MARGIN] < LEAST_MARGIN, PREDICTABLE, 1.0)


def fitness(population: Population, games: int, seed: str) -> Fitness:
    """How well each individual does in `games` games against the partners and among the generation."""
    size, weights = len(population), decode(GENES, population)
    among = round(SELF_PLAY_SHARE * games) if size >= SEATS else 0
    won = blend(shares(_players(weights), SETUPS, games - among, seed))
    if among:
        lineups = _self_play_lineups(size, among, seed)
        wins = play_tables(_players(weights), lineups, (seed, "among"))
        total, played = np.zeros(size), np.zeros(size)
        np.add.at(total, lineups.ravel(), wins.ravel())
        np.add.at(played, lineups.ravel(), 1.0)
        won = (1 - SELF_PLAY_SHARE) * won + SELF_PLAY_SHARE * total / played
    return won * _predictability(weights)


def _self_play_lineups(size: int, games: int, seed: str) -> NDArray[np.int64]:
    """Line-ups in which every individual plays at least `games` times among themselves, shuffled each time;
    those who fill the last table play once more.
    """
    chance = new_chance(seed, "seating")
    full = -(-size // SEATS) * SEATS
    rows = []
    for _ in range(games):
        order = np.argsort(uniforms(chance, size))
        rows.append(np.concatenate([order, order[: full - size]]).reshape(-1, SEATS))
    return np.concatenate(rows) if rows else np.empty((0, SEATS), np.int64)


def judge(data: bytes, seed: str) -> float:
    """The fitness of a genome against the partners alone, over `JUDGED_GAMES` games."""
    weights = Genome(GENES, data).vector[None, :]
    return float((blend(shares(_players(weights), SETUPS, JUDGED_GAMES, seed)) * _predictability(weights))[0])


WEIGHTED = Task(
    "liarsdice.weighted", GENES, STORED, fitness, judge, STRENGTH, "genome", Defaults("genetic", 100, 60, 240)
)
