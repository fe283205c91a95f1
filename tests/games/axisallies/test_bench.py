from __future__ import annotations

import numpy as np

from partie.core.compiled import verbs
from partie.games.axisallies.lab.bench import first_attack, list_rate, order_rate, turn_rate, turn_times
from partie.games.axisallies.rules.listing import MOVES


def test_orders_and_lists_of_a_war_are_counted() -> None:
    state = first_attack()
    assert (state.record.round_number, state.to_move) == (1, 1)
    assert int(verbs.moves(state.record, np.empty(MOVES, np.int64))) > 100
    assert list_rate(0.01) > 0
    assert order_rate(0.01) > 0
    assert turn_rate(0.01) > 0


def test_the_time_of_turns_is_divided_into_attacks_and_the_rest() -> None:
    times = turn_times("greedy", rounds=1)
    assert times.shape == (5, 2)
    assert (times > 0.0).all()
