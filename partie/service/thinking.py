"""Schedules the programs at the tables, one decision at a time, and other jobs: advice, odds, replays."""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar, cast

from partie.core import registry
from partie.core.agent import Agent, Budget, Decision, Lasting, ask
from partie.core.game import View
from partie.core.phrases import Names, numbered
from partie.core.registry import build_agent
from partie.service.callers import CALLER
from partie.service.errors import OutOfDate, Over, Unavailable
from partie.service.failures import StorageFailure
from partie.service.memory import Memory
from partie.service.pool import Job, Lane, Pool
from partie.service.seats import MAX_BYTES, GameSoFar, Place, Seats
from partie.service.table import Table, Trouble
from partie.service.tables import Tables

log = logging.getLogger(__name__)

_STORE_AGAIN_SECONDS = 3.0
"""After which a program thinks again whose move the database could not take."""

T = TypeVar("T")
_MAX_PACES = 1_000


@dataclass(frozen=True)
class Question:
    """A view to decide on and the agent to ask.

    `so_far` is the game so far, if the question is asked at a table; `names` names the seats in the
    answer."""

    view: View
    agent: str
    so_far: GameSoFar | None = None
    names: Names = numbered


@dataclass(frozen=True)
class Seed:
    """Seeds of an agent that stays at its seat, and of one built for a single decision."""

    seat: str
    decision: str


@dataclass(eq=False)
class _Turn:
    """A program's turn at a table, begun by event `seq`. `dropped`: its decision is no longer needed."""

    table: Table
    seq: int
    seat: int
    question: Question
    seed: Seed
    job: Job[int] | None = field(default=None)
    dropped: bool = field(default=False)
    caller: str = field(default="")

    @property
    def pace(self) -> tuple[str, str]:
        return self.table.game.name, self.question.agent

    def drop(self) -> None:
        self.dropped = True
        if self.job is not None:
            self.job.cancel()


@dataclass(frozen=True)
class Limits:
    """What programs may use, whatever visitors ask for: `seconds` for a decision, and how many `megabytes`
    the whole process has before it refuses to begin anything that needs more; None for any."""

    seconds: float = 20.0
    megabytes: float | None = None

    @property
    def kept_bytes(self) -> int:
        """How much agents that stay at their tables may use: a quarter of it all."""
        return MAX_BYTES if self.megabytes is None else min(MAX_BYTES, int(self.megabytes * 2**18))


class Elsewhere(Exception):
    """Another process thinks about this turn."""


