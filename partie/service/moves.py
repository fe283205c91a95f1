"""The moves that people send over their live connections.

One thread plays them, all that have arrived at once: they are stored in one transaction, and a move needs no
thread of its own. The more moves there are, the larger the batches, and the less each of them costs."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from partie.core.errors import PartieError
from partie.service.answers import Internal
from partie.service.callers import CALLER
from partie.service.metrics import METRICS
from partie.service.table import Table
from partie.service.tables import NewMove, Tables

log = logging.getLogger(__name__)

_BATCH_SECONDS = 0.01
"""Time from the beginning of a batch to that of the next: a move that comes sooner waits for others. One that
comes alone is played at once."""


@dataclass(frozen=True)
class LiveMove:
    """A move for the one of these seats whose turn it is, in answer to event `seq`.

    `refuse` is called, from any thread, if it cannot be played."""

    table: Table
    secrets: Sequence[str]
    seq: int
    text: str
    caller: str
    refuse: Callable[[PartieError], None]
    arrived: float = field(default_factory=time.perf_counter)


class Moves:
    """Plays moves in batches. `is_quick(game)` says whether its rules are compiled: moves of other games are
    played on threads of their own, so that nobody waits for the compiler."""

    def __init__(self, tables: Tables, is_quick: Callable[[str], bool]) -> None:
        self._tables, self._is_quick = tables, is_quick
        self._waiting: queue.SimpleQueue[LiveMove | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="moves", daemon=True)
        self._thread.start()

    def put(self, move: LiveMove) -> None:
        """Play a move soon."""
        self._waiting.put(move)

    def close(self) -> None:
        """Play the moves that have arrived, and stop."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        moves: list[LiveMove] = []
        is_open, next_batch = True, 0.0
        while is_open or moves:
            arrived = [] if moves else [self._waiting.get()]
            time.sleep(max(0.0, next_batch - time.monotonic()))
            next_batch = time.monotonic() + _BATCH_SECONDS
            while not self._waiting.empty():
                arrived.append(self._waiting.get())
            is_open = is_open and None not in arrived
            moves += [move for move in arrived if move is not None]
            try:
                moves = self._play_some(moves)
            except Exception as error:  # a bug, which must not stop all other tables
                for move in moves:
                    _refuse(move, error)
                moves = []

    def _play_some(self, moves: Sequence[LiveMove]) -> list[LiveMove]:
        """Play the first move of every table; return the others, before which new ones at other tables are
        looked at."""
        batch: dict[str, LiveMove] = {}
        later = []
        for move in moves:
            if not self._is_quick(move.table.game.name):
                threading.Thread(target=self._play, args=[[move]], daemon=True).start()
            elif move.table.id in batch:
                later.append(move)
            else:
                batch[move.table.id] = move
        self._play(list(batch.values()))
        return later

    def _play(self, moves: Sequence[LiveMove]) -> None:
        prepared: list[tuple[LiveMove, NewMove]] = []
        with ExitStack() as locked:
            for move in moves:
                locked.enter_context(move.table.lock)
                CALLER.set(move.caller)
                try:
                    prepared.append((move, self._prepare(move)))
                except Exception as refusal:
                    _refuse(move, refusal)
            errors = self._tables.play_all([new for _, new in prepared], lambda new: CALLER.set(new.caller))
        METRICS.count("partie_batch_moves_total")
        now = time.perf_counter()
        for (move, _), error in zip(prepared, errors, strict=True):
            if error is not None:
                _refuse(move, error)
            else:
                METRICS.count("partie_moves_total", result="played")
                METRICS.observe("partie_move_seconds", now - move.arrived)

    def _prepare(self, move: LiveMove) -> NewMove:
        """Check a move; again if the table was out of date, because another process has changed it."""
        own_seats = move.table.seats_opened_by(move.secrets)
        try:
            return self._tables.prepare_move(move.table, own_seats, move.seq, move.text, move.caller)
        except PartieError:
            if not own_seats or not self._tables.catch_up(move.table):
                raise
            return self._tables.prepare_move(move.table, own_seats, move.seq, move.text, move.caller)


def _refuse(move: LiveMove, error: Exception) -> None:
    METRICS.count("partie_moves_total", result=getattr(error, "code", "internal"))
    if not isinstance(error, PartieError):
        log.error("a move at table %s failed", move.table.id, exc_info=error)
        error = Internal("Something went wrong on the server; see its log.")
    move.refuse(error)
