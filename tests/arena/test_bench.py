from __future__ import annotations

from dataclasses import replace

import numpy as np

import partie
from partie.arena.bench import SEARCHES, measure
from partie.core.compiled import verbs
from partie.games.axisallies.lab.bench import (
    first_attack,
    list_rate,
    order_rate,
)
from partie.games.axisallies.rules.listing import MOVES


def test_a_game_without_searches_is_measured_by_itself_alone() -> None:
    war = partie.game("axisallies")
    assert not SEARCHES & set(war.families)
    assert measure(replace(war, bench=lambda: [("orders/s", "7")]), 0.01) == [("orders/s", "7")]


def test_orders_and_lists_of_a_war_are_counted() -> None:
    state = first_attack()
    assert (state.record.round_number, state.to_move) == (1, 1)
    assert int(verbs.moves(state.record, np.empty(MOVES, np.int64))) > 100
    assert list_rate(0.01) > 0
    assert order_rate(0.01) > 0