class Paces:
    """How long each program of each game takes for a move, to let short ones go before long ones."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[str, str], float] = {}

    def expected(self, pace: tuple[str, str]) -> float:
        """Return about how many seconds a move will take."""
        return self._seconds.get(pace, 1.0)

    def note(self, pace: tuple[str, str], seconds: float) -> None:
        """Take into account how long a move took."""
        if pace in self._seconds or len(self._seconds) < _MAX_PACES:
            self._seconds[pace] = 0.8 * self._seconds.get(pace, seconds) + 0.2 * seconds


class Thinking:
    """Schedules programs.

    `ready(game)` tells whether a game is compiled; `announce(table id, seat, on)` and `failed(table)` inform
    clients.

    Where several processes share tables, `lease(table id, seq)` says which of them thinks about a turn; the
    others wait for its move, and ask again with `retry`. `thinks`: whether this one thinks at all.

    A decision depends on the table alone (its seed, options and moves): nothing is lost when the server
    restarts, and other tables have no influence. Most agents are built for each decision; `Lasting` ones are
    kept in `Seats`."""

    def __init__(
        self,
        tables: Tables,
        ready: Callable[[str], bool],
        announce: Callable[[str, int, bool], None],
        failed: Callable[[Table], None],
        seconds: float = 5.0,
        workers: int | None = None,
        thinks: bool = True,
        limits: Limits | None = None,
    ) -> None:
        self._limits = limits or Limits()
        self._tables, self._ready, self._announce, self._failed = tables, ready, announce, failed
        self._seconds, self.thinks = min(seconds, self._limits.seconds), thinks
        self.lease: Callable[[str, int], bool] = lambda table_id, seq: True
        self.on_turn: Callable[[Table, str], None] = lambda table, caller: None
        """Called with a table and a caller when a program's turn begins there."""
        self._elsewhere: set[_Turn] = set()
        self._paces = Paces()
        self._pool = Pool(workers, Memory(self._limits.megabytes))
        self._seats = Seats(max_bytes=self._limits.kept_bytes)
        self._lock = threading.RLock()
        self._turns: dict[str, _Turn] = {}
        self._closed = False

    def schedule(self, table: Table) -> None:
        """Start the program whose turn it is, and stop one whose turn is over. Call with the table locked."""
        turn = self._turn_of(table)
        if table.status == "over":
            self._seats.forget(table.id)
        with self._lock:
            current = self._turns.get(table.id)
            if self._closed or (current and turn and current.seq == turn.seq):
                return
            if current:
                current.drop()
                self._end_turn(current)
            if turn:
                self._turns[table.id] = turn
                self._announce(table.id, turn.seat, True)
                self._start(turn)
                self.on_turn(table, turn.caller)

    def _turn_of(self, table: Table) -> _Turn | None:
        seat = table.to_move
        if seat is None or table.paused or table.trouble or not self._ready(table.game.name):
            return None
        agent = table.agent_at(seat)
        if agent is None:
            return None
        seed = table_seed(table.seed, seat, len(table.match.moves))
        question = Question(table.view(seat), agent, GameSoFar.of(table))
        return _Turn(table, table.turn_seq, seat, question, seed)

    def _start(self, turn: _Turn) -> None:
        """Submit a turn.

        Tables with a person come first; callers whose tables wait for a program take turns."""
        has_person = any(seat.kind == "person" for seat in turn.table.seats)
        alone = f"table {turn.table.id}" if has_person else "tables of programs"
        turn.caller = turn.caller or CALLER.get() or alone
        if not self.thinks:
            return
        lane = Lane.PEOPLE if has_person else Lane.ANALYSIS
        turn.job = self._pool.submit(
            partial(self._decide, turn),
            self._seconds,
            turn.caller,
            lane,
            partial(self._on_decision, turn),
            self._paces.expected(turn.pace),
        )

    def _decide(self, turn: _Turn, budget: Budget) -> int:
        """Return the move for a turn, unless another process thinks about it."""
        if not self.lease(turn.table.id, turn.seq):
            raise Elsewhere
        began = time.perf_counter()
        move = decide(self._seats, turn.question, turn.seed, budget).move
        self._paces.note(turn.pace, time.perf_counter() - began)
        return move

    def retry(self) -> None:
        """Think about turns that other processes had taken, unless they still do."""
        with self._lock:
            turns, self._elsewhere = self._elsewhere, set()
            for turn in turns:
                if not turn.dropped and not self._closed:
                    self._start(turn)

    def elsewhere(self) -> list[tuple[str, int]]:
        """Return the turns that others think about: the table, and the event with which each began."""
        with self._lock:
            return [(turn.table.id, turn.seq) for turn in self._elsewhere if not turn.dropped]

    def announce_turns(self) -> None:
        """Call `on_turn` again for all turns at which a program has not moved yet."""
        with self._lock:
            turns = list(self._turns.values())
        for turn in turns:
            self.on_turn(turn.table, turn.caller)

    def figures(self) -> dict[str, Any]:
        """Return how many turns wait for a program, and what waits and runs on the threads here."""
        with self._lock:
            turns = len(self._turns)
        return {"turns": turns, "lanes": self._pool.figures()}

    def is_thinking(self, table: Table) -> bool:
        """Whether a program is thinking at this table, or waiting for a free thread."""
        return table.id in self._turns

    @property
    def is_crowded(self) -> bool:
        """Whether too many jobs are waiting to accept more."""
        return self._pool.is_crowded

    def _end_turn(self, turn: _Turn) -> None:
        if self._turns.get(turn.table.id) is turn:
            del self._turns[turn.table.id]
            self._announce(turn.table.id, turn.seat, False)

    def _on_decision(self, turn: _Turn, answer: Future[int]) -> None:
        if turn.dropped or answer.cancelled():
            return
        error = answer.exception()
        if isinstance(error, Elsewhere):
            with self._lock:
                self._elsewhere.add(turn)
            return
        if error is not None:
            log.error("%s failed at table %s", turn.question.agent, turn.table.id, exc_info=error)
            self._give_up(turn)
            return
        with self._lock:
            self._end_turn(turn)
        self._play(turn, answer.result())

    def _play(self, turn: _Turn, move: int) -> None:
        try:
            self._tables.decide(turn.table, turn.seat, turn.seq, move)
        except (OutOfDate, Over):
            log.info("%s answered too late", turn.question.agent)
        except StorageFailure as failure:
            log.warning("the move of %s could not be stored yet: %s", turn.question.agent, failure.code)
            again = threading.Timer(_STORE_AGAIN_SECONDS, self._think_again, [turn.table])
            again.daemon = True
            again.start()
        except Exception:
            log.exception(
                "the move of %s could not be stored at table %s", turn.question.agent, turn.table.id
            )
            self._give_up(turn)

    def _think_again(self, table: Table) -> None:
        with table.lock:
            self.schedule(table)

    def _give_up(self, turn: _Turn) -> None:
        """Mark the table's program as failed. No other agent steps in: the players decide what to do."""
        with turn.table.lock:
            with self._lock:
                self._end_turn(turn)
            if not turn.dropped and turn.table.turn_seq == turn.seq:
                turn.table.trouble = Trouble(turn.seat, turn.question.agent)
                self._failed(turn.table)

    def advise(self, question: Question, seconds: float) -> Job[tuple[Decision, float]]:
        """Submit a question; the result is the decision and the seconds it took.

        Raise `Unavailable` if too busy."""
        return self.submit(question.view.game.name, partial(_advise, self._seats, question), seconds)

    def submit(self, game: str, run: Callable[[Budget], T], seconds: float) -> Job[T]:
        """Submit a job for the current caller. `run` stops soon after the flag of its budget is raised.

        Raise `Unavailable` if the game is still being compiled, or too many jobs are waiting."""
        self.require_ready(game)
        caller = CALLER.get()
        self._pool.require_room(caller)
        seconds = min(seconds, self._limits.seconds)
        return self._pool.submit(run, seconds, caller, Lane.ANALYSIS, expected=seconds)

    def require_memory(self) -> None:
        """Raise `Unavailable` if this process uses more memory than it should."""
        self._pool.require_memory()

    def follow_up(
        self, run: Callable[[Budget], T], seconds: float, caller: str, done: Callable[[Future[T]], None]
    ) -> Job[T]:
        """Submit the next part of something long that was accepted before, on behalf of its caller."""
        return self._pool.submit(run, seconds, caller, Lane.ANALYSIS, done)

    def require_ready(self, game: str) -> None:
        """Raise `Unavailable` while a game is being compiled."""
        if not self._ready(game):
            title = registry.game(game).title["en"]
            raise Unavailable(f"{title} is still being compiled: try again in a moment.")

    def close(self) -> bool:
        """Stop all programs; return whether all of them stopped. They decide after the next start instead."""
        with self._lock:
            self._closed = True
            for turn in self._turns.values():
                turn.dropped = True
        return self._pool.close()


