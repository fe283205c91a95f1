from __future__ import annotations

import numpy as np

from partie.core.compiled import verbs
from partie.games.axisallies.lab.bench import first_attack, list_rate, order_rate, turn_rate
from partie.games.axisallies.rules.listing import MOVES


def test_orders_and_lists_of_a_war_are_counted() -> None:
    state = first_attack()
    assert (state.record.round_number, state.to_move) == (1, 1)
    assert int(verbs.moves(state.record, np.empty(MOVES, np.int64))) > 100
    assert list_rate(0.01) > 0
    assert order_rate(0.01) > 0
    assert turn_rate(0.01) > 0
