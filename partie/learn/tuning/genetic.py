"""The genetic tuner: a population of genomes, and a breeding strategy that makes the next generation.

It is the classical algorithm (Holland, "Adaptation in Natural and Artificial Systems", 1975): parents are
selected in proportion to their fitness, their bytes are crossed, and bits mutate. Individuals below a
threshold are culled before breeding, and the best survive unchanged.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance
from partie.learn.tuning.draws import uniforms
from partie.learn.tuning.tuner import (
    Fitness,
    Population,
)


class Breeding(Protocol):
    """A breeding strategy: makes the next generation, of the same size, from a generation and its fitness."""

    def __call__(
        self, population: Population, fitness: Fitness, chance: NDArray[np.uint64]
    ) -> Population: ...


@dataclass(frozen=True)
class Culling:
    """Fitness-proportional breeding with culling.

    Individuals less fit than `cull` times the mean are dropped before breeding. The `keep` best survive
    unchanged. `crossover` is the probability that a child has two parents, `mutation` the probability that a
    bit flips."""

    cull: float = 1.0
    keep: int = 2
    crossover: float = 0.8
    mutation: float = 0.005

    def __call__(self, population: Population, fitness: Fitness, chance: NDArray[np.uint64]) -> Population:
        size = len(population)
        order = np.argsort(-fitness, kind="stable")
        kept = population[order[: min(self.keep, size)]]
        parents, worth = survivors(population[order], fitness[order], self.cull)
        count = size - len(kept)
        mothers = parents[select(worth, count, chance)]
        fathers = parents[select(worth, count, chance)]
        children = cross(mothers, fathers, self.crossover, chance)
        return np.concatenate([kept, mutate(children, self.mutation, chance)])


def survivors(population: Population, fitness: Fitness, cull: float) -> tuple[Population, Fitness]:
    """The individuals that are at least `cull` times as fit as the mean, and in any case the fittest."""
    alive = fitness >= cull * float(np.mean(fitness))
    alive[int(np.argmax(fitness))] = True
    return population[alive], fitness[alive]


def select(worth: Fitness, count: int, chance: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Draw `count` indices in proportion to their worth; if all are worth nothing, all are equally likely."""
    weights = worth if worth.sum() > 0 else np.ones(len(worth))
    edges = np.cumsum(weights) / weights.sum()
    return np.minimum(np.searchsorted(edges, uniforms(chance, count), side="right"), len(worth) - 1)


def cross(mothers: Population, fathers: Population, share: float, chance: NDArray[np.uint64]) -> Population:
    """Make children by two-point crossover.

    With probability `share` the bytes between two cuts come from the father; otherwise the child is a copy of
    the mother."""
    count, length = mothers.shape
    cuts = np.sort(np.floor(uniforms(chance, count, 2) * (length + 1)).astype(np.int64), axis=1)
    place = np.arange(length)
    swapped = (place >= cuts[:, :1]) & (place < cuts[:, 1:]) & (uniforms(chance, count, 1) < share)
    return np.where(swapped, fathers, mothers)


def mutate(children: Population, rate: float, chance: NDArray[np.uint64]) -> Population:
    """Flip every bit with probability `rate`."""
    flips = uniforms(chance, *children.shape, 8) < rate
    return children ^ np.packbits(flips, axis=2)[:, :, 0]


class Genetic:
    """The tuner.

    The first generation is the starting genome, one third mutants of it, and for the rest random genomes."""

    def __init__(self, start: bytes, size: int, seed: object, breeding: Breeding | None = None) -> None:
        self._chance = new_chance(seed, "genetic")
        self._breeding = breeding or Culling()
        self._population = _first(np.frombuffer(start, np.uint8), size, self._chance)
        self._favourite = start

    def ask(self) -> Population:
        return self._population

    def tell(self, fitness: Fitness) -> None:
        self._favourite = self._population[int(np.argmax(fitness))].tobytes()
        self._population = self._breeding(self._population, np.asarray(fitness, float), self._chance)

    def favourite(self) -> bytes:
        """The fittest individual of the last generation."""
        return self._favourite


def _first(start: NDArray[np.uint8], size: int, chance: NDArray[np.uint64]) -> Population:
    population = np.tile(start, (size, 1))
    strangers = np.floor(uniforms(chance, size, len(start)) * 256).astype(np.uint8)
    mutants = mutate(population, 0.05, chance)
    third = max(1, size // 3)
    population[1 : 1 + third] = mutants[1 : 1 + third]
    population[1 + third :] = strangers[1 + third :]
    return population
