"""Reading calls by a small network: against the same network computed in another way, and in the right
direction."""

from __future__ import annotations

import numpy as np
import pytest

from partie.cards.deck import cards_of, read_set
from partie.core.agent import Budget
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.game import State
from partie.games.coinche.players import reading
from partie.games.coinche.players.net.task import READERS
from partie.games.coinche.rules import calls
from partie.games.coinche.rules.cards import FIRST_RANK
from tests.games.coinche.tables import COINCHE

WEIGHTS = READERS.load("bids").flat
SPADES = 2


def after(*made: int) -> State:
    """A deal after these calls."""
    state = COINCHE.start({"deals": 1}, new_chance("reading"))
    for call in made:
        state.play(call)
    return state


def probability(state: State, number: int, hand: int) -> float:
    """What the reader says of call `number` with a hand."""
    units = int(reading.width(WEIGHTS))
    context, hidden = np.empty(units, np.float32), np.empty(units, np.float32)
    reading.context_of(state.record, number, WEIGHTS, np.empty(reading.INPUTS, np.int8), context)
    return float(
        reading.read_call(
            state.record, number, hand, WEIGHTS, context, hidden, np.empty(reading.STEPS, np.float32)
        )
    )


AUCTIONS = [
    [],
    [calls.PASS, int(calls.bid_of(1, SPADES))],
    [int(calls.bid_of(0, 0)), int(calls.bid_of(2, 1)), calls.PASS],
    [int(calls.bid_of(calls.CAPOT, 4))],
]


@pytest.mark.parametrize("made", AUCTIONS)
def test_probabilities_of_all_calls_sum_to_one(made: list[int]) -> None:
    state = after(*made)
    hand, total = int(state.record.hands[state.to_move]), 0.0
    for call in state.moves:
        state.record.calls[len(made)] = call
        total += probability(state, len(made), hand)
    assert total == pytest.approx(1.0, abs=1e-5)


def test_the_layers_are_those_of_the_network() -> None:
    (first, biases), (second, last) = READERS.load("bids").layers
    made = AUCTIONS[1]
    state = after(*made)
    hand = int(state.record.hands[state.to_move])
    inputs = np.zeros(reading.INPUTS, np.int8)
    reading.encode_call(state.record, len(made), inputs)
    for card in cards_of(hand):
        inputs[(card >> 4) * 8 + (card & 15) - FIRST_RANK] = 1
    outputs = np.maximum(inputs @ first + biases, 0) @ second + last
    shares = np.exp(outputs[: reading.KINDS])
    expected = (1 - reading.SLIP) * shares[0] / shares.sum() + reading.SLIP / reading.KINDS
    state.record.calls[len(made)] = calls.PASS
    assert probability(state, len(made), hand) == pytest.approx(float(expected), rel=1e-4)


def test_a_bid_shows_its_suit() -> None:
    strong, weak = read_set("sJ9A8cA7d7h8"), read_set("s7cKJ8dQ9hK7")
    state = after(int(calls.bid_of(2, SPADES)))
    assert probability(state, 0, strong) > 20 * probability(state, 0, weak)


def test_worlds_follow_the_calls() -> None:
    """Whoever bid spades holds more of them in drawn worlds than in deals that only fit."""
    state = after(int(calls.bid_of(2, SPADES)), calls.PASS, calls.PASS, calls.PASS)
    caller = (int(state.record.dealer) + 1) & 3
    seat = caller ^ 1
    view = state.view(seat)
    mean = []
    for candidates in (1, 30):
        worlds = verbs.records(view.record, 60)
        reading.draw_read(
            view.record, seat, WEIGHTS, candidates, worlds, Budget().stop, new_chance("reading", candidates)
        )
        spades = [int(world.hands[caller]) >> (16 * SPADES) & 0xFFFF for world in worlds]
        mean.append(np.mean([one.bit_count() for one in spades]))
        for world in worlds:
            assert world.hands[seat] == view.record.hands[seat]
    assert mean[1] > mean[0] + 0.5
