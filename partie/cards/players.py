"""What programs for card games share: they are asked only where there is something to decide, and they may be as forgetful as people are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from partie.core.agent import Budget, Decision, Why
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter, Text, choice
from partie.core.words import described

MEMORIES = ("full", "some", "little")
"""What a player keeps in mind of the cards gone, as its `mind` counts it: see the game's `guess`."""


class CardPlayer:
    """A program that does not think about a move without alternative."""

    def __init__(self, agent: Any, deal: int) -> None:
        self._agent, self._deal = agent, deal

    def decide(self, view: View, budget: Budget) -> Decision:
        moves = view.moves
        if len(moves) == 1:
            return Decision(moves[0], why=Why("cards.deal" if moves[0] == self._deal else "cards.only_move"))
        decision: Decision = self._agent.decide(view, budget)
        return decision


def memory_parameter(words: Mapping[str, Text]) -> Parameter:
    """How much a program keeps in mind; `words`, the game's and those of cards, say what that means."""
    return described(words, "parameter", choice("memory", *MEMORIES))


def unforced(family: Family) -> Family:
    """The same programs, which do not think about a move without alternative."""

    def build(game: Game, seed: object, **parameters: Any) -> CardPlayer:
        return CardPlayer(family.build(game, seed, **parameters), game.rules.DEAL)

    return replace(family, build=build)


def forgetful(family: Family, memory: Parameter) -> Family:
    """The same programs, which may moreover forget: they are built with a `mind`."""

    def build(game: Game, seed: object, memory: str, **parameters: Any) -> CardPlayer:
        agent = family.build(game, seed, mind=MEMORIES.index(memory), **parameters)
        return CardPlayer(agent, game.rules.DEAL)

    return replace(family, build=build, params=(*family.params, memory))
