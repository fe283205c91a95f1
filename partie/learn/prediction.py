"""How well scores of moves predict what somebody played: log-loss and exact hits.

The probability of a move is proportional to the exponential of its score divided by a temperature, which is
fitted, so that scores on any scale can be compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Item = TypeVar("Item")
_GOLDEN = (5**0.5 - 1) / 2
_STEPS = 40


@dataclass(frozen=True)
class Scores:
    """The scores of the possible moves of one decision, and which of them was played."""

    values: Floats
    chosen: int


@dataclass(frozen=True)
class Prediction:
    """How well a model predicts unseen decisions: mean negative log-likelihood (in nats) and share of hits.

    Where several moves have the highest score, a hit counts in proportion."""

    name: str
    log_loss: float
    hits: float


def log_loss(decisions: Sequence[Scores], temperature: float) -> float:
    """The mean negative log-likelihood of what was played."""
    total = 0.0
    for one in decisions:
        logits = one.values / temperature
        top = float(logits.max())
        total += top + float(np.log(np.exp(logits - top).sum())) - float(logits[one.chosen])
    return total / len(decisions)


def hits(decisions: Sequence[Scores]) -> float:
    """The share of decisions in which the move with the highest score was played."""
    found = 0.0
    for one in decisions:
        best = one.values >= one.values.max() - 1e-9
        found += float(best[one.chosen]) / float(best.sum())
    return found / len(decisions)


def best_temperature(decisions: Sequence[Scores]) -> float:
    """The temperature under which what was played is likeliest, by golden-section search of its logarithm."""
    low, high = np.log(1e-3), np.log(1e4)
    for _ in range(_STEPS):
        left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        if log_loss(decisions, float(np.exp(left))) < log_loss(decisions, float(np.exp(right))):
            high = right
        else:
            low = left
    return float(np.exp((low + high) / 2))


def compared(
    models: dict[str, Callable[[Item], Scores]], learned_from: Sequence[Item], unseen: Sequence[Item]
) -> list[Prediction]:
    """The prediction of unseen decisions by each model; temperatures are fitted to those learned from."""
    found = []
    for name, model in models.items():
        temperature = best_temperature([model(one) for one in learned_from])
        scored = [model(one) for one in unseen]
        found.append(Prediction(name, log_loss(scored, temperature), hits(scored)))
    return found
