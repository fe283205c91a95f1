"""Trying the moves of a decision: what they lead to, at the end or as far as the learner looks ahead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from partie.core.agent import Budget
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.errors import PartieError
from partie.core.game import State
from partie.core.registry import game
from partie.games.coinche.players.net.task import TASK as COINCHE
from partie.games.hearts.players.net.task import TASK
from partie.learn.net import tables
from partie.learn.net.agent import NetAgent
from partie.learn.net.play import Simulator
from partie.learn.net.run import NetRun
from partie.learn.net.settings import NetSettings

NETWORK = TASK.networks.load("classic")
ENCODING = TASK.encoding("seats")
SEAT = 2


def played_on(record: Any, turns: int) -> float:
    """What SEAT gets if all play by the network; with `turns`, what it expects after so many of its turns."""
    state, net, left = State(game("hearts"), record), NetAgent(TASK, NETWORK), turns
    while not verbs.settled(state.record):
        decision = net.decide(state.view(state.to_move), Budget())
        if state.to_move == SEAT:
            left -= 1
            if left == 0:
                return decision.candidates[0].value
        state.play(decision.move, new_chance("not used", 0))
    return float(verbs.stake(state.record, SEAT))


def positions(simulator: Simulator, tables_: int, moves: int, luck: Any) -> Any:
    """Tables after so many random moves."""
    states, seating = simulator.begin(tables_, luck), np.zeros((tables_, 4), np.int8)
    made = simulator.moves_made([0], seating, states, luck, new_chance(1, "choice"), encoding=ENCODING)
    for _ in range(moves):
        next(made)
    return states


@pytest.mark.parametrize("turns", [0, 1, 2, 12])
def test_a_deal_is_played_on_as_far_as_the_learner_looks_ahead(turns: int) -> None:
    simulator = Simulator(TASK, {"rules": "classic"})
    simulator.rescale(float(NETWORK.card["centre"]), float(NETWORK.card["half"]))
    luck, seating = new_chance(1, "deal"), np.zeros((12, 4), np.int8)
    states = positions(simulator, 12, 20, luck)
    expected = [played_on(states[i : i + 1].copy().view(np.recarray)[0], turns) for i in range(12)]
    found = simulator.look_ahead(
        [(NETWORK, ENCODING)], seating, states, np.full(12, SEAT), turns, luck, new_chance(2, "choice")
    )
    assert found == pytest.approx(expected, abs=1e-3)
    assert bool(verbs.settled(states[0])) == (turns in (0, 12)), "SEAT has fewer than 12 turns left"


def test_where_rules_leave_no_choice_they_are_followed() -> None:
    luck = new_chance(1, "deal")
    states = positions(Simulator(TASK, {"rules": "classic"}), 64, 40, luck)
    players = np.zeros((64, 4), np.int8)
    players[:, SEAT] = 1
    before = [int(verbs.plies_left(state)) for state in states]
    tables.follow_rules(states, players, 1, luck)
    forced = waiting = 0
    for i in range(64):
        state = State(game("hearts"), states[i])
        forced += before[i] > verbs.plies_left(state.record)
        if not verbs.settled(state.record):
            waiting += state.to_move == SEAT and len(state.moves) == 1
            assert state.to_move == SEAT or len(state.moves) > 1
    assert forced > 0
    assert waiting > 0, "SEAT decides for itself"


def test_deals_that_networks_do_not_finish_are_tried_to_the_end(tmp_path: Path) -> None:
    settings = NetSettings("coinche", "counterfactual", "auction", "1", turns=1)
    with pytest.raises(PartieError, match="--turns 0"):
        NetRun.begin(tmp_path / "run", COINCHE, settings)
