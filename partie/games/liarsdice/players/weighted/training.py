"""Tuning the program `weighted`: how fit a genome is.

A genome is fit if it beats players of many kinds, alone at a table of five and in duels, the worst quarter of
them counted twice (`sparring`); a quarter of the games are played among the generation. Predictable genomes,
whose margin leaves a choice in few positions, count less: choosing at random among the best is the idea of
the method.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Floats, Records, int64
from partie.core.compiled.verbs import copy
from partie.games.liarsdice.players.matches import OPTIONS, Player, play_matches, player
from partie.games.liarsdice.players.matches import WEIGHTED as KIND
from partie.games.liarsdice.players.odds.kernels import BLUFF, TRUST, odds_move
from partie.games.liarsdice.players.sparring import Setup, blend, shares
from partie.games.liarsdice.players.weighted.criteria import MARGIN, score_moves
from partie.games.liarsdice.players.weighted.genes import GENES, STORED
from partie.games.liarsdice.rules import MOVES, State, moves, over, play, start
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
JUDGED_GAMES = 2000
STRENGTH = "mean_and_worst_win_share"
VARIED, PREDICTABLE = 0.3, 0.7
"""The fitness of a genome that never has a choice is multiplied by PREDICTABLE, that of one that has a choice
in this share of positions, or more, by 1."""
SAMPLES, STRIDE = 120, 5
"""The number of positions in which choices are counted, every fifth one of games between `odds`."""


@cache
def sample_positions() -> Records:
    """Positions of games between two, three … six players by the odds."""
    found = np.zeros(SAMPLES, State).view(np.recarray)
    chance, seats, played = new_chance("sample positions"), 2, 0
    state = np.zeros(1, State).view(np.recarray)[0]
    start(state, np.array([*OPTIONS, seats]), chance)
    for number in range(SAMPLES * STRIDE):
        if over(state):
            played += 1
            seats = 2 + played % 5
            start(state, np.array([*OPTIONS, seats]), chance)
        if number % STRIDE == 0:
            copy(state, found[number // STRIDE])
        play(state, odds_move(state, int(state.turn), TRUST, BLUFF, chance), chance)
    return found


@jit
def count_choices(states: Records, weights: Floats) -> int:
    """The number of positions in which several actions count as best."""
    listed, several = np.empty(MOVES, np.int64), 0
    scores = np.empty(MOVES)
    for i in range(len(states)):
        n = moves(states[i], listed)
        score_moves(states[i], int64(states[i].turn), listed[:n], weights, scores)
        floor, best = scores[:n].max() - weights[MARGIN], 0
        for j in range(n):
            best += scores[j] >= floor
        several += best > 1
    return several


def variety(weights: NDArray[np.float64]) -> float:
    """The share of positions in which a genome has a choice."""
    return float(count_choices(sample_positions(), weights)) / SAMPLES


def _players(weights: NDArray[np.float64]) -> list[Player]:
    return [player(KIND, row) for row in weights]


def _predictability(weights: NDArray[np.float64]) -> Fitness:
    """The factor of each genome's fitness."""
    varied = np.array([min(1.0, variety(row) / VARIED) for row in weights])
    return PREDICTABLE + (1.0 - PREDICTABLE) * varied


def fitness(population: Population, games: int, seed: str) -> Fitness:
    """How well each individual does in `games` games against the partners and among the generation."""
    size, weights = len(population), decode(GENES, population)
    among = round(SELF_PLAY_SHARE * games) if size >= SEATS else 0
    won = blend(shares(_players(weights), SETUPS, games - among, seed))
    if among:
        lineups = _self_play_lineups(size, among, seed)
        wins = play_matches(_players(weights), lineups, (seed, "among"))
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
    "liarsdice.weighted", GENES, STORED, fitness, judge, STRENGTH, "genome", Defaults("cma", 70, 24, 600)
)
