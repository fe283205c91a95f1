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


def test_a_part_of_a_part_is_cancelled_with_the_whole_however_it_was_passed_on() -> None:
    whole = Budget()
    passed_on = Budget(stop=whole.part(0.5).stop)
    inner = passed_on.part(0.5)
    passed_on.part(0.5)
    assert not inner.stop[0]
    whole.cancel()
    assert inner.stop[0]


def test_a_part_can_begin_after_one_whose_time_was_up() -> None:
    whole = Budget()
    whole.part(0.5).cancel()
    assert not whole.part(0.5).stop[0]


def test_parts_nested_without_end_stop_with_the_whole() -> None:
    whole = part = Budget()
    for _ in range(20):
        part = part.part(0.5)
    whole.cancel()
    assert part.stop[0]


def test_flags_raised_one_by_one_stop_a_part_that_begins_meanwhile() -> None:
    """As another thread raises them that knows no budgets, only the memory (`wasm/device/worker.mjs`)."""
    whole = Budget()
    first = whole.part(0.5)
    whole.stop[0] = 1
    assert not first.stop[0]
    assert whole.part(0.5).stop[0]
