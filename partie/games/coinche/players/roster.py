"""The players of Coinche: programs, levels and what they say."""

from __future__ import annotations

from partie.cards.players import PHRASES as CARD_PHRASES
from partie.cards.players import (
    forgetful,
    memory_parameter,
    unforced,
)
from partie.core.levels import level
from partie.games.coinche.players.bidding.bidders import PHRASES as BIDDING_PHRASES
from partie.games.coinche.players.bidding.bidders import bidding
from partie.games.coinche.players.exact.agent import (
    MONTE_CARLO,
    PLAYOUTS,
    SOLVER,
    believing,
    mannered,
)
from partie.games.coinche.players.scores.agent import FAMILY as SCORES
from partie.games.coinche.players.scores.agent import PHRASES as SCORES_PHRASES
from partie.games.coinche.text.display import PHRASES as TABLE_PHRASES
from partie.search import agents as search

MEMORY = memory_parameter(
    {
        "en": "Every card that has gone; trumps, aces, tens and suits players are out of, or only the last trick.",
        "fr": "Toutes les cartes tombées ; les atouts, les as, les dix et les couleurs qui manquent ; ou seulement la dernière levée.",
    }
)

FAMILIES = {
    family.name: family
    for family in (
        unforced(bidding(search.RANDOM)),
        forgetful(bidding(SCORES), MEMORY),
        *(
            forgetful(bidding(mannered(believing(family))), MEMORY)
            for family in (search.mcts(PLAYOUTS), search.ismcts(PLAYOUTS), MONTE_CARLO, SOLVER)
        ),
    )
}

LEVELS = {
    offered.name: offered
    for offered in (
        level(
            "beginner",
            "montecarlo:deals=6,replays=1,policy=random,memory=little,bold=3",
            "Lucie",
            (
                "Bids on hope, follows suit, and forgets what has gone.",
                "Annonce sur un coup de cœur, fournit, et oublie ce qui est tombé.",
            ),
        ),
        level(
            "intermediate",
            "scores:memory=some",
            "Basile",
            (
                "Plays by rules of thumb, gives and reads calls, and remembers trumps, aces and tens.",
                "Joue selon de bons principes, donne et lit les appels, et se rappelle les atouts, les as et les dix.",
            ),
        ),
        level(
            "expert",
            "montecarlo:deals=60,replays=1,policy=scores,manners=on",
            "Irène",
            (
                "Counts every card and plays on in sixty ways the others may lie.",
                "Compte toutes les cartes et joue la suite dans soixante répartitions des autres.",
            ),
        ),
        level(
            "master",
            "solver:deals=100,tricks=5,belief=weighted,manners=on,bids=sampled",
            "Octave",
            (
                "Reads every call and every card, bids and plays what does best in a hundred deals that explain them, and solves their last five tricks.",
                "Lit chaque annonce et chaque carte, annonce et joue ce qui réussit le mieux dans cent donnes qui les expliquent, et en résout les cinq derniers plis.",
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
