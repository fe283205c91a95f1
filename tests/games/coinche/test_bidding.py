"""The table bidder: its calls, their legality, and how they are read."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import partie
from partie.cards.deck import read_set
from partie.core.agent import ask
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.compiled.types import int64
from partie.core.game import State
from partie.core.match import Match, play_out
from partie.core.registry import build_agent
from partie.games.coinche.players.bidding.holdings import (
    FEATURES,
    read_file,
)
from partie.games.coinche.players.bidding.kernels import (
    HELPER,
    TAKER,
    call_probability,
    estimate,
    our_points,
    promised,
    reach,
    table_call,
)
from partie.games.coinche.players.scores.matches import bid_deals
from partie.games.coinche.rules.calls import (
    BID,
    CAPOT,
    PASS,
    step_of,
)
from partie.games.coinche.text.notation import read_move
from partie.testing import AgentContract

GAME = partie.game("coinche")
HEARTS = 3
OPTIONS = [{}, {"sa_ta": False}, {"generale": True}, {"annonces": True, "round": True}]


class TestBidders(AgentContract):
    game = GAME
    specs = ["random:bids=random", "random:bold=40", "scores:bold=-40"]


def call_of(hand: str, calls: str = "-", bold: float = 0.0, **options: object) -> str:
    """The bidder's call with this hand, seat 0 to call."""
    words = [word for word in calls.split(",") if word != "-"]
    dealer = (3 - len(words)) % 4
    state = GAME.position(f"{hand}/?8/?8/?8 1@{dealer} {calls}", options)
    assert state.to_move == 0
    return state.text(int(table_call(state.record, 0, state.record.hands[0], bold)))


STRONG = "c79d7h9TJKA"
BEST = "cAdAsAh9TJKA"
HELPS = "c78d78s7Ah8J"
WEAK = "c789d789s78"
AGAINST = "cAdAsAh789JA"


@pytest.mark.parametrize(
    ("hand", "calls", "answers"),
    [
        (STRONG, "-", "80h 90h 100h 110h 120h 130h 140h"),
        (STRONG, "80d", "90h 100h 110h 120h 130h 140h"),
        (WEAK, "-", "pass"),
        (WEAK, "80h", "pass"),
        (WEAK, "80h,pass", "pass"),
        (HELPS, "80h,pass", "90h 100h 110h 120h 130h 140h"),
        (HELPS, "80h,90s", "100h 110h 120h 130h 140h"),
        (AGAINST, "150h", "coinche"),
        (BEST, "80h,pass,pass,coinche", "surcoinche"),
        (WEAK, "80h,pass,pass,coinche", "pass"),
    ],
)
def test_sensible_calls(hand: str, calls: str, answers: str) -> None:
    assert call_of(hand, calls) in answers.split()


def test_suits_only_where_sans_atout_and_tout_atout_are_not_allowed() -> None:
    aces = "c7AdTAsTAhTA"
    assert call_of(aces).endswith(("sa", "ta"))
    assert call_of(aces, sa_ta=False)[-1] in "cdsh" or call_of(aces, sa_ta=False) == "pass"


def test_a_raise_shows_support_and_is_read_as_such() -> None:
    steps = [
        int(step_of(read_move(call))) if (call := call_of(hand, "80h,pass")) != "pass" else 0
        for hand in ("c789d789s7h8", "c78d789s7Ah8", "c78d78s7Ah8J", "cAd78s7Ah8J9")
    ]
    assert steps[0] == 0
    assert steps == sorted(steps)
    assert steps[0] < steps[2] < steps[3]
    # What seat 0 thinks of its own hearts, after its partner has passed and after a raise.
    hand = read_set(STRONG)
    points = []
    for answer in ("pass", "90h", "110h"):
        state = GAME.position(f"{STRONG}/?8/?8/?8 1@3 80h,pass,{answer}")
        points.append(float(our_points(state.record, 3, 0, int64(hand), HEARTS)))
    assert points == sorted(points)
    assert points[0] < points[1] < points[2]


def test_estimates_are_the_sums_of_the_file() -> None:
    numbers, chance = read_file(), new_chance("estimates")
    for _ in range(50):
        state = GAME.start({}, chance)
        hand = int(state.record.hands[0])
        suits = [hand >> (16 * suit + 5) & 255 for suit in range(4)]
        for role, name in ((TAKER, "taker"), (HELPER, "helper")):
            for denomination in range(6):
                base = ("suit", "suit", "suit", "suit", "sa", "ta")[denomination]
                expected = numbers[name]["base"][base]
                for suit, ranks in enumerate(suits):
                    group = base if denomination > 3 else "trump" if suit == denomination else "side"
                    for feature, holds in FEATURES[group].items():
                        if holds(ranks, ranks.bit_count()):
                            expected += numbers[name][group][feature]
                assert estimate(int64(hand), role, denomination) == pytest.approx(expected)


