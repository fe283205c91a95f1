"""Watches the clocks of all tables, and acts when somebody's time is up."""

from __future__ import annotations

import heapq
import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from partie.core.errors import PartieError
from partie.service.table import Table

log = logging.getLogger(__name__)

_AFTER_START = timedelta(seconds=30)
"""Nobody loses within this time after the server has started: they may not have been able to move."""
_RETRY = timedelta(seconds=5)


class Timekeeper:
    """Calls `expire(table id)` when a deadline that was set has passed. One thread waits for all of them.

    A deadline that is no longer valid does no harm: `expire` looks at the table."""

    def __init__(self, expire: Callable[[str], None]) -> None:
        self._expire = expire
        self._changed = threading.Condition()
        self._deadlines: list[tuple[datetime, str]] = []
        self._latest: dict[str, datetime] = {}
        self._not_before = datetime.now(UTC) + _AFTER_START
        self._started = datetime.now(UTC)
        self._thread: threading.Thread | None = None
        self._closed = False

    def watch(self, table: Table) -> None:
        """Note when the time of the person to move will be up. Call with the table locked."""
        deadline = table.times.deadline if table.times else None
        if deadline is not None and table.turn_since < self._started:
            deadline = max(deadline, self._not_before)
        with self._changed:
            if deadline is None:
                self._latest.pop(table.id, None)
            elif self._latest.get(table.id) != deadline:
                self._set(table.id, deadline)

    def _set(self, table_id: str, deadline: datetime) -> None:
        self._latest[table_id] = deadline
        heapq.heappush(self._deadlines, (deadline, table_id))
        if self._thread is None and not self._closed:
            self._thread = threading.Thread(target=self._run, name="timekeeper", daemon=True)
            self._thread.start()
        self._changed.notify()

    def close(self) -> None:
        """Stop watching."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while (table_id := self._next()) is not None:
            try:
                self._expire(table_id)
            except PartieError as error:
                log.warning("the clock of table %s could not be stopped: %s", table_id, error)
                with self._changed:
                    self._set(table_id, datetime.now(UTC) + _RETRY)
            except Exception:
                log.exception("the clock of table %s failed", table_id)

    def _next(self) -> str | None:
        """Wait for the next deadline and return its table; None when closed."""
        with self._changed:
            while not self._closed:
                now = datetime.now(UTC)
                if not self._deadlines:
                    self._changed.wait()
                elif self._deadlines[0][0] > now:
                    self._changed.wait((self._deadlines[0][0] - now).total_seconds())
                else:
                    deadline, table_id = heapq.heappop(self._deadlines)
                    if self._latest.get(table_id) == deadline:
                        del self._latest[table_id]
                        return table_id
            return None
