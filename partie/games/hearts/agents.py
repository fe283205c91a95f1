"""The players of Hearts: programs, levels and what they say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from partie.core.agent import Budget, Decision, Why
from partie.core.game import Family, Game, Level, View
from partie.games.hearts.display import PHRASES as TABLE_PHRASES
from partie.games.hearts.rules import DEAL, POLICIES
from partie.search import agents as search


class Unforced:
    """A program that is asked only where there is something to decide."""

    def __init__(self, agent: Any) -> None:
        self._agent = agent

    def decide(self, view: View, budget: Budget) -> Decision:
        moves = view.moves
        if len(moves) > 1:
            decision: Decision = self._agent.decide(view, budget)
            return decision
        return Decision(moves[0], why=Why("hearts.deal" if moves[0] == DEAL else "hearts.only_card"))


def unforced(family: Family) -> Family:
    """The same programs, which do not think about a move without alternative."""

    def build(game: Game, seed: object, **parameters: Any) -> Unforced:
        return Unforced(family.build(game, seed, **parameters))

    return replace(family, build=build)


FAMILIES = {
    family.name: family
    for family in (
        search.RANDOM,
        unforced(search.mcts(POLICIES)),
        unforced(search.ismcts(POLICIES)),
        unforced(search.monte_carlo(POLICIES)),
    )
}

LEVELS = {
    level.name: level
    for level in (
        Level(
            "beginner",
            "montecarlo:deals=1,replays=1,policy=random",
            {"en": "Beginner", "fr": "Débutant"},
            {"en": "Lucie", "fr": "Lucie"},
            {
                "en": "Imagines the other hands once and hopes for the best.",
                "fr": "Imagine une fois les autres mains et espère que tout ira bien.",
            },
        ),
        Level(
            "intermediate",
            "montecarlo:deals=5,replays=1,policy=careful",
            {"en": "Intermediate", "fr": "Intermédiaire"},
            {"en": "Basile", "fr": "Basile"},
            {
                "en": "Weighs a few ways the cards may lie.",
                "fr": "Envisage quelques répartitions possibles des cartes.",
            },
        ),
        Level(
            "expert",
            "montecarlo:deals=40,replays=1,policy=careful",
            {"en": "Expert", "fr": "Expert"},
            {"en": "Irène", "fr": "Irène"},
            {
                "en": "Counts every card and weighs many ways the others may lie.",
                "fr": "Compte toutes les cartes et envisage de nombreuses répartitions des autres.",
            },
        ),
        Level(
            "master",
            "montecarlo:deals=400,replays=1,policy=careful",
            {"en": "Master", "fr": "Maître"},
            {"en": "Ambroise", "fr": "Ambroise"},
            {
                "en": "Counts every card, forgets nothing and takes the time to be sure.",
                "fr": "Compte toutes les cartes, n’oublie rien et prend le temps d’être sûr.",
            },
        ),
    )
}
"""Provisional: their strength has not been measured."""

PHRASES: dict[str, dict[str, str]] = {
    **search.PHRASES,
    **TABLE_PHRASES,
    "hearts.deal": {"en": "The next hand has to be dealt.", "fr": "Il faut distribuer la donne suivante."},
    "hearts.only_card": {
        "en": "No other card may be played.",
        "fr": "Aucune autre carte ne peut être jouée.",
    },
}
