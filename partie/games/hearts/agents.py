"""The players of Hearts: programs, levels and what they say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from partie.core.agent import Budget, Decision, Why
from partie.core.game import Family, Game, View
from partie.core.levels import level
from partie.core.parameters import Parameter
from partie.games.hearts.display import PHRASES as TABLE_PHRASES
from partie.games.hearts.netplayer import NET, ROLLOUTS, adviser
from partie.games.hearts.netplayer import PHRASES as NET_PHRASES
from partie.games.hearts.rules import DEAL, POLICIES
from partie.search import agents as search
from partie.search import guided

MEMORIES = ("full", "some", "little")
"""What a player keeps in mind of the cards gone, as the field `memory` of a view counts it."""


class CardPlayer:
    """A program that is asked only where there is something to decide, and that may be as forgetful as people are."""

    def __init__(self, agent: Any, memory: str) -> None:
        self._agent, self._memory = agent, MEMORIES.index(memory)

    def decide(self, view: View, budget: Budget) -> Decision:
        moves = view.moves
        if len(moves) == 1:
            return Decision(moves[0], why=Why("hearts.deal" if moves[0] == DEAL else "hearts.only_card"))
        if self._memory:
            view = view.copy()
            view.record.memory = self._memory
        decision: Decision = self._agent.decide(view, budget)
        return decision


MEMORY = Parameter(
    "memory",
    "choice",
    "full",
    {"en": "Memory of cards", "fr": "Mémoire des cartes"},
    {
        "en": "Every card that has gone; suits players are out of and the cards that count (some); or only the last trick and how many hearts everybody has taken (little).",
        "fr": "Toutes les cartes tombées ; les couleurs qui manquent et les cartes qui comptent (some) ; ou seulement la dernière levée et le nombre de cœurs de chacun (little).",
    },
    choices=MEMORIES,
)


def unforced(family: Family) -> Family:
    """The same programs, which do not think about a move without alternative."""

    def build(game: Game, seed: object, **parameters: Any) -> CardPlayer:
        return CardPlayer(family.build(game, seed, **parameters), MEMORIES[0])

    return replace(family, build=build)


def forgetful(family: Family) -> Family:
    """The same programs, which may moreover forget."""

    def build(game: Game, seed: object, memory: str, **parameters: Any) -> CardPlayer:
        return CardPlayer(family.build(game, seed, **parameters), memory)

    return replace(family, build=build, params=(*family.params, MEMORY))


FAMILIES = {
    family.name: family
    for family in (
        search.RANDOM,
        unforced(NET),
        unforced(ROLLOUTS),
        forgetful(guided.guided_mcts(POLICIES, {"net": adviser})),
        *(forgetful(make(POLICIES)) for make in (search.ismcts, search.monte_carlo, search.solver)),
    )
}

LEVELS = {
    offered.name: offered
    for offered in (
        level(
            "beginner",
            "montecarlo:deals=2,replays=1,policy=random,memory=little",
            "Lucie",
            (
                "Follows suit and hopes for the best: does not count cards, and forgets who is out of what.",
                "Fournit et espère : ne compte pas les cartes et oublie qui n’a plus quoi.",
            ),
        ),
        level(
            "intermediate",
            "montecarlo:deals=10,replays=1,policy=careful,memory=some",
            "Basile",
            (
                "Ducks with sense and remembers who is out of a suit, but not every card.",
                "Laisse passer avec bon sens et se rappelle qui n’a plus d’une couleur, mais pas chaque carte.",
            ),
        ),
        level(
            "expert",
            "montecarlo:deals=20,replays=1,policy=careful",
            "Irène",
            (
                "Counts every card and weighs twenty ways the others may lie.",
                "Compte toutes les cartes et envisage vingt répartitions des autres.",
            ),
        ),
        level(
            "master",
            "rollouts",
            "Octave",
            (
                "Has learned from millions of deals, counts everything, and plays every card on in his head before he touches it.",
                "A appris sur des millions de donnes, compte tout, et joue chaque carte jusqu’au bout dans sa tête avant d’y toucher.",
            ),
        ),
    )
}

PHRASES: dict[str, dict[str, str]] = {
    **search.PHRASES,
    **guided.PHRASES,
    **NET_PHRASES,
    **TABLE_PHRASES,
    "hearts.deal": {"en": "The next hand has to be dealt.", "fr": "Il faut distribuer la donne suivante."},
    "hearts.only_card": {
        "en": "No other card may be played.",
        "fr": "Aucune autre carte ne peut être jouée.",
    },
}
