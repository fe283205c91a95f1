"""Fitting a genome to the choices of a person: conditional logit with weights in the ranges of their genes.

A move's score is the sum of its features times the weights; its probability is proportional to the
exponential of the score divided by a temperature. McFadden, "Conditional logit analysis of qualitative choice
behavior" (1974)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from partie.core.errors import PartieError
from partie.learn.prediction import Prediction, Scores, best_temperature, compared
from partie.learn.records import HumanMove
from partie.learn.tuning.genome import Genome

Floats = NDArray[np.float64]
_STEPS, _RATE, _PULL = 400, 0.3, 3.0
"""Steps of gradient descent, its rate, and the strength of the prior as a number of decisions."""
FEWEST = 20


@dataclass(frozen=True)
class Choice:
    """A decision as features: one row for each possible move, one column for each gene."""

    features: Floats
    chosen: int

    def scores(self, weights: Floats) -> Scores:
        """The scores of the moves by these weights."""
        return Scores(self.features @ weights, self.chosen)


Describe = Callable[[HumanMove], Choice | None]
"""Returns a decision as features; None if the genome has no say in it, such as a bid."""


@dataclass(frozen=True)
class Imitation:
    """A genome fitted to somebody's decisions, and how well it and the baselines predict unseen ones."""

    genome: Genome
    learned_from: int
    unseen: int
    predictions: list[Prediction]


def imitate(
    moves: Sequence[HumanMove], describe: Describe, start: Genome, baselines: dict[str, Genome]
) -> Imitation:
    """Fit the weights of `start` to the moves that are not held out, and test them on those that are."""
    seen = [choice for move in moves if not move.is_held_out and (choice := describe(move))]
    unseen = [choice for move in moves if move.is_held_out and (choice := describe(move))]
    if len(seen) < FEWEST or not unseen:
        raise PartieError(
            f"There are {len(seen) + len(unseen)} decisions with a choice in the records: too few to learn from."
        )
    fitted = fit(seen, start)
    models: dict[str, Callable[[Choice], Scores]] = {
        "any legal move": lambda choice: Scores(np.zeros(len(choice.features)), choice.chosen),
        **{name: _scorer(genome) for name, genome in baselines.items()},
        "fitted": _scorer(fitted),
    }
    return Imitation(fitted, len(seen), len(unseen), compared(models, seen, unseen))


def _scorer(genome: Genome) -> Callable[[Choice], Scores]:
    weights = genome.vector
    return lambda choice: choice.scores(weights)


def fit(choices: Sequence[Choice], start: Genome) -> Genome:
    """The weights under which the choices are likeliest, pulled towards those of `start`.

    Adam on the concave likelihood; after every step weights are moved back into the ranges of their genes.
    The temperature is the one that suits `start` best, and stays: only its ratio to the weights matters."""
    prior = start.vector
    temperature = best_temperature([choice.scores(prior) for choice in choices])
    low = np.array([gene.low for gene in start.genes])
    high = np.array([gene.high for gene in start.genes])
    spread = (high - low) / 4
    weights, mean, square = prior.copy(), np.zeros_like(prior), np.zeros_like(prior)
    for step in range(1, _STEPS + 1):
        gradient = (
            _gradient(choices, weights, temperature) + _PULL / len(choices) * (weights - prior) / spread**2
        )
        scaled = gradient * spread
        mean = 0.9 * mean + 0.1 * scaled
        square = 0.999 * square + 0.001 * scaled**2
        pace = _RATE * (1 - (step - 1) / _STEPS)
        move = mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        weights = np.clip(weights - pace * move * spread / 4, low, high)
    data = bytes(gene.encode(float(value)) for gene, value in zip(start.genes, weights, strict=True))
    return replace(start, data=data)


def _gradient(choices: Sequence[Choice], weights: Floats, temperature: float) -> Floats:
    """The gradient of the mean negative log-likelihood."""
    total = np.zeros_like(weights)
    for choice in choices:
        logits = choice.features @ weights / temperature
        chances = np.exp(logits - logits.max())
        chances /= chances.sum()
        chances[choice.chosen] -= 1.0
        total += chances @ choice.features
    return total / (temperature * len(choices))
