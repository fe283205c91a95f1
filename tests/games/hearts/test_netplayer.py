"""`net`, `rollouts` and `mcts:prior=net` in play."""

from __future__ import annotations

from itertools import pairwise

import pytest

import partie
from partie.arena.match import play_match
from partie.core.agent import ask
from partie.core.match import Match
from partie.games.hearts.players.net.agent import RULES, V1, before_others_pass
from partie.games.hearts.players.net.task import TASK
from partie.games.hearts.rules import PLAY
from partie.games.hearts.rules.cards import QUEEN_OF_SPADES
from partie.testing.amounts import amount

HEARTS = partie.game("hearts")


@pytest.mark.parametrize("name", [*RULES, *V1])
def test_the_shipped_networks_have_cards(name: str) -> None:
    card = TASK.networks.load(name).card
    assert card["options"]["rules"] == (name if name in RULES else "coeurs")
    assert (card["options"].get("slam", "bonus") == "none") == (name == "plain")
    assert card["alone_against"]["random"] > (-2 if name == "classic" else -7)


@pytest.mark.parametrize("slam", ["none", "bonus"])
def test_net_gets_far_more_than_random_players(slam: str) -> None:
    report = play_match(
        HEARTS, ["net", "random"], games=amount(200, 800), seed=2, options={"slam": slam, "length": "1"}
    )
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


def test_with_52_cards_it_passes_and_plays() -> None:
    match = Match(HEARTS, {"rules": "classic", "length": "1"}, 3)
    while not match.state.over:
        decision = ask(partie.build_agent(HEARTS, "net"), match.view())
        assert decision.move in match.state.moves
        assert decision.why is not None
        assert decision.why.key in ("net.expects", "cards.only_move")
        match.play(decision.move)
    match = Match(HEARTS, {"rules": "classic", "length": "1"}, 3)
    decision = ask(partie.build_agent(HEARTS, "mcts:iterations=50,worlds=1,prior=net"), match.view())
    assert decision.why is not None
    assert decision.why.key == "search.advised"


def test_a_network_for_the_other_pack_gives_way_to_the_shipped_one() -> None:
    view = Match(HEARTS, {"rules": "classic", "length": "1"}, 3).view()
    of_other = ask(partie.build_agent(HEARTS, "net:model=slam"), view)
    assert of_other == ask(partie.build_agent(HEARTS, "net"), view)


def test_the_first_master_can_still_be_played() -> None:
    short = ask(partie.build_agent(HEARTS, "master@v1"), Match(HEARTS, seed=4).view())
    assert short.why is not None
    assert (short.why.key, short.why.data) == ("net.rollouts", {"count": 128})
    classic = ask(
        partie.build_agent(HEARTS, "master@v1"), Match(HEARTS, {"rules": "classic", "pass": False}, 3).view()
    )
    assert classic.why is not None
    assert classic.why.key in ("search.endings", "cards.only_move")


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
    decision = ask(partie.build_agent(HEARTS, "rollouts:deals=20,width=0"), view)
    assert decision.why is not None
    assert decision.why.key == "net.rollouts"
    assert decision.why.data == {"count": decision.candidates[0].visits}
    assert {candidate.move for candidate in decision.candidates} == set(view.moves)
    visits = [candidate.visits for candidate in decision.candidates]
    assert visits == sorted(visits, reverse=True), "worse moves drop out"
    assert 0 < sum(visits) <= 20 * len(visits)


def test_rollouts_try_the_moves_the_network_values_most() -> None:
    view = Match(HEARTS, {"rules": "classic", "length": "1"}, 3).view()
    net = ask(partie.build_agent(HEARTS, "net"), view)
    decision = ask(partie.build_agent(HEARTS, "rollouts:deals=4,width=3"), view)
    tried = {candidate.move for candidate in decision.candidates}
    assert tried == {candidate.move for candidate in net.candidates[:3]}, "three passes of 286"


def test_those_who_have_chosen_pass_what_they_would_in_sampled_deals() -> None:
    """Who chooses last thinks of the others' passes as who chooses first: they are hidden from both."""
    match = Match(HEARTS, {"rules": "classic", "length": "1"}, 3)
    for _ in range(3):
        match.play(ask(partie.build_agent(HEARTS, "net"), match.view()).move)
    view = match.view()
    seen = before_others_pass(view)
    assert (seen.record.chosen, seen.to_move, seen.moves) == (0, view.seat, view.moves)
    assert view.record.chosen == 7, "the view itself is as it was"
    early = ask(partie.build_agent(HEARTS, "rollouts:deals=4,width=2", 1), seen)
    assert early == ask(partie.build_agent(HEARTS, "rollouts:deals=4,width=2", 1), view)


def test_with_few_cards_left_deals_are_played_to_their_end() -> None:
    """Points at the end are whole numbers, unlike what a network expects; long ends are played less often."""
    match = Match(HEARTS, {"rules": "classic", "length": "1"}, 5)
    net = partie.build_agent(HEARTS, "net")
    tried: dict[int, list[int]] = {}
    while not match.state.over:
        view = match.view()
        left = int(view.record.hands[view.seat]).bit_count()
        decision = ask(partie.build_agent(HEARTS, "rollouts:deals=36,cards=7,width=3"), view)
        visits = [one.visits or 0 for one in decision.candidates]
        if view.record.phase == PLAY and any(visits):
            sums = [one.value * count for one, count in zip(decision.candidates, visits, strict=True)]
            assert (sums == pytest.approx([round(one) for one in sums], abs=1e-6)) == (left < 8)
            tried.setdefault(left, []).append(sum(visits))
        match.play(ask(net, view).move)
    assert max(tried[7]) < min(tried[8])
    assert max(tried[8]) - min(tried[8]) <= 3, "as much work for two moves as for three"


def test_of_equivalent_cards_one_is_tried() -> None:
    """Cards with nothing between them in another hand or on the table win and lose the same tricks."""
    match = Match(HEARTS, {"rules": "classic", "pass": False, "length": "1"}, 5)
    agent, equivalent = partie.build_agent(HEARTS, "rollouts:deals=1,width=13"), 0
    while not match.state.over:
        view, record = match.view(), match.view().record
        hand, gone = int(record.hands[view.seat]), int(record.gone)
        tried = {one.move for one in ask(agent, view).candidates if one.visits}
        for low, high in pairwise(view.moves if tried else []):
            between = [card for card in range(low + 1, high) if not (hand | gone) >> card & 1]
            between += [int(card) for card in record.trick if low < card < high]
            if low >> 4 == high >> 4 and not between and QUEEN_OF_SPADES not in (low, high):
                equivalent += 1
                assert high not in tried
            else:
                assert high in tried
        match.play(view.moves[0])
    assert equivalent > 5


def test_rollouts_get_far_more_than_random_players() -> None:
    options = {"slam": "none", "length": "1"}
    report = play_match(HEARTS, ["rollouts:deals=8", "random"], games=40, seed=2, options=options)
    assert report.difference[1][0] > 0
