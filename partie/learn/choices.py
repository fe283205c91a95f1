"""Learning how somebody chooses: the conditional logit model, fitted by Adam.

A decision offers a number of actions; each action is described by a few *features*, numbers that say which weights its score is the sum of (-1: none). The chance of an action is in proportion to the
exponential of its score. The likelihood is concave in the weights. McFadden, "Conditional logit analysis of qualitative choice behavior" (1974); Kingma and Ba, "Adam" (2015).
"""

import numpy as np

from partie.core.compiled.chance import shuffle
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Ints, Ints16

BATCH = 64
_SLOW, _SLOWER, _TINY = 0.9, 0.999, 1e-8


@jit
def chances(features: Ints16, count: int, weights: Floats, out: Floats) -> None:
    """The chance of each of the `count` actions of one decision."""
    most = -np.inf
    for action in range(count):
        total = 0.0
        for group in range(features.shape[1]):
            if features[action, group] >= 0:
                total += weights[features[action, group]]
        out[action] = total
        most = max(most, total)
    total = 0.0
    for action in range(count):
        out[action] = np.exp(out[action] - most)
        total += out[action]
    for action in range(count):
        out[action] /= total


@jit
def surprise(features: Ints16, counts: Ints, chosen: Ints, weights: Floats) -> float:
    """The mean of -log(chance of the action chosen)."""
    out = np.empty(features.shape[1])
    total = 0.0
    for i in range(len(counts)):
        chances(features[i], counts[i], weights, out)
        total -= np.log(out[chosen[i]])
    return total / max(1, len(counts))


@jit
def fit(
    features: Ints16,
    counts: Ints,
    chosen: Ints,
    prior: Floats,
    pull: float,
    epochs: int,
    rate: float,
    chance: Chance,
) -> Floats:
    """Weights that make the decisions likely. `features[decision, action, group]`, `counts` (actions of each decision) and `chosen` describe them; `prior` is where the weights begin, and `pull` how
    strongly they are held there (as many decisions as that weigh as much)."""
    weights, gradient = prior.copy(), np.empty_like(prior)
    mean, square = np.zeros_like(prior), np.zeros_like(prior)
    out = np.empty(features.shape[1])
    order = np.arange(len(counts))
    steps = epochs * ((len(counts) + BATCH - 1) // BATCH)
    step = 0
    for _ in range(epochs):
        shuffle(order, chance)
        for start in range(0, len(order), BATCH):
            step += 1
            batch = order[start : start + BATCH]
            slope(features, counts, chosen, batch, weights, out, gradient)
            gradient += (pull / len(order)) * (weights - prior)
            pace = rate * (1.0 - (step - 1) / steps)
            for j in range(len(weights)):
                mean[j] = _SLOW * mean[j] + (1.0 - _SLOW) * gradient[j]
                square[j] = _SLOWER * square[j] + (1.0 - _SLOWER) * gradient[j] ** 2
                straight = mean[j] / (1.0 - _SLOW**step)
                weights[j] -= pace * straight / (np.sqrt(square[j] / (1.0 - _SLOWER**step)) + _TINY)
    return weights


@jit
def slope(
    features: Ints16, counts: Ints, chosen: Ints, batch: Ints, weights: Floats, out: Floats, gradient: Floats
) -> None:
    """The gradient of the mean surprise over a batch of decisions."""
    gradient[:] = 0.0
    for i in batch:
        chances(features[i], counts[i], weights, out)
        out[chosen[i]] -= 1.0
        for action in range(counts[i]):
            for group in range(features.shape[2]):
                if features[i, action, group] >= 0:
                    gradient[features[i, action, group]] += out[action] / len(batch)
