"""`net`, `rollouts` and `mcts:prior=net` in play."""

from __future__ import annotations

import pytest

import partie
from partie.arena.match import play_match
from partie.core.agent import ask
from partie.core.match import Match
from partie.games.hearts.players.net.agent import SHIPPED
from partie.games.hearts.players.net.task import TASK

HEARTS = partie.game("hearts")


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_networks_have_cards(name: str) -> None:
    card = TASK.networks.load(name).card
    assert (card["options"].get("slam", "bonus") == "bonus") == (name == "slam")
    assert card["alone_against"]["random"] > -7


@pytest.mark.parametrize("slam", ["none", "bonus"])
def test_net_gets_far_more_than_random_players(slam: str) -> None:
    report = play_match(HEARTS, ["net", "random"], games=800, seed=2, options={"slam": slam, "length": "1"})
    assert report.difference[1][0] > 0


def test_net_gives_its_expected_points() -> None:
    view = Match(HEARTS, seed=4).view()
    decision = ask(partie.build_agent(HEARTS, "net"), view)
    assert [c.value for c in decision.candidates] == sorted(
        [c.value for c in decision.candidates], reverse=True
    )
    assert all(-60 < c.value < 60 for c in decision.candidates)
    assert decision.why is not None
    assert decision.why.key == "net.expects"
    assert "points" in HEARTS.phrase(decision.why.key, decision.why.data)["fr"]


def test_with_52_cards_it_says_that_it_only_knows_32() -> None:
    match = Match(HEARTS, {"rules": "classic", "length": "1"}, 3)
    decision = ask(partie.build_agent(HEARTS, "net"), match.view())
    assert decision.why is not None
    assert decision.why.key == "hearts.net_short_only"
    decision = ask(partie.build_agent(HEARTS, "mcts:iterations=50,prior=net"), match.view())
    assert decision.why is not None
    assert decision.why.key == "search.playouts", "the search runs without a prior"


def test_the_prior_guides_the_search() -> None:
    """With one visit per world, the first visit goes to the network's favourite move."""
    agree = total = 0
    for seed in range(20):
        view = Match(HEARTS, {"slam": "none"}, seed).view()
        net = ask(partie.build_agent(HEARTS, "net"), view)
        searched = ask(partie.build_agent(HEARTS, "mcts:iterations=10,worlds=10,prior=net"), view)
        assert searched.why is not None
        assert searched.why.key == "search.advised"
        agree += searched.move == net.move
        total += 1
    assert agree == total


def test_a_guided_search_spends_all_its_iterations() -> None:
    decision = ask(
        partie.build_agent(HEARTS, "mcts:iterations=300,prior=net,c=1"),
        Match(HEARTS, {"slam": "none"}, 8).view(),
    )
    assert sum(c.visits for c in decision.candidates) == 300


def test_rollouts_report_their_number_of_worlds() -> None:
    view = Match(HEARTS, seed=4).view()
    decision = ask(partie.build_agent(HEARTS, "rollouts:deals=20"), view)
    assert decision.why is not None
    assert (decision.why.key, decision.why.data) == ("net.rollouts", {"count": 20})
    assert {candidate.move for candidate in decision.candidates} == set(view.moves)
    classic = ask(
        partie.build_agent(HEARTS, "rollouts"), Match(HEARTS, {"rules": "classic", "pass": False}, 3).view()
    )
    assert classic.why is not None
    assert classic.why.key in ("search.endings", "cards.only_move")


def test_rollouts_get_far_more_than_random_players() -> None:
    options = {"slam": "none", "length": "1"}
    report = play_match(HEARTS, ["rollouts:deals=8", "random"], games=40, seed=2, options=options)
    assert report.difference[1][0] > 0
