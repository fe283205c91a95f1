"""Budgets."""

from __future__ import annotations

from partie.core.agent import Budget


def test_a_part_of_a_budget_has_a_share_of_the_time_and_its_own_flag() -> None:
    whole = Budget(8.0)
    part = whole.part(0.5)
    assert part.seconds == 4.0
    assert Budget().part(0.5).seconds is None
    part.cancel()
    assert not whole.stop[0]


def test_a_part_is_cancelled_with_the_whole() -> None:
    whole = Budget()
    part = whole.part(0.5)
    whole.cancel()
    assert part.stop[0]
    assert whole.part(0.5).stop[0]
