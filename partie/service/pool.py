"""A thread pool for computations: jobs can be cancelled, and callers get fair shares."""

from __future__ import annotations

import logging
import os
import sys
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
from partie.service.memory import Memory

log = logging.getLogger(__name__)

MAX_WAITING = 200
MAX_PER_CALLER = 32
GRACE_SECONDS = 3.0
"""How much processor time a job may take to stop after its time is up."""
IDLE_SECONDS = 60.0
"""How long a job that computes nothing may take to stop: on a busy machine it may be waiting for a processor,
or for another thread."""
_MAX_LOST = 16
_MAX_TAGS = 10_000
_SHUTDOWN_SECONDS = 2.0

T = TypeVar("T")


class Lane(IntEnum):
    """Priorities.

    `PEOPLE`: a person waits for a program's move. `ANALYSIS`: everything else, on all threads but one."""

    PEOPLE = 0
    ANALYSIS = 1


class Job(Generic[T]):
    """Something to compute.

    `run` gets a budget and must stop soon after its flag is raised: when `seconds` have passed, or the job is
    cancelled."""

    def __init__(
        self,
        pool: Pool,
        run: Callable[[Budget], T],
        seconds: float,
        caller: str,
        lane: Lane,
        tag: float = 0.0,
    ) -> None:
        self._pool, self.run, self.caller, self.lane = pool, run, caller, lane
        self.seconds, self.tag = seconds, tag
        self.submitted = time.monotonic()
        self.budget = Budget(seconds)
        self.future: Future[T] = Future()
        self.settled = False
        self.ended = threading.Event()

    def cancel(self) -> None:
        """Stop the job, or do not start it: its result is no longer needed."""
        self.budget.cancel()
        self._pool.withdraw(self)


