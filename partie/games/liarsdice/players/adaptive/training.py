"""Tuning the program `adaptive`: how fit a genome is, in duels and at tables.

A genome is fit if it beats players of many kinds, the worst quarter of them counted twice: a stranger may be
of any kind (`sparring`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from partie.games.liarsdice.players.adaptive.genes import GENES
from partie.games.liarsdice.players.sparring import PERUDO, PLAIN, Setup, blend, both, shares
from partie.games.liarsdice.players.tables import Player
from partie.learn.store import Store
from partie.learn.tuning.genome import Genome, decode, read_genome
from partie.learn.tuning.tuner import Defaults, Fitness, Population, Task

DEFAULT = "tuned"
JUDGED_GAMES = 4000
STRENGTH = "mean_and_worst_win_share"
TABLES = (Setup(PLAIN, 5), Setup(PERUDO, 5), Setup(PLAIN, 3))
DUELS = (Setup(PLAIN, 2), Setup(PERUDO, 2))


def _duellist(genes: NDArray[np.float64]) -> Player:
    """A player to try genes for duels with."""
    return both(genes, genes)


def _at_table(genes: NDArray[np.float64]) -> Player:
    """A player to try genes for tables with: it plays the duel at the end with the genes found for that."""
    return both(genes, DUEL.best_stored().vector)


def _task(
    name: str,
    folder: str,
    setups: tuple[Setup, ...],
    parameter: str,
    made: Callable[[NDArray[np.float64]], Player],
    usual: Defaults,
) -> Task:
    def fitness(population: Population, games: int, seed: str) -> Fitness:
        heroes = [made(genes) for genes in decode(GENES, population)]
        return blend(shares(heroes, setups, games, seed))

    def judge(data: bytes, seed: str) -> float:
        return float(blend(shares([made(Genome(GENES, data).vector)], setups, JUDGED_GAMES, seed))[0])

    stored = Store(
        "genome",
        f"genomes/liarsdice/{folder}",
        Path(__file__).parent / "genomes" / folder,
        ".toml",
        lambda path: read_genome(GENES, path),
        Genome.write,
        f"partie train {name} liarsdice",
    )
    return Task(f"liarsdice.{name}", GENES, stored, fitness, judge, STRENGTH, parameter, usual)


DUEL = _task("adaptive-duel", "duel", DUELS, "duel", _duellist, Defaults("cma", 100, 24, 500))
"""Tuning for two players."""
TABLE = _task("adaptive", "table", TABLES, "genome", _at_table, Defaults("cma", 80, 20, 300))
"""Tuning for three players and more."""
