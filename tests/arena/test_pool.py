from __future__ import annotations

import os
from functools import partial

import pytest

from partie.arena.pool import spread


def shifted(offset: int, number: int) -> tuple[int, int]:
    if number == 13:
        raise ValueError("thirteen")
    return number + offset, os.getpid()


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    counts: list[int] = []
    found = spread(partial(shifted, 5), range(6), jobs, counts.append)
    assert [number for number, _ in found] == [5, 6, 7, 8, 9, 10]
    assert counts == [1, 2, 3, 4, 5, 6]
    processes = [process for _, process in found]
    assert processes[0] == os.getpid(), "the first task runs in this process, and compiles"
    assert (os.getpid() in processes[1:]) == (jobs == 1)


def test_an_empty_list_of_tasks_is_allowed() -> None:
    assert spread(partial(shifted, 5), range(0), 2) == []


def test_a_failing_task_raises_its_error() -> None:
    with pytest.raises(ValueError, match="thirteen"):
        spread(partial(shifted, 5), range(12, 16), 2)


def setting(_: int) -> str | None:
    return os.environ.get("SOME_SETTING")


def test_processes_have_the_environment_of_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the one they are forks of was started before."""
    for value in ("one", "another"):
        monkeypatch.setenv("SOME_SETTING", value)
        assert spread(setting, range(4), 2) == [value] * 4
    monkeypatch.delenv("SOME_SETTING")
    assert spread(setting, range(4), 2) == [None] * 4