class Pool:
    """Runs jobs on `workers` threads, by default one per core and at least two.

    Callers have equal shares, and short jobs come before long ones: this is fair queueing (self-clocked, by
    Golestani, 1994). A job's tag is its expected length after the tag of its caller's last one, or after that
    of the job that runs now; the smallest is next. So nobody waits for ever, and a caller with many jobs
    delays only itself.

    A job that does not stop in time is abandoned: its caller gets an error, and a new thread replaces the
    lost one."""

    def __init__(self, workers: int | None = None, memory: Memory | None = None) -> None:
        self._memory = memory or Memory(None)
        self._size = max(2, workers or os.cpu_count() or 1)
        self._changed = threading.Condition()
        self._waiting: dict[Lane, OrderedDict[str, deque[Job[Any]]]] = {lane: OrderedDict() for lane in Lane}
        self._running: set[Job[Any]] = set()
        self._threads: set[threading.Thread] = set()
        self._lost = 0
        self._closed = False
        self._now = dict.fromkeys(Lane, 0.0)
        self._tags: dict[tuple[Lane, str], float] = {}
        self._waits: dict[Lane, tuple[int, float]] = dict.fromkeys(Lane, (0, 0.0))

    def submit(
        self,
        run: Callable[[Budget], T],
        seconds: float,
        caller: str,
        lane: Lane,
        done: Callable[[Future[T]], None] | None = None,
        expected: float = 1.0,
    ) -> Job[T]:
        """Queue a job, which has `seconds` from when it starts and takes about `expected` seconds.

        `done` is called with its future, usually from another thread."""
        job = Job(self, run, seconds, caller, lane)
        if done is not None:
            job.future.add_done_callback(done)
        with self._changed:
            if self._closed:
                raise Unavailable("The server is shutting down: try again in a moment.")
            job.tag = max(self._now[lane], self._tags.get((lane, caller), 0.0)) + expected
            self._tags[lane, caller] = job.tag
            self._waiting[lane].setdefault(caller, deque()).append(job)
            self._start_thread()
            self._changed.notify_all()
        return job

    def require_room(self, caller: str) -> None:
        """Raise `Unavailable` if too many jobs are waiting, or this caller has too many."""
        self.require_memory()
        if self.is_crowded or self._closed:
            raise Unavailable("Too many programs are thinking already: try again in a moment.")
        with self._changed:
            asked = self._loads(Lane.ANALYSIS)[caller]
        if asked >= MAX_PER_CALLER:
            raise Unavailable(f"You have {asked} requests in progress: wait for one to finish.")

    def require_memory(self) -> None:
        """Raise `Unavailable` if this process uses more memory than it should."""
        if self._memory.is_short:
            raise Unavailable(
                f"The server uses more than the {self._memory.most:g} MB of memory it may: try again later."
            )

    @property
    def is_crowded(self) -> bool:
        """Whether too many jobs are waiting to accept more."""
        with self._changed:
            loads = [load for lane in Lane for load in self._loads(lane).values()]
            # One caller with hundreds of tables waits for itself, and is no reason to refuse the others.
            return sum(min(load, MAX_PER_CALLER) for load in loads) >= MAX_WAITING

    def _loads(self, lane: Lane) -> Counter[str]:
        loads = Counter({caller: len(jobs) for caller, jobs in self._waiting[lane].items()})
        loads.update(job.caller for job in self._running if job.lane == lane)
        return loads

    def withdraw(self, job: Job[Any]) -> None:
        """Remove a job that has not started."""
        with self._changed:
            jobs = self._waiting[job.lane].get(job.caller)
            if jobs is None or job not in jobs:
                return
            jobs.remove(job)
            if not jobs:
                del self._waiting[job.lane][job.caller]
        job.future.cancel()

    def close(self) -> bool:
        """Stop all jobs; return whether all threads have ended.

        One that does not stop does not keep the process alive."""
        deadline = time.monotonic() + (0.0 if self._closed else _SHUTDOWN_SECONDS)
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
            if self._settle(job) and not job.future.cancelled():
                job.future.set_exception(Unavailable("The server is shutting down: try again in a moment."))
        return not any(thread.is_alive() for thread in threads)

    def _start_thread(self) -> None:
        """Start a thread if there are too few. Lost threads do not count, up to a limit."""
        if len(self._threads) - min(self._lost, _MAX_LOST) >= self._size:
            return
        # A daemon: a job that does not stop must not keep the process alive.
        thread = threading.Thread(target=self._work, name=f"computing-{len(self._threads)}", daemon=True)
        self._threads.add(thread)
        thread.start()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            time_is_up = threading.Timer(job.seconds, self._watch, [job, _processor_clock()])
            time_is_up.daemon = True
            time_is_up.start()
            self._perform(job)
            job.ended.set()
            time_is_up.cancel()
            with self._changed:
                if job not in self._running:  # abandoned: another thread has taken over
                    self._lost -= 1
                    break
                self._running.remove(job)
                self._changed.notify_all()
        with self._changed:
            self._threads.discard(threading.current_thread())

    def _next(self) -> Job[Any] | None:
        """Return the next job to run; None when the pool is closed."""
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
        waiting = self._waiting[lane]
        caller = min(waiting, key=lambda one: waiting[one][0].tag)
        job = waiting[caller].popleft()
        if not waiting[caller]:
            del waiting[caller]
        self._now[lane] = job.tag
        if len(self._tags) > _MAX_TAGS:
            self._tags = {key: tag for key, tag in self._tags.items() if tag > self._now[key[0]]}
        begun, waited = self._waits[lane]
        self._waits[lane] = begun + 1, waited + time.monotonic() - job.submitted
        self._running.add(job)
        return job

    def figures(self) -> dict[str, dict[str, float]]:
        """Return for every lane how many jobs wait and run, how long the first has waited, how many were
        begun, and how long these had waited together."""
        now = time.monotonic()
        with self._changed:
            found = {}
            for lane in Lane:
                waiting = [job for jobs in self._waiting[lane].values() for job in jobs]
                begun, waited = self._waits[lane]
                found[lane.name.lower()] = {
                    "waiting": len(waiting),
                    "running": sum(job.lane == lane for job in self._running),
                    "longest_wait": max((now - job.submitted for job in waiting), default=0.0),
                    "begun": begun,
                    "waited": waited,
                }
            return found

    def _perform(self, job: Job[Any]) -> None:
        if not job.future.set_running_or_notify_cancel():
            return
        CALLER.set(job.caller)
        try:
            with job.budget.running():
                answer = job.run(job.budget)
        except BaseException as error:
            if self._settle(job):
                job.future.set_exception(error)
        else:
            if self._settle(job):
                job.future.set_result(answer)

    def _settle(self, job: Job[Any]) -> bool:
        """Mark a job as settled; return whether it was not settled before."""
        with self._changed:
            first, job.settled = not job.settled, True
            return first

    def _watch(self, job: Job[Any], clock: Callable[[], float]) -> None:
        """Abandon a job whose time is up if it computes for too long instead of stopping, or idles for much
        longer."""
        used, began = clock(), time.monotonic()
        grace = GRACE_SECONDS
        while not job.ended.wait(min(grace, IDLE_SECONDS)):
            grace = GRACE_SECONDS - (clock() - used)
            if grace <= 0 or time.monotonic() - began >= IDLE_SECONDS:
                self._abandon(job)
                break

    def _abandon(self, job: Job[Any]) -> None:
        if not self._settle(job):
            return
        with self._changed:
            self._running.remove(job)
            self._lost += 1
            log.error("a job (%s) did not stop in time and was abandoned", job.lane.name.lower())
            self._start_thread()
        job.future.set_exception(Unavailable("This took too long and was abandoned: ask for less."))


def _processor_clock() -> Callable[[], float]:
    """Return a clock of the processor time of this thread, for other threads to read as long as it runs.

    Where the system has none, time counts, whether or not the thread gets a processor."""
    if sys.platform == "linux":
        clock = time.pthread_getcpuclockid(threading.get_ident())
        return lambda: time.clock_gettime(clock)
    return time.monotonic