def test_what_is_bid_is_read_back() -> None:
    for step in range(9):
        assert reach(promised(step)) == pytest.approx(step + 0.5)
    assert promised(CAPOT) == promised(8)


@pytest.mark.parametrize("options", OPTIONS)
def test_calls_are_legal_after_any_calls(options: dict[str, object]) -> None:
    chance, said = new_chance("legal", options), set()
    for number in range(150):
        state = GAME.start(options, chance)
        while state.record.phase == BID:
            record = state.record
            call = int(
                table_call(record, state.to_move, record.hands[state.to_move], float(number % 3 - 1) * 40)
            )
            assert call in state.moves
            said.add(call)
            moves = state.moves
            anything = moves[min(len(moves) - 1, int(below(chance, 9)))]
            state.play(call if number % 2 else anything)
    assert PASS in said
    assert any(call >= 128 for call in said)


def test_bold_players_bid_more_often_than_shy_ones() -> None:
    passed = []
    for bold in (-30.0, 0.0, 30.0):
        chance = new_chance("bold")
        states = [GAME.start({}, chance) for _ in range(200)]
        passed.append(sum(int(table_call(s.record, 0, s.record.hands[0], bold)) == PASS for s in states))
    assert passed[0] > passed[1] > passed[2]


def test_most_deals_have_a_taker_and_capots_are_rare() -> None:
    deals, thrown = bid_deals(4000, ("test",))
    assert 0.03 < thrown / (4000 + thrown) < 0.2
    steps = (deals["bid"].astype(int) - 128) >> 3
    assert (steps == CAPOT).mean() < 0.01
    assert set(deals["denomination"].tolist()) == set(range(6))


def with_call(state: State, number: int, call: int) -> State:
    """The same calls except one."""
    other = state.copy()
    other.record.calls[number] = call
    return other


@pytest.mark.parametrize("options", [{}, {"sa_ta": False}])
def test_probabilities_of_all_calls_sum_to_one(options: dict[str, object]) -> None:
    chance = new_chance("sums")
    for _ in range(20):
        state = GAME.start(options, chance)
        while state.record.phase == BID:
            seat, number = state.to_move, int(state.record.said)
            hand = state.record.hands[seat]
            total = sum(
                float(call_probability(with_call(state, number, call).record, number, seat, hand))
                for call in state.moves
            )
            assert total == pytest.approx(1.0)
            state.play(int(table_call(state.record, seat, hand, 10.0)))


def likelihood(deal: Any, seat: int, hand: int) -> float:
    """The probability that a seat makes all its calls of a deal with this hand."""
    numbers = [number for number in range(int(deal.said)) if (int(deal.dealer) + 1 + number) & 3 == seat]
    return float(np.prod([call_probability(deal, number, seat, hand) for number in numbers]))


def test_calls_fit_the_hand_that_made_them_best() -> None:
    deals, _ = bid_deals(400, ("tell",))
    own, other = [], []
    for deal in deals.view(np.recarray):
        for seat in range(4):
            own.append(np.log(likelihood(deal, seat, deal.hands[seat])))
            other.append(np.log(likelihood(deal, seat, deal.hands[(seat + 1) & 3])))
    assert np.isfinite(own).all()
    assert np.isfinite(other).all()
    assert np.mean(own) > np.mean(other) + 0.3


def test_every_program_bids_by_the_table_by_default() -> None:
    for spec in ("random", "scores", "montecarlo:deals=2,replays=1"):
        for seed in range(5):
            match = Match(GAME, seed=seed)
            view = match.view()
            decision = ask(build_agent(GAME, spec, seed), view)
            assert decision.move == int(table_call(view.record, view.seat, view.record.hands[view.seat], 0.0))
            assert decision.why is not None
            words = GAME.phrase(decision.why.key, decision.why.data)
            assert set(words) == {"en", "fr"}
    pure = {ask(build_agent(GAME, "random:bids=random", seed), view).move for seed in range(30)}
    assert len(pure) > 10


def test_whole_games_with_every_bidder_end() -> None:
    for bids in ("table", "random"):
        agents = [build_agent(GAME, f"random:bids={bids}", seat) for seat in range(4)]
        assert play_out(Match(GAME, {"target": 300}, seed=4), agents).scores


def test_reasons_for_calls() -> None:
    def why(hand: str, calls: str) -> str:
        words = [word for word in calls.split(",") if word != "-"]
        state = GAME.position(f"{hand}/?8/?8/?8 1@{(3 - len(words)) % 4} {calls}")
        decision = ask(build_agent(GAME, "scores"), state.view(0))
        assert decision.why is not None
        return GAME.phrase(decision.why.key, decision.why.data)["en"]

    assert "Not enough" in why(WEAK, "-")
    assert "at ♥" in why(STRONG, "-")
    assert "Partner named ♥" in why(HELPS, "80h,pass")
    assert "not enough for 150♥" in why(AGAINST, "150h")
