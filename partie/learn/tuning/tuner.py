"""What a tuner and a task are: the two sides of every training run.

A tuner proposes populations of bytes and is told how fit they were. It draws all chance from a generator seeded once, so a tuner that is told the same fitness again proposes the same populations again: a run is
resumed by replaying its log.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

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
class Task:
    """Something to tune. `start` gives the best stored genome, `load` one by its name, `store` keeps one under a name, about which `check_name` complains if it may not be used. `fitness(population, games, seed)` lets every individual play so many games; `judge(genome, seed)` measures one individual by a fixed and larger standard, so that
    numbers of different generations, runs and methods can be compared."""

    name: str
    genes: tuple[Gene, ...]
    start: Callable[[], Genome]
    fitness: Callable[[Population, int, str], Fitness]
    judge: Callable[[bytes, str], float]
    load: Callable[[str], Genome]
    store: Callable[[Genome, str], Path]
    judged: str = "judged"
    check_name: Callable[[str], None] = lambda name: None


def diversity(population: Population) -> float:
    """How much individuals differ: the mean spread of a gene, 0 when all are equal and about 1 when all bytes are random."""
    return float(np.mean(np.std(population.astype(np.float64), axis=0)) / (255.0 / 12.0**0.5))
