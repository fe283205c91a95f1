"""Beliefs: where cards are, worlds drawn by likelihood, and the schedule of rollouts."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import partie
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.match import Match
from partie.games.coinche.players.net.task import TASK as COINCHE_TASK
from partie.games.hearts.players.net.task import TASK as HEARTS_TASK
from partie.learn.net.beliefs import draw_likely
from partie.learn.net.rollouts import schedule

GAMES = {"hearts": HEARTS_TASK, "coinche": COINCHE_TASK}


def view_of(name: str, moves: int) -> Match:
    match = Match(partie.game(name), {"length": "1"} if name == "hearts" else {"deals": 1}, 5)
    for _ in range(moves):
        match.play(match.state.moves[-1 if name == "hearts" else 0])
    return match


@pytest.mark.parametrize("name", GAMES)
def test_locations_name_the_holder_of_every_hidden_card(name: str) -> None:
    match = view_of(name, 3)
    seat, record = match.state.to_move, match.state.record
    out = np.full(GAMES[name].cards, 9, np.int8)
    verbs.locations(record, seat, out)
    for step in range(3):
        held = int(record.hands[(seat + 1 + step) & 3]) & (2**64 - 1)
        assert (out == step).sum() == held.bit_count()
    assert (out == -1).sum() == len(out) - sum(
        (int(record.hands[other]) & (2**64 - 1)).bit_count() for other in range(4) if other != seat
    )


@pytest.mark.parametrize("name", GAMES)
def test_worlds_follow_beliefs(name: str) -> None:
    match = view_of(name, 3)
    view, seat = match.view(), match.state.to_move
    cards = GAMES[name].cards
    truth = np.empty(cards, np.int8)
    verbs.locations(match.state.record, seat, truth)
    unknown = np.flatnonzero(truth >= 0)[:2]
    logs = np.zeros((cards, 3))
    for card in unknown:
        logs[card] = -50.0
        logs[card, truth[card]] = 0.0
    worlds = np.zeros(40, match.game.dtype).view(np.recarray)
    draw_likely(view.record, seat, logs, 60, worlds, np.zeros(1, np.uint8), new_chance("likely"))
    out = np.empty(cards, np.int8)
    for world in worlds:
        verbs.locations(world, seat, out)
        assert (out[unknown] == truth[unknown]).all()
    others = {tuple(int(hand) for hand in world.hands) for world in worlds}
    assert len(others) > 10, "what is not believed stays random"


def test_without_beliefs_worlds_are_as_likely_as_deals() -> None:
    match = view_of("hearts", 0)
    view, seat = match.view(), match.state.to_move
    worlds = np.zeros(3000, match.game.dtype).view(np.recarray)
    draw_likely(view.record, seat, np.zeros((52, 3)), 2, worlds, np.zeros(1, np.uint8), new_chance("uniform"))
    counts = np.zeros((52, 3))
    out = np.empty(52, np.int8)
    for world in worlds:
        verbs.locations(world, seat, out)
        for step in range(3):
            counts[out == step, step] += 1
    shares = counts[counts.sum(axis=1) > 0] / 3000
    assert np.abs(shares - 1 / 3).max() < 0.05


def test_a_stopped_draw_uses_what_it_has() -> None:
    match = view_of("hearts", 1)
    worlds = np.zeros(5, match.game.dtype).view(np.recarray)
    stop = np.ones(1, np.uint8)
    draw_likely(match.view().record, match.state.to_move, np.zeros((52, 3)), 8, worlds, stop, new_chance(1))
    assert all((world.hands == worlds[0].hands).all() for world in worlds)


@pytest.mark.parametrize(("moves", "deals"), [(2, 96), (6, 96), (13, 20), (3, 1)])
def test_halving_spends_its_worlds_on_the_best(moves: int, deals: int) -> None:
    rounds = schedule(moves, deals)
    assert rounds[0][0] == moves
    assert rounds[-1][0] == 2
    assert all(fewer < more for (more, _), (fewer, _) in pairwise(rounds))
    spent = sum(kept * worlds for kept, worlds in rounds)
    assert spent <= max(deals * moves, sum(kept for kept, _ in rounds))
