"""A program for cups with a parameter to tune: it rolls a low die again."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from partie.core.agent import Budget, Decision
from partie.core.compiled.chance import below, new_chance
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter
from partie.learn.store import Store
from partie.learn.tuning.genome import Gene, Genome, read_genome
from partie.learn.tuning.tuner import Defaults, Fitness, Population, Task
from tests.tiny.rules import KEEP, ROLL

GENES = (Gene("threshold", 0.0, 7.65, "the lowest face that is kept"),)
JUDGED_GAMES = 50


def _read(path: Path) -> Genome:
    return read_genome(GENES, path)


STORED: Store[Genome] = Store(
    "genome", "genomes/cups", Path(__file__).parent / "genomes", ".toml", _read, Genome.write
)


class Threshold:
    def __init__(self, game: Game, seed: object, genome: str) -> None:
        self._lowest = STORED.load(genome).values["threshold"]

    def decide(self, view: View, budget: Budget) -> Decision:
        return Decision(ROLL if view.record.cups[view.seat] < self._lowest else KEEP)


def wins(lowest: float, games: int, seed: str) -> float:
    """The share of games for two that it wins against a player who always keeps; ties count half."""
    chance, won = new_chance(seed), 0.0
    for _ in range(games):
        own, other = 1 + int(below(chance, 6)), 1 + int(below(chance, 6))
        for _ in range(2):
            if own < lowest:
                own = 1 + int(below(chance, 6))
        won += 0.5 * (own == other) + (own > other)
    return won / games


def fitness(population: Population, games: int, seed: str) -> Fitness:
    return np.array([wins(GENES[0].decode(one[0]), games, seed) for one in population])


def judge(data: bytes, seed: str) -> float:
    return wins(GENES[0].decode(data[0]), JUDGED_GAMES, seed)


TASK = Task("cups.threshold", GENES, STORED, fitness, judge, usual=Defaults("genetic", 2, 6, 20))

FAMILY = Family(
    "threshold",
    Threshold,
    {"en": "Threshold", "fr": "Seuil"},
    {"en": "Rolls low dice again.", "fr": "Relance les petits dés."},
    (Parameter("genome", "text", "cautious", {"en": "g", "fr": "g"}, {"en": "g", "fr": "g"}),),
)
