"""Tuners and tasks, the two sides of every training run.

A tuner proposes populations of genomes and is told their fitness. All its random numbers come from a
generator that is seeded once, so a tuner that is told the same fitness proposes the same populations: a run
is resumed by replaying its log.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from partie.learn.records import HumanMove
from partie.learn.store import Store
from partie.learn.tuning.genome import (
    Gene,
    Genome,
)
from partie.learn.tuning.imitate import Choice

Population = NDArray[np.uint8]
"""Individuals × genes."""
Fitness = NDArray[np.float64]
"""One number per individual, not negative; higher is better."""


class Spread(Protocol):
    """Measures parts of a population, here or on other processes; results are in the order of the parts."""

    def __call__(
        self, work: Callable[[Population], Fitness], tasks: Sequence[Population]
    ) -> Sequence[Fitness]: ...


def one_by_one(work: Callable[[Population], Fitness], tasks: Sequence[Population]) -> list[Fitness]:
    """Measure parts of a population in this process."""
    return [work(task) for task in tasks]


class Tuner(Protocol):
    """Proposes populations and is told their fitness."""

    def ask(self) -> Population:
        """The next population to try. Asking twice gives the same one."""
        ...

    def tell(self, fitness: Fitness) -> None:
        """Receive the fitness of the current population."""
        ...

    def favourite(self) -> bytes:
        """The genome that the tuner currently considers the best."""
        ...


class Measure(Protocol):
    """Measures the fitness of every individual of a population."""

    def __call__(self, population: Population, /, games: int, seed: str) -> Fitness: ...


@dataclass(frozen=True)
class Defaults:
    """The default settings of a run. `games` is the number per individual and generation."""

    method: str = "genetic"
    generations: int = 100
    population: int = 100
    games: int = 100


@dataclass(frozen=True)
class Task:
    """Something to tune.

    `stored` has the stored genomes by name; `parameter` is the agent's parameter that takes such a name.
    `fitness(population, games, seed)` lets every individual play this number of games. `judge(genome, seed)`
    measures one individual with more games and always in the same way, so that generations, runs and methods
    can be compared; `judged` is the name of that number on a genome's card.

    `together` is the number of individuals that one call of `fitness` measures; calls are independent and can
    be made on several processes. None: the whole population, because its individuals play each other."""

    name: str
    genes: tuple[Gene, ...]
    stored: Store[Genome]
    fitness: Measure
    judge: Callable[[bytes, str], float]
    judged: str = "judged"
    parameter: str = "genome"
    usual: Defaults = Defaults()
    together: int | None = None
    describe: Callable[[HumanMove], Choice | None] | None = None
    """Returns a person's decision as features of the genes, for tasks whose genomes can imitate people."""

    def parts(self, population: Population) -> list[Population]:
        """The population, cut into parts that are measured apart."""
        size = self.together or len(population)
        return [population[first : first + size] for first in range(0, len(population), size)]

    def best_stored(self) -> Genome:
        """The stored genome with the highest judged fitness on its card: where a run starts."""
        genomes = [self.stored.load(name) for name in self.stored.files()]
        return max(genomes, key=lambda genome: float(genome.card.get(self.judged, 0.0)))


def diversity(population: Population) -> float:
    """The mean standard deviation of a gene: 0 if all individuals are equal, about 1 if they are random."""
    return float(np.mean(np.std(population.astype(np.float64), axis=0)) / (255.0 / 12.0**0.5))
