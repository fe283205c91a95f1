"""The players of Hearts: programs, levels and what they say."""

from __future__ import annotations

from partie.cards.players import (
    forgetful,
    memory_parameter,
    unforced,
)
from partie.core.levels import levels
from partie.core.parameters import both, titled
from partie.core.words import read_words
from partie.games.hearts.players.net.agent import (
    NET,
    ROLLOUTS,
    adviser,
)
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

LEVELS = levels(
    read_words("partie.games.hearts"),
    {
        "beginner": "montecarlo:deals=2,replays=1,policy=random,memory=little",
        "intermediate": "montecarlo:deals=10,replays=1,policy=careful,memory=some",
        "expert": "montecarlo:deals=20,replays=1,policy=careful",
        "master": "rollouts",
    },
)
