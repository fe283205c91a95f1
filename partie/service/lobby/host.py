"""Lets programs take the seats for which nobody has come."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime

from partie.core.errors import PartieError
from partie.service.errors import OutOfDate
from partie.service.failures import StorageFailure
from partie.service.lobby import store
from partie.service.storage import Storage

log = logging.getLogger(__name__)

_PAUSE = 60.0
"""Seconds between two looks at the database, where another process may have noted a table."""
_SHORTEST = 0.05


class Host:
    """Calls `fill(table id, agent)` when the time of a table in the lobby has come.

    Several processes may do so at once: a seat is taken once."""

    def __init__(self, storage: Storage, fill: Callable[[str, str], None]) -> None:
        self._storage, self._fill = storage, fill
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = self._new = False

    def start(self) -> None:
        """Begin to watch, for tables of an earlier run too."""
        with self._changed:
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._run, name="host", daemon=True)
                self._thread.start()

    def notice(self) -> None:
        """Look at the database again: there is a new table."""
        with self._changed:
            self._new = True
            self._changed.notify()

    def close(self) -> None:
        """Stop watching."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._closed:
            try:
                pause = self._fill_due()
            except PartieError as error:
                log.warning("the lobby could not be read: %s", error)
                pause = _PAUSE
            with self._changed:
                if not (self._new or self._closed):
                    self._changed.wait(pause)
                self._new = False

    def _fill_due(self) -> float:
        """Fill the tables whose time has come; return how long to wait for the next."""
        for row in store.to_fill(self._storage):
            assert row.fill_at is not None
            wait = (row.fill_at - datetime.now(UTC)).total_seconds()
            if wait > 0:
                return min(_PAUSE, max(_SHORTEST, wait))
            try:
                self._fill(row.table_id, row.agent or "")
            except (OutOfDate, StorageFailure) as error:
                log.warning("no program could take a seat yet: %s", error.code)
                return _SHORTEST
            except PartieError as error:
                log.warning("no program could take a seat: %s", error.code)
            store.remove(self._storage, row.table_id)
        return _PAUSE
