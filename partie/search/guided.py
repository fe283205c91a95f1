"""The family `mcts` with a prior, for games that have advisers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from partie.core.agent import Agent, Budget, Decision
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter, Text
from partie.core.words import described
from partie.search.agents import WORDS, MctsAgent, mcts
from partie.search.kernels.uct import new_tree

NO_PRIOR = "none"
Adviser = Callable[[View], Any]
"""Returns the advice that the game's verb `priors` takes, or None if the adviser has none for such positions.
"""


class GuidedMctsAgent(MctsAgent):
    """PUCT with an adviser, one tree for each of `worlds` sampled worlds. Plays the most visited move."""

    def __init__(self, game: Game, seed: object, adviser: Adviser, **parameters: Any) -> None:
        super().__init__(game, seed, **parameters)
        self._adviser = adviser
        self._tree = new_tree(len(self._tree.nodes), guided=True)

    def decide(self, view: View, budget: Budget) -> Decision:
        advice = self._adviser(view)
        if advice is None:
            return super().decide(view, budget)
        return self._search(view, budget, advice, "search.advised")


def guided_mcts(
    playouts: Mapping[str, Text], advisers: Mapping[str, Callable[[], Adviser]], titles: Mapping[str, Text]
) -> Family:
    """The family `mcts` with a parameter `prior` that names an adviser.

    `advisers` has a function for each name that makes the adviser when it is needed."""
    plain = mcts(playouts)

    def build(game: Game, seed: object, prior: str, **parameters: Any) -> Agent:
        if prior == NO_PRIOR:
            return MctsAgent(game, seed, **parameters)
        return GuidedMctsAgent(game, seed, advisers[prior](), **parameters)

    choices = {NO_PRIOR: {}, **titles}
    choice = described(WORDS, "parameter", Parameter("prior", "choice", NO_PRIOR, choices=choices))
    return replace(plain, build=build, params=(*plain.params, choice))
