"""Worlds that are not only possible but likely: drawn by a network's estimate of who holds which card.

Of many deals that fit what is known, all equally likely, worlds are drawn in proportion to the product of the
probabilities that the network gives to the holders of the cards (sampling importance resampling: Rubin,
1987). The network looks at a view once for all worlds.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.chance import uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Floats32, Record, Records, Stop
from partie.core.compiled.verbs import copy, determinise, locations, records
from partie.core.game import View
from partie.learn.net.network import Network
from partie.learn.net.task import NetTask

OTHERS = 3
CANDIDATES = 12
"""The number of deals dealt for each world drawn."""


def log_beliefs(task: NetTask, network: Network, view: View) -> NDArray[np.float64]:
    """The logarithms of the probabilities that each of the others holds each card, by card and seat."""
    logs = np.empty((task.cards, OTHERS), np.float64)
    take_logs(network(task.features(network, view.record)), float(network.card.get("trust", 1.0)), logs)
    return logs


@jit
def take_logs(outputs: Floats32, trust: float, logs: Floats) -> None:
    """Write the logarithms of the softmax over the outputs of every card, times `trust`."""
    for card in range(len(logs)):
        most = -np.inf
        for other in range(OTHERS):
            most = max(most, np.float64(outputs[card * OTHERS + other]))
        total = 0.0
        for other in range(OTHERS):
            total += np.exp(outputs[card * OTHERS + other] - most)
        for other in range(OTHERS):
            logs[card, other] = trust * (outputs[card * OTHERS + other] - most - np.log(total))


@jit
def draw_likely(
    view: Record, seat: int, logs: Floats, candidates: int, out: Records, stop: Stop, chance: Chance
) -> None:
    """Fill `out` with worlds drawn from `candidates` deals for each of them, by the likelihood in `logs`.

    Once `stop[0]` is set, only what has been dealt so far is used."""
    total = candidates * len(out)
    pool = records(view, total)
    weights = np.empty(total)
    where = np.empty(len(logs), np.int8)
    most = -np.inf
    for i in range(total):
        if i > 0 and stop[0]:
            total = i
            break
        determinise(view, seat, chance, pool[i])
        locations(pool[i], seat, where)
        weights[i] = 0.0
        for card in range(len(logs)):
            if where[card] >= 0:
                weights[i] += logs[card, where[card]]
        most = max(most, weights[i])
    whole = 0.0
    for i in range(total):
        weights[i] = np.exp(weights[i] - most)
        whole += weights[i]
    step = whole / len(out)
    mark = uniform(chance) * step
    reached, i = weights[0], 0
    for place in range(len(out)):
        while reached <= mark and i < total - 1:
            i += 1
            reached += weights[i]
        copy(pool[i], out[place])
        mark += step
