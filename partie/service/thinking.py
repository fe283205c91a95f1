"""Programs think where computing is done, one decision at a time; so do those who ask for advice, odds or a replay."""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar, cast

from partie.core import registry
from partie.core.agent import Agent, Budget, Decision, Lasting, ask
from partie.core.game import View
from partie.core.phrases import Names, numbered
from partie.core.registry import build_agent
from partie.service.callers import CALLER
from partie.service.errors import OutOfDate, Over, Unavailable
from partie.service.pool import Job, Lane, Pool
from partie.service.seats import Course, Place, Seats
from partie.service.table import Table, Trouble
from partie.service.tables import Tables

log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True)
class Question:
    """What to do in this view, asked of an agent. `course` is the game so far where it is asked at a table, `names` what the seats are called in the answer."""

    view: View
    agent: str
    course: Course | None = None
    names: Names = numbered


@dataclass(frozen=True)
class Seed:
    """Where an agent's chance comes from: of one that stays at its seat, and of one built for a single decision."""

    seat: str
    decision: str


@dataclass(eq=False)
class _Turn:
    """The turn of a program at a table. `dropped`: nobody wants its decision any more."""

    table: Table
    seq: int
    seat: int
    question: Question
    seed: Seed
    job: Job[int] | None = field(default=None)
    dropped: bool = field(default=False)

    def drop(self) -> None:
        self.dropped = True
        if self.job is not None:
            self.job.cancel()


class Thinking:
    """Schedules programs. `ready(game)` says whether a game is compiled; `announce(table id, seat, on)` and `failed(table)` tell clients.

    A decision depends on the table alone, its seed, options and moves: nothing is lost when the server restarts, and no other
    table plays a part. Most agents are built for each decision; those that take something along (`Lasting`) stay in `Seats`."""

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
        self._pool = Pool(workers)
        self._seats = Seats()
        self._lock = threading.Lock()
        self._turns: dict[str, _Turn] = {}
        self._closed = False

    def consider(self, table: Table) -> None:
        """Let the program whose turn it is think, and the one whose turn it no longer is stop. Call with the table locked."""
        turn = self._turn_of(table)
        if table.status == "over":
            self._seats.forget(table.id)
        with self._lock:
            current = self._turns.get(table.id)
            if self._closed or (current and turn and current.seq == turn.seq):
                return
            if current:
                current.drop()
                self._forget(current)
            if turn:
                self._turns[table.id] = turn
                self._announce(table.id, turn.seat, True)
                self._begin(turn)

    def _turn_of(self, table: Table) -> _Turn | None:
        seat = table.to_move
        if seat is None or table.status != "playing" or table.trouble or not self._ready(table.game.name):
            return None
        agent = table.seats[seat].agent
        if table.seats[seat].kind != "program" or agent is None:
            return None
        seed = table_seed(table.seed, seat, len(table.match.moves))
        question = Question(table.view(seat), agent, Course.of(table))
        return _Turn(table, table.seq, seat, question, seed)

    def _begin(self, turn: _Turn) -> None:
        """Tables at which a person sits come first; within that, those who made a table wait for its program take turns."""
        with_person = any(seat.kind == "person" for seat in turn.table.seats)
        lane = Lane.PEOPLE if with_person else Lane.ANALYSIS
        caller = CALLER.get() or f"table {turn.table.id}"
        run = partial(_move_of, self._seats, turn.question, turn.seed)
        turn.job = self._pool.submit(run, self._seconds, caller, lane, partial(self._decided, turn))

    def thinks(self, table: Table) -> bool:
        """Whether a program is thinking at this table, or waits for a free core to do so."""
        return table.id in self._turns

    @property
    def crowded(self) -> bool:
        """Whether so many decisions wait that nobody should add to them."""
        return self._pool.crowded

    def _forget(self, turn: _Turn) -> None:
        if self._turns.get(turn.table.id) is turn:
            del self._turns[turn.table.id]
            self._announce(turn.table.id, turn.seat, False)

    def _decided(self, turn: _Turn, answer: Future[int]) -> None:
        if turn.dropped or answer.cancelled():
            return
        error = answer.exception()
        if error is not None:
            log.error("%s failed at table %s", turn.question.agent, turn.table.id, exc_info=error)
            self._give_up(turn)
            return
        with self._lock:
            self._forget(turn)
        self._play(turn, answer.result())

    def _play(self, turn: _Turn, move: int) -> None:
        try:
            self._tables.decide(turn.table, turn.seat, turn.seq, move)
        except (OutOfDate, Over):
            log.info("%s was too late at table %s", turn.question.agent, turn.table.id)
        except Exception:
            log.exception(
                "the move of %s could not be written at table %s", turn.question.agent, turn.table.id
            )
            self._give_up(turn)

    def _give_up(self, turn: _Turn) -> None:
        """No other agent steps in silently: the table says that its program failed, and persons decide what to do."""
        with turn.table.lock:
            with self._lock:
                self._forget(turn)
            if not turn.dropped and turn.table.seq == turn.seq:
                turn.table.trouble = Trouble(turn.seat, turn.question.agent)
                self._failed(turn.table)

    def advise(self, question: Question, seconds: float) -> Job[tuple[Decision, float]]:
        """What an agent would do here, and how many seconds it took. `Unavailable` when there is too much to think about."""
        return self.work(question.view.game.name, partial(_advise, self._seats, question), seconds)

    def work(self, game: str, run: Callable[[Budget], T], seconds: float) -> Job[T]:
        """Let something be computed for whoever asks, when it is their turn. `run` stops soon after the flag of its budget is raised. `Unavailable` when there is too much to do."""
        self.require_ready(game)
        caller = CALLER.get()
        self._pool.admit(caller)
        return self._pool.submit(run, seconds, caller, Lane.ANALYSIS)

    def require_ready(self, game: str) -> None:
        """`Unavailable` while a game is being compiled."""
        if not self._ready(game):
            title = registry.game(game).title["en"]
            raise Unavailable(f"{title} is still being compiled: try again in a moment.")

    def close(self) -> bool:
        """Stop all thinking; whether everything stopped. Nothing is lost: what programs were about to decide, they decide after the next start."""
        with self._lock:
            self._closed = True
            for turn in self._turns.values():
                turn.dropped = True
        return self._pool.close()


