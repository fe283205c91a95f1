"""An agent that plays from a network alone, and an adviser that guides a search with one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.compiled import verbs
from partie.core.game import View
from partie.learn.net.forward import CompiledNetwork, value_of
from partie.learn.net.network import Network
from partie.learn.net.task import NetTask, expected

Choose = Callable[[View], Network | None]
"""Returns the network for a view, or None if there is none."""
TEMPERATURE = 0.15
"""The softmax temperature for values, as a share of their range: moves that are worse by more than this get
little of a search."""


class NetAgent:
    """Plays the move with the highest output of the network, without any search."""

    def __init__(self, task: NetTask, network: Network) -> None:
        self._task, self._network = task, network

    def decide(self, view: View, budget: Budget) -> Decision:
        outputs = self._network(self._task.features(self._network, view.record))
        moves = view.moves
        legal = np.array([value_of(outputs, verbs.output_of(view.record, move)) for move in moves])
        if self._network.card["head"] == "policy":
            shares = np.exp(legal - legal.max())
            values, key = shares / shares.sum(), "net.prefers"
        else:
            values, key = expected(self._network, view.record, legal), "net.expects"
        order = np.argsort(-values, kind="stable")
        found = tuple(Candidate(moves[i], float(values[i])) for i in order)
        text = (
            f"{100 * found[0].value:.0f}"
            if key == "net.prefers"
            else f"{found[0].value:+.1f}".replace("-", "−")
        )
        return Decision(found[0].move, found, Why(key, {"value": text}))


class NetAdviser:
    """Advises a search with a network (see `search.guided`)."""

    def __init__(self, task: NetTask, choose: Choose) -> None:
        self._task, self._choose = task, choose
        self._compiled: list[tuple[Network, CompiledNetwork]] = []

    def __call__(self, view: View) -> CompiledNetwork | None:
        network = self._choose(view)
        if network is None:
            return None
        for known, compiled in self._compiled:
            if known is network:
                return compiled
        temperature = 1.0 if network.card["head"] == "policy" else 2 * TEMPERATURE
        compiled = network.compiled(self._task.encoding(network.card["encoding"]), temperature)
        self._compiled.append((network, compiled))
        return compiled
