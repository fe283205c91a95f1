"""Programs think on worker threads, one decision at a time, never more at once than there are cores."""

from __future__ import annotations

import hashlib
import logging
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from partie.core.agent import Budget, Decision, ask
from partie.core.game import View
from partie.core.phrases import Names, numbered
from partie.core.registry import build_agent
from partie.service.errors import OutOfDate, Over, Unavailable
from partie.service.table import Table, Trouble
from partie.service.tables import Tables

log = logging.getLogger(__name__)

_MOST_WAITING = 200


def _nothing() -> list[View]:
    return []


@dataclass(frozen=True)
class Question:
    """What to do in this view, asked of an agent. `past` gives what its seat could see before each move so far, for agents that remember; `names` what the seats are called in the answer."""

    view: View
    agent: str
    past: Callable[[], list[View]] = _nothing
    names: Names = numbered


@dataclass(eq=False)
class _Job:
    """One decision of a program at a table. `dropped`: nobody wants the answer any more."""

    table: Table
    seq: int
    seat: int
    question: Question
    seed: str
    budget: Budget
    dropped: bool = field(default=False)

    def drop(self) -> None:
        self.dropped = True
        self.budget.cancel()


class Thinking:
    """Schedules programs. `ready(game)` says whether a game is compiled; `announce(table id, seat, on)` and `failed(table)` tell clients.

    Every decision is made by an agent built afresh, from a seed that depends on the table's seed, the seat and the number of
    moves played: nothing is lost when the server restarts, and the same position gets the same answer again."""

    def __init__(
        self,
        tables: Tables,
        ready: Callable[[str], bool],
        announce: Callable[[str, int, bool], None],
        failed: Callable[[Table], None],
        seconds: float = 5.0,
        workers: int | None = None,
    ) -> None:
        self._tables, self._ready, self._announce, self._failed = tables, ready, announce, failed
        self._seconds = seconds
        self._pool = ThreadPoolExecutor(workers or os.cpu_count() or 1, thread_name_prefix="thinking")
        self._lock = threading.Lock()
        self._jobs: dict[str, _Job] = {}
        self._advising: dict[int, Budget] = {}
        self._closed = False

    def consider(self, table: Table) -> None:
        """Let the program whose turn it is think, and the one whose turn it no longer is stop. Call with the table locked."""
        wanted = self._job_for(table)
        with self._lock:
            current = self._jobs.get(table.id)
            if self._closed or (current and wanted and current.seq == wanted.seq):
                return
            if current:
                current.drop()
                self._forget(current)
            if wanted:
                self._jobs[table.id] = wanted
                self._announce(table.id, wanted.seat, True)
                self._pool.submit(self._work, wanted)

    def _job_for(self, table: Table) -> _Job | None:
        seat = table.to_move
        if seat is None or table.status != "playing" or table.trouble or not self._ready(table.game.name):
            return None
        agent = table.seats[seat].agent
        if table.seats[seat].kind != "program" or agent is None:
            return None
        seed = agent_seed(table.seed, seat, len(table.match.moves))
        question = Question(table.view(seat), agent, partial(table.match.copy().past, seat))
        return _Job(table, table.seq, seat, question, seed, Budget(self._seconds))

    def thinks(self, table: Table) -> bool:
        """Whether a program is thinking at this table, or waits for a free core to do so."""
        return table.id in self._jobs

    @property
    def crowded(self) -> bool:
        """Whether so many decisions wait that nobody should add to them."""
        return len(self._jobs) + len(self._advising) >= _MOST_WAITING

    def _forget(self, job: _Job) -> None:
        if self._jobs.get(job.table.id) is job:
            del self._jobs[job.table.id]
            self._announce(job.table.id, job.seat, False)

    def _work(self, job: _Job) -> None:
        if job.dropped:
            return
        try:
            move = job.question.view.text(_decide(job.question, job.seed, job.budget).move)
        except Exception:
            log.exception("%s failed at table %s", job.question.agent, job.table.id)
            self._give_up(job)
            return
        with self._lock:
            self._forget(job)
        if not job.dropped:
            self._play(job, move)

    def _play(self, job: _Job, move: str) -> None:
        try:
            self._tables.move(job.table, frozenset({job.seat}), job.seq, move)
        except (OutOfDate, Over):
            log.info("%s was too late at table %s", job.question.agent, job.table.id)
        except Exception:
            log.exception("the move of %s could not be written at table %s", job.question.agent, job.table.id)
            self._give_up(job)

    def _give_up(self, job: _Job) -> None:
        """No other agent steps in silently: the table says that its program failed, and persons decide what to do."""
        with job.table.lock:
            with self._lock:
                self._forget(job)
            if not job.dropped and job.table.seq == job.seq:
                job.table.trouble = Trouble(job.seat, job.question.agent)
                self._failed(job.table)

    def advise(self, question: Question, seconds: float) -> Future[tuple[Decision, float]]:
        """What an agent would do here, and how many seconds it took. `Unavailable` when there is too much to think about."""
        game = question.view.game
        if not self._ready(game.name):
            raise Unavailable(f"{game.title['en']} is still being compiled: try again in a moment.")
        if self.crowded or self._closed:
            raise Unavailable("Too many programs are thinking already: try again in a moment.")
        budget = Budget(seconds)
        with self._lock:
            self._advising[id(budget)] = budget
        return self._pool.submit(self._advise, question, budget)

    def _advise(self, question: Question, budget: Budget) -> tuple[Decision, float]:
        began = time.perf_counter()
        try:
            decision = _decide(question, f"advice/{question.view}", budget)
        except Exception as error:
            log.exception("%s failed to advise on %s", question.agent, question.view)
            raise Unavailable(
                f"The program {question.agent} failed on this position.", agent=question.agent
            ) from error
        finally:
            with self._lock:
                del self._advising[id(budget)]
        return decision, time.perf_counter() - began

    def work(self, game: str, job: Callable[[], Any]) -> Future[Any]:
        """Let a job of a game be done where programs think, as one of them. `Unavailable` when there is too much to think about."""
        if not self._ready(game):
            raise Unavailable("The game is still being compiled: try again in a moment.")
        if self.crowded or self._closed:
            raise Unavailable("Too many programs are thinking already: try again in a moment.")
        budget = Budget(0.0)
        with self._lock:
            self._advising[id(budget)] = budget
        return self._pool.submit(self._work_on, job, budget)

    def _work_on(self, job: Callable[[], Any], budget: Budget) -> Any:
        try:
            return job()
        finally:
            with self._lock:
                del self._advising[id(budget)]

    def close(self) -> None:
        """Stop all thinking. Nothing is lost: what programs were about to decide, they decide after the next start."""
        with self._lock:
            self._closed = True
            for job in self._jobs.values():
                job.drop()
            for budget in self._advising.values():
                budget.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _decide(question: Question, seed: str, budget: Budget) -> Decision:
    agent = build_agent(question.view.game, question.agent, seed)
    if hasattr(agent, "remember"):
        agent.remember(question.past())
    with budget.running():  # raises the stop flag in time even for an agent that does not look at `seconds`
        return ask(agent, question.view, budget)


def agent_seed(seed: str, seat: int, plies: int) -> str:
    """The seed of a program's decision. A hash, so that an agent cannot work out the dice from it."""
    return hashlib.sha256(f"{seed}/agent/{seat}/{plies}".encode()).hexdigest()
