"""Bidding by simulation: contracts are valued as the rules score them, and hands are bid sensibly."""

from __future__ import annotations

import numpy as np
import pytest

from partie.core.agent import ask
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.game import State
from partie.core.registry import build_agent
from partie.games.coinche import rules
from partie.games.coinche.players.bidding import foresight as auction
from partie.games.coinche.players.bidding.bidders import SampledBidder
from partie.games.coinche.rules import calls
from tests.games.coinche.tables import COINCHE, at


@pytest.mark.parametrize("options", [{}, {"annonces": True, "round": True}, {"marking": "bid_only"}])
def test_one_playout_gives_the_value_of_every_contract_of_its_taker_and_denomination(
    options: dict[str, object],
) -> None:
    chance, out = new_chance("price"), np.empty(rules.MOVES, np.int64)
    for number in range(60):
        start = COINCHE.start({"deals": 2, **options}, new_chance("deal", number))
        bidder, denomination, step, doubled = number % 4, number % 6, number % 10, number % 3
        contract = start.copy()
        contract.record.bid, contract.record.bidder = calls.bid_of(step, denomination), bidder
        contract.record.doubled = doubled
        played = start.copy()
        auction.play_at_eighty(played.record, contract.record, out, chance)
        direct = contract.copy()
        rules.begin_play(direct.record)
        while not rules.settled(direct.record):
            verbs.play(direct.record, verbs.choose(direct.record, auction.SCORES, out, chance), chance)
        for _ in range(2):  # twice: it leaves nothing behind
            assert auction.value_under(played.record, contract.record, bidder) == rules.worth(
                direct.record, bidder
            )


def call_of(position: str, **options: object) -> str:
    state = at(position, **options)
    agent = SampledBidder(COINCHE, "test", 0.0)
    return state.text(ask(agent, state.view(state.to_move)).move)


def test_a_poor_hand_passes() -> None:
    assert call_of("c789d78Qs78/?8/?8/?8 1@3") == "pass"


def test_a_fine_trump_suit_is_bid() -> None:
    call = call_of("cAd7Ah89JAs7/?8/?8/?8 1@3")
    assert call.endswith("0h")


def test_partner_is_raised_with_support_and_not_without() -> None:
    assert call_of("cAd78QsA7h9Q/?8/?8/?8 1@1 80h,pass").endswith("0h")
    assert call_of("c789d789s78/?8/?8/?8 1@1 80h,pass") == "pass"


def test_a_hopeless_contract_is_coinched_and_a_sound_one_is_not() -> None:
    assert call_of("c78d78s7h9JA/?8/?8/?8 1@2 130h") == "coinche"
    assert call_of("c78d79Js789/?8/?8/?8 1@2 90h") != "coinche"


def test_a_sure_sweep_is_bid() -> None:
    assert call_of("cAhJ9ATKQ7/?8/?8/?8 1@3").startswith("capot")


@pytest.mark.parametrize("family", ["scores", "montecarlo:deals=4,replays=1", "random"])
def test_every_program_can_bid_by_simulation(family: str) -> None:
    spec = family + (":" if ":" not in family else ",") + "bids=sampled"
    state = COINCHE.start({"deals": 1}, new_chance(4))
    decision = ask(build_agent(COINCHE, spec, 1), state.view(state.to_move))
    assert len(decision.candidates) == len(state.moves)
    assert decision.why is not None
    assert decision.why.key == "coinche.bids_sampled"


def test_an_auction_is_finished() -> None:
    for number in range(200):
        state: State = COINCHE.start(chance=new_chance("on", number))
        auction.finish_auction(state.record)
        assert state.record.phase in (calls.PLAY, calls.BETWEEN)
