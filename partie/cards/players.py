"""What agents for card games share: they do not think about forced moves, and they may be forgetful."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from partie.core.agent import Budget, Decision, Why
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter, Text, choice
from partie.core.words import described

MEMORIES = ("full", "some", "little")
"""How much an agent remembers of the cards played, in the order of its `mind`; see the game's `guess`."""


class CardPlayer:
    """An agent that does not think about forced moves and asks another agent otherwise.

    `deal` is the move that deals."""

    def __init__(self, agent: Any, deal: int) -> None:
        self._agent, self._deal = agent, deal

    def decide(self, view: View, budget: Budget) -> Decision:
        moves = view.moves
        if len(moves) == 1:
            return Decision(moves[0], why=Why("cards.deal" if moves[0] == self._deal else "cards.only_move"))
        decision: Decision = self._agent.decide(view, budget)
        return decision


def memory_parameter(words: Mapping[str, Text]) -> Parameter:
    """The parameter `memory`: how much an agent remembers.

    Its texts are in `words`, the game's and those of cards."""
    return described(words, "parameter", choice("memory", *MEMORIES))


def unforced(family: Family) -> Family:
    """The same family, with agents that do not think about forced moves."""

    def build(game: Game, seed: object, **parameters: Any) -> CardPlayer:
        return CardPlayer(family.build(game, seed, **parameters), game.rules.DEAL)

    return replace(family, build=build)


def forgetful(family: Family, memory: Parameter) -> Family:
    """The same family with a parameter `memory`, which sets the `mind` of its agents.

    They do not think about forced moves, either."""

    def build(game: Game, seed: object, memory: str, **parameters: Any) -> CardPlayer:
        agent = family.build(game, seed, mind=MEMORIES.index(memory), **parameters)
        return CardPlayer(agent, game.rules.DEAL)

    return replace(family, build=build, params=(*family.params, memory))
