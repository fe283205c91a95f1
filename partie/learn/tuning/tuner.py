"""What a tuner and a task are: the two sides of every training run.

A tuner proposes populations of bytes and is told how fit they were. It draws all chance from a generator seeded once, so a tuner that is told the same fitness again proposes the same populations again: a run is
resumed by replaying its log.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from partie.learn.store import Store
from partie.learn.tuning.genome import (
    Gene,
    Genome,
)

Population = NDArray[np.uint8]
"""Individuals × genes."""
Fitness = NDArray[np.float64]
"""One number per individual, not negative; higher is better."""


class Tuner(Protocol):
    """Anything that can be asked for a population and told its fitness."""

    def ask(self) -> Population:
        """The next population to try. Asking twice gives the same."""
        ...

    def tell(self, fitness: Fitness) -> None:
        """How fit the population last asked for was."""
        ...

    def favourite(self) -> bytes:
        """Whom the tuner now believes to be the best."""
        ...


@dataclass(frozen=True)
class Usual:
    """How a run goes where nothing else is asked for. `games` are per individual and generation."""

    method: str = "genetic"
    generations: int = 100
    population: int = 100
    games: int = 100


@dataclass(frozen=True)
class Task:
    """Something to tune. `stored` has the genomes there are by name; `parameter` is the parameter of the agent that takes such a name. `fitness(population, games, seed)` lets every individual play so many games; `judge(genome, seed)` measures one individual by a fixed and larger standard, so that
    numbers of different generations, runs and methods can be compared; `judged` is what a genome's card calls that number."""

    name: str
    genes: tuple[Gene, ...]
    stored: Store[Genome]
    fitness: Callable[[Population, int, str], Fitness]
    judge: Callable[[bytes, str], float]
    judged: str = "judged"
    parameter: str = "genome"
    usual: Usual = Usual()

    def best_stored(self) -> Genome:
        """The stored genome whose card has the highest judgement: where a run starts."""
        genomes = [self.stored.load(name) for name in self.stored.files()]
        return max(genomes, key=lambda genome: float(genome.card.get(self.judged, 0.0)))


def diversity(population: Population) -> float:
    """How much individuals differ: the mean spread of a gene, 0 when all are equal and about 1 when all bytes are random."""
    return float(np.mean(np.std(population.astype(np.float64), axis=0)) / (255.0 / 12.0**0.5))
