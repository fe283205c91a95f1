"""`mcts` with a prior: the family of `search.agents` for games that have advisers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from partie.core.agent import Agent, Budget, Decision
from partie.core.compiled import verbs
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter, Text, both
from partie.search.agents import MctsAgent, counted, mcts
from partie.search.kernels.puct import puct

NO_PRIOR = "none"
Adviser = Callable[[View], Any]
"""From a view, the advice that the game's verb `priors` takes, or None where the adviser knows nothing of such positions."""


class GuidedMctsAgent(MctsAgent):
    """PUCT with an adviser, one tree for each of `worlds` sampled worlds; the most visited move."""

    def __init__(self, game: Game, seed: object, adviser: Adviser, **parameters: Any) -> None:
        super().__init__(game, seed, **parameters)
        self._adviser = adviser
        self._shares = np.empty(len(self._tree), np.float32)

    def decide(self, view: View, budget: Budget) -> Decision:
        advice = self._adviser(view)
        if advice is None:
            return super().decide(view, budget)
        with budget.running() as stop:
            n, done = puct(
                view.record, view.seat, self._worlds, self._iterations, self._c, self._policy, self._depth,
                self._tree, self._shares, self._order, self._visits, self._totals, stop, self._chance, advice,
            )  # fmt: skip
        low = float(verbs.worst(view.record))
        why = counted("search.advised", done)
        return self._decision(n, True, low, float(verbs.best(view.record)) - low, why)


def guided_mcts(
    playouts: Mapping[str, Text], advisers: Mapping[str, Callable[[], Adviser]], titles: Mapping[str, Text]
) -> Family:
    """The family `mcts` with a parameter `prior` that names an adviser; `advisers` makes them when they are needed."""
    plain = mcts(playouts)

    def build(game: Game, seed: object, prior: str, **parameters: Any) -> Agent:
        if prior == NO_PRIOR:
            return MctsAgent(game, seed, **parameters)
        return GuidedMctsAgent(game, seed, advisers[prior](), **parameters)

    choice = Parameter(
        "prior",
        "choice",
        NO_PRIOR,
        {"en": "Guided by", "fr": "Guidée par"},
        {
            "en": "Who says beforehand which moves are worth a look.",
            "fr": "Qui dit d’avance quels coups méritent d’être étudiés.",
        },
        choices={NO_PRIOR: both("nobody", "personne"), **titles},
    )
    return replace(plain, build=build, params=(*plain.params, choice))


PHRASES: dict[str, dict[str, str]] = {
    "search.advised": {
        "en": "It did best in {count} simulated games, with a neural network saying where to look.",
        "fr": "C’est le coup qui réussit le mieux dans {count} parties simulées, un réseau de neurones disant où regarder.",
    },
}
