"""The players of Hearts: programs, levels and what they say."""

from __future__ import annotations

from partie.cards.players import PHRASES as CARD_PHRASES
from partie.cards.players import (
    forgetful,
    memory_parameter,
    unforced,
)
from partie.core.levels import level
from partie.core.parameters import both, titled
from partie.games.hearts.players.net.agent import (
    NET,
    ROLLOUTS,
    adviser,
)
from partie.games.hearts.players.net.agent import PHRASES as NET_PHRASES
from partie.games.hearts.text.display import PHRASES as TABLE_PHRASES
from partie.search import agents as search
from partie.search import guided

PLAYOUTS = titled({"random": ("at random", "au hasard"), "careful": ("with care", "avec prudence")})
MEMORY = memory_parameter(
    {
        "en": "Every card that has gone; suits players are out of and the cards that count, or only the last trick and how many hearts everybody has taken.",
        "fr": "Toutes les cartes tombées ; les couleurs qui manquent et les cartes qui comptent ; ou seulement la dernière levée et le nombre de cœurs de chacun.",
    }
)

FAMILIES = {
    family.name: family
    for family in (
        search.RANDOM,
        unforced(NET),
        unforced(ROLLOUTS),
        forgetful(
            guided.guided_mcts(
                PLAYOUTS, {"net": adviser}, {"net": both("a neural network", "un réseau de neurones")}
            ),
            MEMORY,
        ),
        *(forgetful(make(PLAYOUTS), MEMORY) for make in (search.ismcts, search.monte_carlo, search.solver)),
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
    **CARD_PHRASES,
}
