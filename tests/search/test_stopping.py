"""The answers of searches that are told to stop, and how much memory they allocate before they begin."""

from __future__ import annotations

import numpy as np

import partie
from partie.core.agent import Budget, Decision, ask
from partie.core.compiled.chance import new_chance
from partie.core.match import Match
from partie.core.registry import build_agent
from partie.search.kernels.isuct import hashed
from partie.search.kernels.maxn import STOPPED, MaxnRoom, maxn, new_memory
from partie.search.kernels.montecarlo import ROUND
from partie.search.kernels.tree import MOST_NODES, new_nodes
from partie.testing.stopping import stop_thinking

QUARTO, HEARTS = partie.game("quarto"), partie.game("hearts")


def stopped(game: str, spec: str, options: dict[str, object] | None = None) -> Decision:
    """The decision of an agent that is stopped early in a very long search."""
    played = partie.game(game)
    decision = stop_thinking(played, spec, Match(played, options).view()).decision
    assert decision is not None
    return decision


def test_every_move_has_been_played_out_about_as_often() -> None:
    visits = [c.visits for c in stopped("quarto", "montecarlo:deals=1,replays=1000000").candidates]
    assert len(visits) == 16
    assert max(visits) - min(visits) <= ROUND


def test_only_worlds_in_which_every_move_was_played_count() -> None:
    options: dict[str, object] = {"rules": "coeurs"}
    for spec in ("montecarlo:deals=1000000,replays=3", "solver:deals=1000000,plies=8"):
        visits = {c.visits for c in stopped("hearts", spec, options).candidates}
        assert len(visits) == 1, spec


def test_a_first_world_too_hard_to_solve_is_played_out() -> None:
    decision = stopped("hearts", "solver:deals=1,plies=24", {"rules": "classic", "pass": False})
    assert all(c.visits == 1 for c in decision.candidates)


def test_a_search_without_time_gives_that_as_its_reason() -> None:
    budget = Budget()
    budget.cancel()
    view = Match(QUARTO).view()
    for spec in ("mcts:iterations=50", "ismcts:iterations=50", "montecarlo:deals=2"):
        decision = ask(build_agent(QUARTO, spec), view, budget)
        assert decision.why is not None
        assert decision.why.key == "search.no_time"


def test_a_stopped_ending_has_no_result_and_stores_nothing() -> None:
    match = Match(HEARTS, {"rules": "coeurs"})
    pool = np.zeros(40, HEARTS.rules.State).view(np.recarray)
    pool[0] = match.state.record
    out, values = np.empty((40, HEARTS.rules.MOVES), np.int64), np.zeros((40, 4))
    memory = new_memory(8)
    assert maxn(MaxnRoom(pool, out, values, memory), 0, new_chance(0), np.ones(1, np.uint8)) == STOPPED
    assert not memory.key.any()


def test_a_tree_has_at_most_the_maximum_number_of_nodes() -> None:
    nodes = new_nodes(10**9)
    assert len(nodes) == MOST_NODES
    assert len(hashed(nodes).slots) == 2 * MOST_NODES
