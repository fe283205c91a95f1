"""Quarto's players: a search with limited vision for the weaker levels, proofs for the strongest."""

from __future__ import annotations

from partie.core.game import Family
from partie.core.levels import levels
from partie.core.parameters import integer, number, switch
from partie.core.words import all_described, read_words, titles
from partie.games.quarto.players.exact.agent import ExactAgent
from partie.games.quarto.players.exact.agent_v1 import ExactAgentV1
from partie.games.quarto.players.looking import SightAgent
from partie.search import agents as search

_WORDS = read_words("partie.search", "partie.games.quarto")
PLAYOUTS = titles(_WORDS, "playouts", "random", "careful")

SIGHT = Family(
    "sight",
    SightAgent,
    params=(integer("depth", 1, 0, 16), switch("diagonals", True), integer("traits", 4, 1, 4)),
)
_PROOFS = (
    integer("nodes", 2_000_000, 1, 1 << 40),
    integer("depth", 3, 1, 16),
)
EXACT = Family(
    "exact",
    ExactAgent,
    params=(
        *_PROOFS,
        integer("survey", 100_000, 0, 1 << 40, shared=10_000_000),
        integer("pieces", 0, 0, 16),
        number("slips", 0.0, 0.0, 1.0),
    ),
)
MASTER_V1 = Family("master@v1", ExactAgentV1, params=(*_PROOFS, integer("pieces", 4, 0, 16)))
FAMILIES = {
    family.name: family
    for family in (
        search.RANDOM,
        search.ALPHABETA,
        search.mcts(PLAYOUTS),
        search.ismcts(PLAYOUTS),
        search.monte_carlo(PLAYOUTS),
        *all_described(_WORDS, "family", SIGHT, EXACT, MASTER_V1),
    )
}

LEVELS = levels(
    _WORDS,
    {
        "beginner": "sight:depth=0,diagonals=off,traits=3",
        "intermediate": "sight:depth=1,diagonals=off",
        "expert": "sight:depth=2",
        "tactician": "sight:depth=3",
        "finisher": "exact:depth=3,pieces=8",
        "master": "exact",
    },
)