def _move_of(seats: Seats, question: Question, seed: Seed, budget: Budget) -> int:
    return decide(seats, question, seed, budget).move


def _advise(seats: Seats, question: Question, budget: Budget) -> tuple[Decision, float]:
    began = time.perf_counter()
    try:
        seed = Seed("advice", f"advice/{question.view}")
        decision = decide(seats, question, seed, budget, adviser=True)
    except Exception as error:
        log.exception("%s failed to advise on %s", question.agent, question.view)
        raise Unavailable(
            f"The program {question.agent} failed on this position.", agent=question.agent
        ) from error
    return decision, time.perf_counter() - began


def decide(
    seats: Seats, question: Question, seed: Seed, budget: Budget, *, adviser: bool = False
) -> Decision:
    """What an agent does; one that lasts is the one that decided here before, where it is still there."""
    view, course = question.view, question.course
    if course is None:
        return ask(build_agent(view.game, question.agent, seed.decision), view, budget)
    place = Place(course.table, view.seat, question.agent, adviser)
    kept = seats.take(place, course.events)
    agent: Agent = kept[0] if kept else build_agent(view.game, question.agent, seed.decision)
    if not isinstance(agent, Lasting):
        if hasattr(agent, "remember"):
            agent.remember(course.match.past(view.seat))
        return ask(agent, view, budget)
    if kept is None:
        agent = cast("Lasting", build_agent(view.game, question.agent, seed.seat))
    agent.resume(course.match.turns(view.seat, kept[1] if kept else 0))
    decision = ask(agent, view, budget)
    seats.keep(place, agent, course.events)
    return decision


def table_seed(seed: str, seat: int, plies: int) -> Seed:
    """The seeds of a program at a table. Hashes, so that an agent cannot work out the dice from them."""
    return Seed(_hashed(f"{seed}/agent/{seat}"), _hashed(f"{seed}/agent/{seat}/{plies}"))


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
