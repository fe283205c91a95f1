"""The odds against exhaustive counts, and the players against each other."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import partie
from partie.arena.match import play_match
from partie.core.agent import ask
from partie.core.compiled.chance import new_chance
from partie.core.game import View
from partie.core.registry import build_agent
from partie.games.liarsdice.players.odds.kernels import (
    BLUFF,
    TRUST,
    chance_at_least,
    chance_exactly,
    odds_move,
    odds_values,
)
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    bid,
)
from partie.games.liarsdice.text.words import bid_words, percent
from partie.search.kernels.playouts import playouts

LIARSDICE = partie.game("liarsdice")


def view_of(position: str, seat: int | None = None, **options: object) -> View:
    state = LIARSDICE.position(position, options)
    return state.view(state.to_move if seat is None else seat)


@pytest.mark.parametrize(("wild", "wild_face"), [("none", 0), ("ones", 1), ("last", 4)])
def test_probabilities_are_those_of_counting_all_worlds(wild: str, wild_face: int) -> None:
    view = view_of("124/??? 0 1 - -", 0, faces=4, wild=wild)
    worlds = list(product(range(1, 5), repeat=3))
    for face in range(1, 5):
        good = {face} if face == wild_face else {face, wild_face}
        counts = [sum(die in good for die in (1, 2, 4, *world)) for world in worlds]
        for quantity in range(1, 7):
            at_least = chance_at_least(view.record, 0, quantity, face - 1, 0.0)
            assert at_least == pytest.approx(np.mean([count >= quantity for count in counts]))
            exactly = chance_exactly(view.record, 0, quantity, face - 1, 0.0)
            assert exactly == pytest.approx(np.mean([count == quantity for count in counts]))


def test_trust_raises_the_probability_of_what_others_bid() -> None:
    view = view_of("????/1245/??? 0 1 2x3 -")
    doubts, trusts, sure = (chance_at_least(view.record, 1, 2, 2, trust) for trust in (0.0, 0.5, 2.0))
    assert doubts < trusts < sure == 1.0
    own = view_of("3345/????/?? 0 1 2x3 -", 0)
    assert chance_at_least(own.record, 0, 5, 2, 1.0) == chance_at_least(own.record, 0, 5, 2, 0.0)


def test_odds_move_is_the_best_of_odds_values() -> None:
    order, values = np.empty(LIARSDICE.rules.MOVES, np.int64), np.empty(LIARSDICE.rules.MOVES)
    for seed in range(40):
        state = LIARSDICE.start({"wild": ("none", "ones", "last")[seed % 3]}, new_chance(seed), 2 + seed % 7)
        for _ in range(4):
            if state.over:
                break
            view = state.view(state.to_move)
            n = odds_values(view.record, view.seat, TRUST, -1, order, values)
            move = odds_move(view.record, view.seat, TRUST, 0.0, new_chance(0))
            assert set(order[:n].tolist()) <= set(view.moves)
            assert move == order[int(values[:n].argmax())]
            state.play(int(move), new_chance(seed, "dice"))


def test_impossible_bids_are_contested_and_certain_ones_are_not() -> None:
    agent = build_agent(LIARSDICE, "odds:bluff=0")
    assert ask(agent, view_of("1123/4456 0 1 8x3 -")).move == CONTEST
    assert ask(agent, view_of("1123/4456 0 1 1x4 -")).move not in (CONTEST, CONFIRM)
    assert ask(build_agent(LIARSDICE, "odds:trust=0,bluff=0"), view_of("1/66 0 1 2x6 -")).move == CONFIRM


def test_the_reason_is_given_in_both_languages() -> None:
    assert _reason("1123/4456 0 1 8x3 -") == {
        "en": "There cannot be 8 threes.",
        "fr": "Il ne peut pas y avoir 8 trois.",
    }
    assert _reason("1123/4456 0 1 4x3 -") == {
        "en": "There is only a 1% chance that there really are 4 threes.",
        "fr": "Il n’y a que 1 % de chances qu’il y ait vraiment 4 trois.",
    }
    assert bid_words(bid(1, 0)) == {"en": "1 one", "fr": "1 as"}
    assert [percent(p) for p in (0.0, 0.001, 0.5, 0.999, 1.0)] == [0, 1, 50, 99, 100]


def _reason(position: str) -> dict[str, str]:
    decision = ask(build_agent(LIARSDICE, "odds:trust=0,bluff=0"), view_of(position))
    assert decision.why is not None
    return LIARSDICE.phrase(decision.why.key, decision.why.data)


def test_every_level_gives_values_and_a_reason() -> None:
    view = view_of("12356/?????/????? 0 1 2x3,3x3,4x4 -", 0)
    for level in LIARSDICE.levels:
        decision = ask(build_agent(LIARSDICE, level), view)
        assert decision.value is not None
        assert 0.0 <= decision.value <= 1.0
        assert decision.why is not None


@pytest.mark.parametrize("policy", [0, 1, 2])
def test_playouts_of_every_policy_end(policy: int) -> None:
    for wild, seats in (("none", 2), ("ones", 5), ("last", 8)):
        state = LIARSDICE.start({"wild": wild, "exact_reward": "caller_gains"}, new_chance(policy), seats)
        totals, done, _ = playouts(state.record, 50, policy, new_chance("end"), np.zeros(1, np.uint8))
        assert done == 50
        assert totals.sum() == pytest.approx(50 * seats / 2)


@pytest.mark.parametrize(
    ("better", "worse"), [("naive", "random"), ("odds", "naive"), ("odds", "odds:trust=0")]
)
def test_players_are_in_the_right_order(better: str, worse: str) -> None:
    report = play_match(LIARSDICE, [better, worse], games=60, seed=1)
    assert report.difference[1][0] > 0.0


def test_the_declared_parameters_are_those_of_the_playouts() -> None:
    defaults = {p.name: p.default for p in LIARSDICE.families["odds"].params}
    assert defaults == {"trust": TRUST, "bluff": BLUFF}
