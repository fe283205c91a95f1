"""The players of Coinche: programs, levels and what they say."""

from __future__ import annotations

from partie.core.levels import level
from partie.games.cardplayers import PHRASES as CARD_PHRASES
from partie.games.cardplayers import forgetful, memory_parameter, unforced
from partie.games.coinche.bidders import PHRASES as BIDDING_PHRASES
from partie.games.coinche.bidders import bidding
from partie.games.coinche.display import PHRASES as TABLE_PHRASES
from partie.games.coinche.rules import POLICIES
from partie.games.coinche.scored import FAMILY as SCORES
from partie.games.coinche.scored import PHRASES as SCORES_PHRASES
from partie.games.coinche.thinkers import MONTE_CARLO, SOLVER, believing
from partie.search import agents as search

MEMORY = memory_parameter(
    {
        "en": "Every card that has gone; trumps, aces, tens and suits players are out of (some); or only the last trick (little).",
        "fr": "Toutes les cartes tombées ; les atouts, les as, les dix et les couleurs qui manquent (some) ; ou seulement la dernière levée (little).",
    }
)

FAMILIES = {
    family.name: family
    for family in (
        unforced(bidding(search.RANDOM)),
        forgetful(bidding(SCORES), MEMORY),
        *(
            forgetful(bidding(believing(family)), MEMORY)
            for family in (search.mcts(POLICIES), search.ismcts(POLICIES), MONTE_CARLO, SOLVER)
        ),
    )
}

LEVELS = {
    offered.name: offered
    for offered in (
        level(
            "beginner",
            "montecarlo:deals=2,replays=1,memory=little",
            "Lucie",
            (
                "Follows suit and forgets what has gone.",
                "Fournit, et oublie ce qui est tombé.",
            ),
        ),
        level(
            "intermediate",
            "montecarlo:deals=10,replays=1,memory=some",
            "Basile",
            (
                "Remembers trumps, aces and tens, and who is out of a suit.",
                "Se rappelle les atouts, les as et les dix, et qui n’a plus d’une couleur.",
            ),
        ),
        level(
            "expert",
            "montecarlo:deals=40,replays=2",
            "Irène",
            (
                "Counts every card and weighs forty ways the others may lie.",
                "Compte toutes les cartes et envisage quarante répartitions des autres.",
            ),
        ),
        level(
            "master",
            "montecarlo:deals=200,replays=5",
            "Octave",
            (
                "Counts everything and plays a thousand deals in his head before he touches a card.",
                "Compte tout, et joue mille donnes dans sa tête avant de toucher une carte.",
            ),
        ),
    )
}

PHRASES: dict[str, dict[str, str]] = {
    **search.PHRASES,
    **CARD_PHRASES,
    **TABLE_PHRASES,
    **BIDDING_PHRASES,
    **SCORES_PHRASES,
}
