"""The thread pool: order, fairness, cancelled jobs and jobs that do not stop."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future

import pytest

from partie.core.agent import Budget, check_budget
from partie.service import pool as pools
from partie.service.callers import network_of
from partie.service.errors import Unavailable
from partie.service.pool import Job, Lane, Pool

PATIENCE = 60.0


class Gate:
    """Jobs that run until the gate opens or they are cancelled, and the order of finished jobs."""

    def __init__(self, pool: Pool) -> None:
        self.pool, self.order = pool, list[str]()
        self.open = threading.Event()
        self._begun = threading.Semaphore(0)

    def hold(self, caller: str, lane: Lane = Lane.ANALYSIS) -> Job[bool]:
        def run(budget: Budget) -> bool:
            self._begun.release()
            while not self.open.wait(0.001):
                if budget.stop[0]:
                    return False
            return True

        return self.pool.submit(run, PATIENCE, caller, lane)

    def note(self, name: str, caller: str, lane: Lane = Lane.ANALYSIS, expected: float = 1.0) -> Future[None]:
        job = self.pool.submit(
            lambda budget: self.order.append(name), PATIENCE, caller, lane, expected=expected
        )
        return job.future

    def wait_until_held(self, count: int) -> None:
        for _ in range(count):
            assert self._begun.acquire(timeout=PATIENCE)


@pytest.fixture
def gate() -> Iterator[Gate]:
    pool = Pool(2)
    gate = Gate(pool)
    yield gate
    gate.open.set()
    assert pool.close()


def test_callers_take_turns(gate: Gate) -> None:
    gate.hold("greedy")
    gate.wait_until_held(1)
    waiting = [gate.note(f"greedy {i}", "greedy") for i in range(3)]
    waiting += [gate.note("modest", "modest"), gate.note("other", "other")]
    gate.open.set()
    for one in waiting:
        one.result(PATIENCE)
    assert gate.order == ["greedy 0", "modest", "other", "greedy 1", "greedy 2"]


def test_short_jobs_come_before_long_ones_and_nobody_starves(gate: Gate) -> None:
    """A caller with many short jobs gets no more computing time than one with a long job."""
    gate.hold("somebody")
    gate.wait_until_held(1)
    waiting = [gate.note("long", "patient", expected=5.0)]
    waiting += [gate.note(f"short {i}", "busy", expected=1.0) for i in range(8)]
    assert gate.pool.figures()["analysis"] | {"longest_wait": 0, "waited": 0} == {
        "waiting": 9, "running": 1, "longest_wait": 0, "begun": 1, "waited": 0,
    }  # fmt: skip
    gate.open.set()
    for one in waiting:
        one.result(PATIENCE)
    assert gate.order == [*(f"short {i}" for i in range(4)), "long", *(f"short {i}" for i in range(4, 8))]


def test_analysis_never_takes_the_last_thread(gate: Gate) -> None:
    held = [gate.hold("greedy") for _ in range(5)]
    gate.wait_until_held(1)
    assert gate.note("a person's table", "ann", Lane.PEOPLE).result(PATIENCE) is None
    assert not any(job.future.done() for job in held)


def test_people_come_before_analysis(gate: Gate) -> None:
    one = gate.hold("ann", Lane.PEOPLE)
    gate.hold("bob", Lane.PEOPLE)
    gate.wait_until_held(2)
    waiting = [gate.note("analysis", "x"), gate.note("table", "x", Lane.PEOPLE)]
    one.cancel()
    for done in waiting:
        done.result(PATIENCE)
    assert gate.order == ["table", "analysis"]


def test_a_cancelled_job_stops_or_does_not_start(gate: Gate) -> None:
    running, waiting = gate.hold("ann"), gate.hold("ann")
    gate.wait_until_held(1)
    waiting.cancel()
    assert waiting.future.cancelled()
    running.cancel()
    assert running.future.result(PATIENCE) is False
    gate.note("next", "bob").result(PATIENCE)


def test_a_caller_has_a_limited_share(gate: Gate) -> None:
    for _ in range(pools.MAX_PER_CALLER):
        gate.pool.require_room("greedy")
        gate.hold("greedy")
    with pytest.raises(Unavailable, match="wait for one to finish"):
        gate.pool.require_room("greedy")
    gate.pool.require_room("modest")


def test_one_caller_with_many_tables_is_no_crowd(gate: Gate) -> None:
    for _ in range(pools.MAX_WAITING):
        gate.hold("greedy", Lane.PEOPLE)
    gate.pool.require_room("modest")
    for number in range(pools.MAX_WAITING - pools.MAX_PER_CALLER):
        gate.hold(f"person {number}", Lane.PEOPLE)
    with pytest.raises(Unavailable, match="Too many programs"):
        gate.pool.require_room("modest")


def test_a_job_that_does_not_stop_is_abandoned(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its thread is lost until it returns; other jobs continue at once."""
    monkeypatch.setattr(pools, "IDLE_SECONDS", 0.01)
    deaf = threading.Event()
    lost = [gate.pool.submit(lambda budget: deaf.wait(PATIENCE), 0.01, f"caller {i}", Lane.PEOPLE) for i in range(3)]  # fmt: skip
    for job in lost:
        with pytest.raises(Unavailable, match="abandoned"):
            job.future.result(PATIENCE)
    gate.note("next", "ann").result(PATIENCE)
    deaf.set()
    gate.note("after", "ann").result(PATIENCE)


def test_a_job_that_computes_without_end_is_abandoned(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "GRACE_SECONDS", 0.01)
    end = threading.Event()

    def compute(budget: Budget) -> None:
        while not end.is_set():
            pass

    job = gate.pool.submit(compute, 0.01, "ann", Lane.PEOPLE)
    with pytest.raises(Unavailable, match="abandoned"):
        job.future.result(PATIENCE)
    end.set()


def test_a_job_that_waits_for_a_processor_is_not_abandoned(
    gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has used no processor time since its time was up: on a busy machine it may not have had any."""
    monkeypatch.setattr(pools, "GRACE_SECONDS", 0.05)
    kept = gate.pool.submit(lambda budget: gate.open.wait(PATIENCE), 0.01, "ann", Lane.PEOPLE)
    with pytest.raises(TimeoutError):
        kept.future.result(0.5)
    gate.open.set()
    assert kept.future.result(PATIENCE)


def test_closing_does_not_wait_for_jobs_that_do_not_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "_SHUTDOWN_SECONDS", 0.0)
    pool, deaf, begun = Pool(2), threading.Event(), threading.Event()

    def run(budget: Budget) -> None:
        begun.set()
        deaf.wait(PATIENCE)

    running = pool.submit(run, PATIENCE, "ann", Lane.ANALYSIS)
    waiting = pool.submit(run, PATIENCE, "ann", Lane.ANALYSIS)
    assert begun.wait(PATIENCE)
    assert pool.close() is False
    assert waiting.future.cancelled()
    with pytest.raises(Unavailable, match="shutting down"):
        running.future.result(PATIENCE)
    with pytest.raises(Unavailable, match="shutting down"):
        pool.submit(run, PATIENCE, "ann", Lane.PEOPLE)
    deaf.set()


def test_long_jobs_check_their_flag() -> None:
    budget = Budget(1.0)
    check_budget(budget)
    budget.cancel()
    with pytest.raises(Unavailable, match="ask for less"):
        check_budget(budget)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8::6%eth0", "2001:db8::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_network_of_an_address(address: str, network: str) -> None:
    assert network_of(address) == network
