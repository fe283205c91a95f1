"""A model of how players choose among actions: conditional logit, fitted with Adam.

A decision offers a number of actions. An action is described by a few *features*, which are indices of
weights (-1: none); its score is the sum of these weights, and its probability is proportional to the
exponential of its score. The likelihood is concave in the weights. McFadden, "Conditional logit analysis of
qualitative choice behavior" (1974); Kingma and Ba, "Adam" (2015).
"""

import numpy as np

from partie.core.compiled.chance import shuffle
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Ints, Ints16

BATCH = 64
_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8
"""The constants of Adam, with their usual names and values."""


@jit
def chances(features: Ints16, count: int, weights: Floats, out: Floats) -> None:
    """Write the probability of each of the `count` actions of a decision into `out`."""
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
    """The mean negative log-likelihood of the chosen actions."""
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
    """Fit the weights to decisions by maximum likelihood with a quadratic penalty.

    `features[decision, action, group]`, `counts` (the number of actions of each decision) and `chosen`
    describe the decisions. The weights start at `prior` and are pulled towards it; `pull` is the strength of
    the penalty, as a number of decisions of equal weight."""
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
            _gradient(features, counts, chosen, batch, weights, out, gradient)
            gradient += (pull / len(order)) * (weights - prior)
            pace = rate * (1.0 - (step - 1) / steps)
            for j in range(len(weights)):
                mean[j] = _BETA1 * mean[j] + (1.0 - _BETA1) * gradient[j]
                square[j] = _BETA2 * square[j] + (1.0 - _BETA2) * gradient[j] ** 2
                unbiased = mean[j] / (1.0 - _BETA1**step)
                weights[j] -= pace * unbiased / (np.sqrt(square[j] / (1.0 - _BETA2**step)) + _EPSILON)
    return weights


@jit
def _gradient(
    features: Ints16, counts: Ints, chosen: Ints, batch: Ints, weights: Floats, out: Floats, gradient: Floats
) -> None:
    """Write the gradient of the mean surprise over a batch of decisions into `gradient`."""
    gradient[:] = 0.0
    for i in batch:
        chances(features[i], counts[i], weights, out)
        out[chosen[i]] -= 1.0
        for action in range(counts[i]):
            for group in range(features.shape[2]):
                if features[i, action, group] >= 0:
                    gradient[features[i, action, group]] += out[action] / len(batch)
