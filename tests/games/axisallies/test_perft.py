"""How many sequences of orders there are from small positions: the engine and the oracle count the same."""

from __future__ import annotations

import pytest

from partie.games.axisallies import GAME
from partie.testing.perft import perft
from tests.games.axisallies.duel import Duel, engine_facts, slow_perft
from tests.games.axisallies.theatres import THEATRES


@pytest.mark.parametrize(
    ("name", "counts"),
    [("workshops", [1, 19, 83, 180]), ("the channel", [1, 21, 407]), ("guests", [1, 15, 123])],
)
def test_perft(name: str, counts: list[int]) -> None:
    """All these orders come before any dice."""
    options, position = THEATRES[name]
    state = GAME.position(position, options)
    assert [perft(state, depth) for depth in range(len(counts))] == counts
    war = Duel(options, "perft", position=position).war
    war.adopt(engine_facts(state.record))
    assert [slow_perft(war, depth) for depth in range(len(counts))] == counts
