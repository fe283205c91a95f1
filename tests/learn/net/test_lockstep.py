"""Many games in lockstep."""

from __future__ import annotations

import numpy as np

from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.game import State
from partie.core.registry import game
from partie.games.hearts.players.net.task import TASK
from partie.learn.net import lockstep
from partie.learn.net.play import Simulator

TABLES, SEAT = 64, 2


def test_where_rules_leave_no_choice_they_are_followed() -> None:
    simulator, luck = Simulator(TASK, {"rules": "classic"}), new_chance(1, "deal")
    states, players = simulator.begin(TABLES, luck), np.zeros((TABLES, 4), np.int8)
    made = simulator.moves_made([0], players, states, luck, luck, encoding=TASK.encoding("seats"))
    for _ in range(40):
        next(made)
    before = [int(verbs.plies_left(state)) for state in states]
    players[:, SEAT] = 1
    lockstep.follow_rules(states, players, 1, luck)
    forced = waiting = 0
    for i in range(TABLES):
        state = State(game("hearts"), states[i])
        forced += before[i] > verbs.plies_left(state.record)
        if not verbs.settled(state.record):
            waiting += state.to_move == SEAT and len(state.moves) == 1
            assert state.to_move == SEAT or len(state.moves) > 1
    assert forced > 0
    assert waiting > 0, "SEAT decides for itself"