def _advise(seats: Seats, question: Question, budget: Budget) -> tuple[Decision, float]:
    began = time.perf_counter()
    try:
        seed = Seed("advice", f"advice/{question.view}")
        decision = decide(seats, question, seed, budget, adviser=True)
    except Exception as error:
        log.exception("%s failed to advise in a game of %s", question.agent, question.view.game.name)
        raise Unavailable(
            f"The program {question.agent} failed on this position.", agent=question.agent
        ) from error
    return decision, time.perf_counter() - began


def decide(
    seats: Seats, question: Question, seed: Seed, budget: Budget, *, adviser: bool = False
) -> Decision:
    """Return an agent's decision. A `Lasting` agent that decided here before is used again if it was kept."""
    view, so_far = question.view, question.so_far
    if so_far is None:
        return ask(build_agent(view.game, question.agent, seed.decision), view, budget)
    place = Place(so_far.table, view.seat, question.agent, adviser)
    kept = seats.take(place, so_far.events)
    agent: Agent = kept[0] if kept else build_agent(view.game, question.agent, seed.decision)
    if not isinstance(agent, Lasting):
        if so_far.memories and not adviser and hasattr(agent, "recall"):
            agent.recall(so_far.memories)
        if hasattr(agent, "remember"):
            agent.remember(so_far.match.past(view.seat))
        return ask(agent, view, budget)
    if kept is None:
        agent = cast("Lasting", build_agent(view.game, question.agent, seed.seat))
    agent.resume(so_far.match.turns(view.seat, kept[1] if kept else 0))
    decision = ask(agent, view, budget)
    seats.keep(place, agent, so_far.events)
    return decision


def table_seed(seed: str, seat: int, plies: int) -> Seed:
    """Return the seeds of a program at a table.

    They are hashes, so that an agent cannot derive the dice from them."""
    return Seed(_hashed(f"{seed}/agent/{seat}"), _hashed(f"{seed}/agent/{seat}/{plies}"))


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
