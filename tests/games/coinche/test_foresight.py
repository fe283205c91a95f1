"""The search on top of the bidding network: its worlds, what calls lead to, and the decisions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from partie.core.agent import Budget, ask
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.registry import build_agent
from partie.games.coinche.players.bidding.bidders import BIDDERS
from partie.games.coinche.players.net import foresight
from partie.games.coinche.players.net.auctions import ends
from partie.games.coinche.players.net.equity import stake
from partie.games.coinche.players.net.foresight import Foresight
from partie.games.coinche.players.net.handicap import handicapped
from partie.games.coinche.players.net.search import rows_of
from partie.games.coinche.players.net.task import TASK
from partie.games.coinche.players.net.train_rival import network_call
from partie.games.coinche.rules import MOVES, make_call
from partie.games.coinche.rules.calls import BID, COINCHE, PASS, SURCOINCHE, bid_of
from partie.search.kernels.answer import new_answer
from tests.games.coinche.tables import COINCHE as GAME
from tests.games.coinche.tables import at

BIDS = TASK.networks.load("bids")
PLAIN = handicapped(BIDS, 0.0)
ROWS = rows_of(BIDS)
RUNNING, STOPPED = np.zeros(1, np.uint8), np.ones(1, np.uint8)


def table(calls: list[int], seed: object = 1) -> Any:
    """A deal in which these calls have been made."""
    state = GAME.start({"deals": 1}, new_chance("foresight", seed))
    for call in calls:
        state.play(call)
    return state


def worlds_of(view: Any, seat: int, number: int) -> Any:
    worlds = np.zeros(number, view.dtype).view(np.recarray)
    verbs.draw(view, seat, Foresight().mind, new_chance("worlds"), worlds, RUNNING)
    return worlds


def test_the_network_is_searched_without_its_handicap() -> None:
    state = table([bid_of(0, 1)])
    states = np.array([state.record], GAME.dtype).view(np.recarray)
    outputs = np.empty((1, PLAIN.sizes[-1]), np.float32)
    assert foresight.evaluate(states, np.zeros(1, np.int64), ROWS, outputs, RUNNING)
    assert outputs[0] == pytest.approx(PLAIN(TASK.features(PLAIN, state.record)), abs=1e-4)


def test_what_ends_the_auction_leads_to_what_scores_makes_of_it() -> None:
    state = table([bid_of(0, 3), COINCHE])
    seat, calls = state.to_move, np.array([PASS, SURCOINCHE])
    worlds = worlds_of(state.view(seat).record, seat, 8)
    found = np.empty(2 * len(worlds))
    assert foresight.follow(worlds, seat, ROWS, calls, found, RUNNING, new_chance("follow"))
    for number, world in enumerate(worlds):
        played = np.array([world], GAME.dtype).view(np.recarray)
        make_call(played[0], SURCOINCHE)
        ends(played, new_chance("other"))
        assert found[2 * number + 1] == stake(played[0], seat)


def test_what_does_not_is_followed_to_the_next_turn() -> None:
    state = table([])
    seat = state.to_move
    worlds = worlds_of(state.view(seat).record, seat, 12)
    found, calls = np.empty(len(worlds)), np.array([bid_of(0, 0)])
    assert foresight.follow(worlds, seat, ROWS, calls, found, RUNNING, new_chance("follow"))
    waited = 0
    for number, world in enumerate(worlds):
        after = np.array([world], GAME.dtype).view(np.recarray)
        make_call(after[0], calls[0])
        while after[0].phase == BID and int(after[0].turn) != seat:
            make_call(after[0], network_call(PLAIN, after[0]))
        if after[0].phase == BID:
            room = np.empty(MOVES, np.int64)
            outputs = PLAIN(TASK.features(PLAIN, after[0]))
            legal = room[: int(verbs.moves(after[0], room))]
            best = max(float(outputs[int(verbs.output_of(after[0], call))]) for call in legal)
            assert found[number] == pytest.approx(PLAIN.card["half"] * best, abs=0.5)
            waited += 1
    assert waited > 3


def test_decisions_follow_from_the_seed_and_are_explained() -> None:
    kinds = set()
    for seed in range(12):
        state = table([], seed)
        for _ in range(seed % 3):
            state.play(network_call(PLAIN, state.record))
        view = state.view(state.to_move)
        first, again = (ask(build_agent(GAME, "scores:bids=search", seed), view) for _ in range(2))
        assert first == again
        assert first.why is not None
        assert set(GAME.phrase(first.why.key, first.why.data)) == {"en", "fr"}
        assert len(first.candidates) == len(view.moves)
        kinds.add(first.why.key)
    assert "coinche.bids_followed" in kinds
    assert len(kinds) > 1


def test_a_search_that_is_stopped_leaves_the_call_to_the_network() -> None:
    for seed in range(5):
        state = table([], seed)
        answer = new_answer(MOVES)
        n, worlds = foresight.search_calls(
            state.view(state.to_move).record, state.to_move, Foresight(), ROWS, answer, STOPPED, new_chance(1)
        )
        assert worlds == 0
        assert int(answer.order[np.argmax(answer.totals[:n])]) == network_call(BIDS, state.record)


def test_the_search_does_not_see_hidden_hands() -> None:
    for seed in range(4):
        state = table([bid_of(0, seed), PASS], seed)
        seat = state.to_move
        others = state.copy()
        swapped = others.record.hands
        swapped[(seat + 1) & 3], swapped[(seat + 2) & 3] = (
            int(swapped[(seat + 2) & 3]),
            int(swapped[(seat + 1) & 3]),
        )
        first, second = (
            BIDDERS["search"](GAME, seed, 0.0).decide(one.view(seat), Budget()) for one in (state, others)
        )
        assert first == second


def call_of(position: str, **options: object) -> str:
    state = at(position, **options)
    agent = BIDDERS["search"](GAME, "test", 0.0)
    return state.text(agent.decide(state.view(state.to_move), Budget()).move)


def test_sensible_calls() -> None:
    assert call_of("cAd7Ah89JAs7/?8/?8/?8 1@3").endswith("0h")
    assert call_of("c78d78s7h9JA/?8/?8/?8 1@2 150h") == "coinche"
    assert call_of("cAdAsAh9JATK/?8/?8/?8 1@3 80h,pass,pass,coinche") == "surcoinche"
