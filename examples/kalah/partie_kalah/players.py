"""The agents of Kalah: Partie's searches and one that solves, and the levels made of them."""

from __future__ import annotations

from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.game import Family, Game, State, View
from partie.core.levels import levels
from partie.core.parameters import integer
from partie.core.words import described, read_words
from partie.search import agents as search
from partie.search.agents import AlphaBetaAgent
from partie_kalah.solver import Solver

_BITS = 18
"""A small transposition table is enough for a decision."""


class ExactAgent:
    """Solves the position within `nodes` positions; if that is not enough, plays by alpha-beta."""

    def __init__(self, game: Game, seed: object, nodes: int, depth: int) -> None:
        self._alphabeta = AlphaBetaAgent(game, seed, depth)
        self._solver = Solver(_BITS)
        self._nodes = nodes

    def decide(self, view: View, budget: Budget) -> Decision:
        with budget.running() as stop:
            state = State(view.game, view.record)
            margins = self._solver.margins(state, self._nodes, stop)
            if margins is None:
                return self._alphabeta.decide(view, Budget(stop=stop))
        ordered = sorted(margins, key=lambda move: -margins[move])
        margin = margins[ordered[0]]
        key = "kalah.wins" if margin > 0 else "kalah.draws" if margin == 0 else "kalah.loses"
        candidates = tuple(Candidate(move, float(margins[move])) for move in ordered)
        return Decision(ordered[0], candidates, Why(key, {"stones": abs(margin)}))


WORDS = read_words("partie_kalah")

EXACT = described(
    WORDS,
    "family",
    Family(
        "exact",
        ExactAgent,
        params=(
            integer("nodes", 1_000_000, 1, 1 << 40, shared=20_000_000),
            integer("depth", 10, 1, 20),
        ),
    ),
)
FAMILIES = {family.name: family for family in (search.RANDOM, search.ALPHABETA, search.mcts(), EXACT)}

LEVELS = levels(
    WORDS,
    {
        "beginner": "alphabeta:depth=1",
        "intermediate": "alphabeta:depth=4",
        "expert": "alphabeta:depth=9",
        "master": "exact",
    },
)
