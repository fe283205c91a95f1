"""Where computing is done for callers: a few threads, jobs that can be cancelled, and a fair share for everybody."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from enum import IntEnum
from typing import Any, Generic, TypeVar

from partie.core.agent import Budget
from partie.service.callers import CALLER
from partie.service.errors import Unavailable

log = logging.getLogger(__name__)

MOST_WAITING = 200
MOST_OF_ONE_CALLER = 32
GRACE_SECONDS = 3.0
"""How long after its time is up a job may take to notice."""
_MOST_LOST = 16
_GOODBYE_SECONDS = 2.0

T = TypeVar("T")


class Lane(IntEnum):
    """What is done first. `PEOPLE`: somebody at a table waits for a program's move. `ANALYSIS`: everything else; it never takes the last thread."""

    PEOPLE = 0
    ANALYSIS = 1


class Job(Generic[T]):
    """Something to compute. `run` gets a budget and stops soon after its flag is raised: when `seconds` are over, or nobody wants the answer any more."""

    def __init__(
        self, pool: Pool, run: Callable[[Budget], T], seconds: float, caller: str, lane: Lane
    ) -> None:
        self._pool, self.run, self.caller, self.lane = pool, run, caller, lane
        self.seconds = seconds
        self.budget = Budget(seconds)
        self.future: Future[T] = Future()
        self.settled = False

    def cancel(self) -> None:
        """Nobody wants the answer any more: stop, or do not begin."""
        self.budget.cancel()
        self._pool.withdraw(self)


class Pool:
    """Runs jobs on `workers` threads, by default one per core and two at least. Callers take turns, so that those who ask for a lot delay only themselves.

    A job that does not stop when its time is up is given up: its caller gets an error, and another thread takes the place of the one that is lost."""

    def __init__(self, workers: int | None = None) -> None:
        self._size = max(2, workers or os.cpu_count() or 1)
        self._changed = threading.Condition()
        self._waiting: dict[Lane, OrderedDict[str, deque[Job[Any]]]] = {lane: OrderedDict() for lane in Lane}
        self._running: set[Job[Any]] = set()
        self._threads: set[threading.Thread] = set()
        self._lost = 0
        self._closed = False

    def submit(
        self,
        run: Callable[[Budget], T],
        seconds: float,
        caller: str,
        lane: Lane,
        done: Callable[[Future[T]], None] | None = None,
    ) -> Job[T]:
        """Let a job be done when its turn comes; it has `seconds` from then on. `done` is called with its future, from another thread unless it never begins."""
        job = Job(self, run, seconds, caller, lane)
        if done is not None:
            job.future.add_done_callback(done)
        with self._changed:
            if self._closed:
                raise Unavailable("The server is stopping: try again in a moment.")
            self._waiting[lane].setdefault(caller, deque()).append(job)
            self._start_thread()
            self._changed.notify_all()
        return job

    def admit(self, caller: str) -> None:
        """`Unavailable` where so much waits already that this caller should not add to it."""
        if self.crowded or self._closed:
            raise Unavailable("Too many programs are thinking already: try again in a moment.")
        with self._changed:
            asked = self._loads(Lane.ANALYSIS)[caller]
        if asked >= MOST_OF_ONE_CALLER:
            raise Unavailable(
                f"You have asked {asked} questions at once: wait for an answer before the next."
            )

    @property
    def crowded(self) -> bool:
        """Whether so many jobs wait that nobody should add to them."""
        with self._changed:
            return sum(sum(self._loads(lane).values()) for lane in Lane) >= MOST_WAITING

    def _loads(self, lane: Lane) -> Counter[str]:
        loads = Counter({caller: len(jobs) for caller, jobs in self._waiting[lane].items()})
        loads.update(job.caller for job in self._running if job.lane == lane)
        return loads

    def withdraw(self, job: Job[Any]) -> None:
        """Forget a job that has not begun."""
        with self._changed:
            jobs = self._waiting[job.lane].get(job.caller)
            if jobs is None or job not in jobs:
                return
            jobs.remove(job)
            if not jobs:
                del self._waiting[job.lane][job.caller]
        job.future.cancel()

    def close(self) -> bool:
        """Stop everything; whether all threads have ended. One that does not listen is left behind: it does not keep the process from ending."""
        deadline = time.monotonic() + (0.0 if self._closed else _GOODBYE_SECONDS)
        with self._changed:
            self._closed = True
            waiting = [job for lane in self._waiting.values() for jobs in lane.values() for job in jobs]
            running, threads = list(self._running), list(self._threads)
            for lane in self._waiting.values():
                lane.clear()
            self._changed.notify_all()
        for job in [*waiting, *running]:
            job.budget.cancel()
        for job in waiting:
            job.future.cancel()
        for thread in threads:
            if thread is not threading.current_thread():
                thread.join(max(0.0, deadline - time.monotonic()))
        for job in running:
            if self._settles(job) and not job.future.cancelled():
                job.future.set_exception(Unavailable("The server is stopping: try again in a moment."))
        return not any(thread.is_alive() for thread in threads)

    def _start_thread(self) -> None:
        """One more thread, if there are fewer than there should be; those that are lost do not count, as long as they are not too many."""
        if len(self._threads) - min(self._lost, _MOST_LOST) >= self._size:
            return
        # A daemon: a job that does not stop must not keep the process from ending.
        thread = threading.Thread(target=self._work, name=f"computing-{len(self._threads)}", daemon=True)
        self._threads.add(thread)
        thread.start()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            overdue = threading.Timer(job.seconds + GRACE_SECONDS, self._give_up, [job])
            overdue.daemon = True
            overdue.start()
            self._perform(job)
            overdue.cancel()
            with self._changed:
                if job not in self._running:  # it was given up, and another thread has taken over
                    self._lost -= 1
                    break
                self._running.remove(job)
                self._changed.notify_all()
        with self._changed:
            self._threads.discard(threading.current_thread())

    def _next(self) -> Job[Any] | None:
        """The next job, begun; None when the pool is closed."""
        with self._changed:
            while not self._closed:
                for lane in Lane:
                    if self._waiting[lane] and self._has_room(lane):
                        return self._begin(lane)
                self._changed.wait()
        return None

    def _has_room(self, lane: Lane) -> bool:
        if lane == Lane.PEOPLE:
            return True
        return sum(job.lane == lane for job in self._running) < self._size - 1

    def _begin(self, lane: Lane) -> Job[Any]:
        caller, jobs = self._waiting[lane].popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._waiting[lane][caller] = jobs  # behind all others: they take turns
        self._running.add(job)
        return job

    def _perform(self, job: Job[Any]) -> None:
        if not job.future.set_running_or_notify_cancel():
            return
        CALLER.set(job.caller)
        try:
            with job.budget.running():
                answer = job.run(job.budget)
        except BaseException as error:
            if self._settles(job):
                job.future.set_exception(error)
        else:
            if self._settles(job):
                job.future.set_result(answer)

    def _settles(self, job: Job[Any]) -> bool:
        """Whether the answer of a job is still open; it is not afterwards."""
        with self._changed:
            first, job.settled = not job.settled, True
            return first

    def _give_up(self, job: Job[Any]) -> None:
        if not self._settles(job):
            return
        with self._changed:
            self._running.remove(job)
            self._lost += 1
            log.error(
                "a job of %s did not stop when its time was up, and is given up", job.caller or "the server"
            )
            self._start_thread()
        job.future.set_exception(Unavailable("This took longer than it may, and was given up: ask for less."))
