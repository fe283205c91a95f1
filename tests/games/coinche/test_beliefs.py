"""Worlds weighted by what the others have called and played: against enumeration, and in the right
direction."""

from __future__ import annotations

from collections import Counter
from math import exp

import numpy as np
import pytest

from partie.cards.deck import (
    read_card,
    read_set,
)
from partie.core.agent import Budget
from partie.core.compiled import verbs
from partie.core.compiled.bits import bit
from partie.core.compiled.chance import new_chance
from partie.core.game import State
from partie.core.match import Match
from partie.games.coinche.players import beliefs
from partie.games.coinche.players.bidding.kernels import call_probability
from partie.games.coinche.players.scores.kernels import (
    WEIGHTS,
    scored,
)
from partie.games.coinche.rules import calls
from tests.games.coinche.tables import COINCHE, at
from tests.games.coinche.test_memory import possible_worlds, random_match


def drawn(state: State, seat: int, belief: int, count: int, seed: object = 0) -> np.ndarray:
    """The hands of `count` worlds."""
    view = state.view(seat)
    worlds = verbs.records(view.record, count)
    mind = beliefs.mind_of(0, belief)
    verbs.draw(view.record, seat, mind, new_chance("belief", seed), worlds, Budget().stop)
    return np.array([world.hands for world in worlds])


def plain_likelihood(match: Match, world: tuple[int, ...], seat: int) -> float:
    """The likelihood of the others' calls and cards in a world, by replaying the deal from its start."""
    record = match.state.record
    whole = [int(world[other]) | int(record.laid[other]) for other in range(4)]
    weight, replay = 1.0, COINCHE.start({"deals": 1}, new_chance(0))
    replay.record.dealer = record.dealer
    replay.record.turn = (int(record.dealer) + 1) & 3
    for other in range(4):
        replay.record.hands[other] = whole[other]
    for number in range(int(record.said)):
        speaker = replay.to_move
        replay.record.calls[number] = record.calls[number]
        if speaker != seat:
            weight *= float(call_probability(replay.record, number, speaker, whole[speaker]))
        replay.play(int(record.calls[number]))
    for number in range(int(record.cards)):
        card, legal = int(record.history[number]), replay.moves
        if replay.to_move != seat and len(legal) > 1:
            values = {one: float(scored(replay.record, bit(one), WEIGHTS)[1]) for one in legal}
            share = 1 / sum(
                exp(min((value - values[card]) / beliefs.SOFTNESS, 30)) for value in values.values()
            )
            weight *= (1 - beliefs.SLIP) * share + beliefs.SLIP / len(legal)
        replay.play(card)
    return weight


@pytest.mark.parametrize("seed", range(6))
def test_worlds_are_drawn_in_proportion_to_their_likelihood(seed: int) -> None:
    match, plays = random_match(seed, cards_left=8)
    seat = seed % 4
    possible = possible_worlds(match, plays, seat)
    weights = np.array([plain_likelihood(match, world, seat) for world in possible])
    counts = Counter(tuple(int(cards) for cards in row) for row in drawn(match.state, seat, 20, 3000, seed))
    assert set(counts) <= set(possible)
    shares = np.array([counts[world] for world in possible]) / 3000
    expected = weights / weights.sum()
    assert np.abs(shares - expected).max() < 0.03
    assert np.abs(shares - expected).sum() < 0.25 * np.sqrt(len(possible))


def test_without_belief_worlds_are_uniform() -> None:
    match, plays = random_match(1, cards_left=8)
    possible = possible_worlds(match, plays, 1)
    counts = Counter(
        tuple(int(cards) for cards in row) for row in drawn(match.state, 1, 0, 200 * len(possible))
    )
    assert min(counts[world] for world in possible) > 120
    assert max(counts.values()) < 280


HAND = "c79Qd8TKsQK"
OTHERS = "/?8/?8/?8 1@3 "


def mean(worlds: np.ndarray, seat: int, *cards: str) -> float:
    """The mean number of these cards a seat holds."""
    numbers = [int(read_card(card) or 0) for card in cards]
    return float(np.mean([sum(int(hand) >> card & 1 for card in numbers) for hand in worlds[:, seat]]))


def test_a_bid_promises_trumps_and_a_pass_denies_them() -> None:
    state = at(f"{HAND}{OTHERS}pass,pass,100h,pass")
    plain, weighed = (drawn(state, 0, belief, 1500) for belief in (0, 40))
    strong = ("Jh", "9h", "Ah")
    assert mean(plain, 2, *strong) == pytest.approx(1.0, abs=0.1)
    assert mean(weighed, 2, *strong) > 1.5
    assert mean(weighed, 1, *strong) < mean(plain, 1, *strong)


def test_a_forgetful_player_does_not_weight_worlds() -> None:
    state = at(f"{HAND}{OTHERS}pass,pass,100h,pass")
    view = state.view(0)
    world = verbs.records(view.record, 400)
    verbs.draw(view.record, 0, beliefs.mind_of(2, 40), new_chance(3), world, Budget().stop)
    assert mean(np.array([one.hands for one in world]), 2, "Jh", "9h", "Ah") < 1.25


def test_a_single_world_is_weighted_too_and_is_consistent_with_the_view() -> None:
    state = at(f"{HAND}{OTHERS}pass,pass,100h,pass")
    view = state.view(0)
    hands = []
    for seed in range(300):
        world = view.sample(new_chance("one", seed), beliefs.mind_of(0, 30))
        assert world.view(0) == state.view(0)
        hands.append(np.array(world.record.hands))
    assert mean(np.array(hands), 2, "Jh", "9h", "Ah") > 1.4


def test_calls_after_a_coinche_reveal_nothing() -> None:
    state = at(f"{HAND}{OTHERS}80h,coinche,pass,pass")
    assert state.record.phase == calls.PLAY
    world = state.view(0).sample(new_chance(1)).record
    before = float(beliefs.calls_likelihood(world, 0))
    world.hands[2] = read_set("d79JQs789T")
    world.hands[1] = state.record.hands[1]
    assert float(call_probability(world, 1, 1, world.hands[1])) > 0
    assert before > 0
