"""The players of Hearts: programs and levels."""

from __future__ import annotations

from partie.cards.players import (
    forgetful,
    memory_parameter,
    unforced,
)
from partie.core.levels import levels
from partie.core.words import read_words, titles
from partie.games.hearts.players.net.agent import (
    MASTER_V1,
    NET,
    ROLLOUTS,
    adviser,
)
from partie.search import agents as search
from partie.search import guided

_WORDS = read_words("partie.search", "partie.cards", "partie.games.hearts")
PLAYOUTS = titles(_WORDS, "playouts", "random", "careful")
MEMORY = memory_parameter(_WORDS)

FAMILIES = {
    family.name: family
    for family in (
        search.RANDOM,
        unforced(NET),
        unforced(ROLLOUTS),
        unforced(MASTER_V1),
        forgetful(
            guided.guided_mcts(PLAYOUTS, {"net": adviser}, titles(_WORDS, "prior", "net")),
            MEMORY,
        ),
        *(forgetful(make(PLAYOUTS), MEMORY) for make in (search.ismcts, search.monte_carlo, search.solver)),
    )
}

LEVELS = levels(
    _WORDS,
    {
        "beginner": "montecarlo:deals=1,replays=1,policy=random,memory=little",
        "intermediate": "montecarlo:deals=2,replays=1,policy=careful,memory=some",
        "expert": "montecarlo:deals=8,replays=1,policy=careful",
        "master": "rollouts",
    },
)
