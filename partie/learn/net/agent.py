"""Playing from a network alone, and advising a search with it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.compiled import verbs
from partie.core.game import View
from partie.learn.net.forward import Brain
from partie.learn.net.network import Network
from partie.learn.net.task import NetTask, expected

Choose = Callable[[View], Network | None]
"""The network for a view, or None where there is none."""
HEAT = 0.15
"""How much worse than the best, as a share of the whole scale of values, a move may be and still get a fair share of a search."""


class NetAgent:
    """The move the network values most, or prefers. It looks no move ahead."""

    def __init__(self, task: NetTask, network: Network) -> None:
        self._task, self._network = task, network

    def decide(self, view: View, budget: Budget) -> Decision:
        outputs = self._network(self._task.features(self._network, view.record))
        moves = view.moves
        legal = outputs[[verbs.output_of(view.record, move) for move in moves]]
        if self._network.card["head"] == "policy":
            shares = np.exp(legal - legal.max())
            values, key = shares / shares.sum(), "net.prefers"
        else:
            values, key = expected(self._network, view.record, legal), "net.expects"
        order = np.argsort(-values, kind="stable")
        found = tuple(Candidate(moves[i], float(values[i])) for i in order)
        said = (
            f"{100 * found[0].value:.0f}"
            if key == "net.prefers"
            else f"{found[0].value:+.1f}".replace("-", "−")
        )
        return Decision(found[0].move, found, Why(key, {"value": said}))


class NetAdviser:
    """Advice for a search, see `search.guided`."""

    def __init__(self, task: NetTask, choose: Choose) -> None:
        self._task, self._choose = task, choose
        self._brains: list[tuple[Network, Brain]] = []

    def __call__(self, view: View) -> Brain | None:
        network = self._choose(view)
        if network is None:
            return None
        for known, brain in self._brains:
            if known is network:
                return brain
        heat = 1.0 if network.card["head"] == "policy" else 2 * HEAT
        brain = network.brain(self._task.encoding(network.card["encoding"]), heat)
        self._brains.append((network, brain))
        return brain
