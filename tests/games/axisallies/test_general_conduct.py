"""The report on how a program conducts a war."""

from __future__ import annotations

from partie.games.axisallies.lab.conduct import watch


def test_a_war_of_the_general_is_counted_turn_by_turn() -> None:
    found = watch("general", games=1, rounds=2, seed=1)
    assert sum(found.turns.values()) >= 9
    assert all(found.open_capitals[power] <= found.turns[power] for power in found.turns)
    assert found.land_units[2] >= found.overseas[2] > 0
