"""The players of Coinche: programs and levels."""

from __future__ import annotations

from partie.cards.players import (
    forgetful,
    memory_parameter,
    unforced,
)
from partie.core.agent import Agent
from partie.core.game import Family, Game
from partie.core.levels import levels
from partie.core.registry import build_agent
from partie.core.words import described, read_words
from partie.games.coinche.players.bidding.bidders import with_bidding
from partie.games.coinche.players.exact.agent import (
    MONTE_CARLO,
    PLAYOUTS,
    SOLVER,
    with_beliefs,
    with_manners,
)
from partie.games.coinche.players.net.agent import NET
from partie.games.coinche.players.scores.agent import FAMILY as SCORES
from partie.search import agents as search

_WORDS = read_words("partie.cards", "partie.games.coinche")
MEMORY = memory_parameter(_WORDS)

V1 = "solver:deals=100,tricks=5,belief=weighted,manners=on,bids=sampled"
"""The spec of the first master."""


def _master_v1(game: Game, seed: object) -> Agent:
    return build_agent(game, V1, seed)


MASTER_V1 = described(_WORDS, "family", Family("master@v1", _master_v1))

FAMILIES = {
    family.name: family
    for family in (
        unforced(with_bidding(search.RANDOM)),
        forgetful(with_bidding(SCORES), MEMORY),
        unforced(NET),
        MASTER_V1,
        *(
            forgetful(with_bidding(with_manners(with_beliefs(family))), MEMORY)
            for family in (search.mcts(PLAYOUTS), search.ismcts(PLAYOUTS), MONTE_CARLO, SOLVER)
        ),
    )
}

LEVELS = levels(
    _WORDS,
    {
        "beginner": "montecarlo:deals=6,replays=1,policy=random,memory=little,bold=3",
        "intermediate": "scores:memory=some",
        "expert": "montecarlo:deals=60,replays=1,policy=scores,manners=on",
        "master": "solver:deals=100,tricks=5,belief=weighted,manners=on,bids=net",
    },
)
