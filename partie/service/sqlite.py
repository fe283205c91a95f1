"""How a server uses SQLite: one file, which several threads read and write at once.

A commit writes to the log (`partie.db-wal`) and does not wait for the disk: what was acknowledged survives
the end of the process, however violent. A thread brings the log to the disk a second later, so that a power
cut costs what was played in that second. Waiting for the disk at every commit would make all tables wait as
often as it pauses: for 50 to 700 ms, some times a minute, on a virtual disk that we have measured."""

from __future__ import annotations

import logging
import sqlite3
import threading
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import SQLAlchemyError

log = logging.getLogger(__name__)

_SYNC_SECONDS = 1.0
_LOG_PAGES = 8192
"""Length of the log, of 4 KB a page, at which a commit itself copies it into the database. Only a server that
writes without a pause comes to it."""
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=NORMAL",
    f"wal_autocheckpoint={_LOG_PAGES}",
    "foreign_keys=ON",
    "busy_timeout=5000",
)


class Syncing:
    """Brings what an engine has committed to the disk, on a thread of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = threading.Lock()
        self._next: threading.Timer | None = None
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "commit", self._sync_soon)

    def close(self) -> None:
        """Stop. SQLite brings the rest to the disk when its last user closes the file."""
        with self._lock:
            last, self._next = self._next, None
        if last is not None:
            last.cancel()
            last.join()

    def _sync_soon(self, _connection: Connection) -> None:
        with self._lock:
            if self._next is None:
                self._next = threading.Timer(_SYNC_SECONDS, self._sync)
                self._next.daemon = True
                self._next.start()

    def _sync(self) -> None:
        """Copy the log into the database, as far as nobody uses those pages: both are on the disk then."""
        with self._lock:
            self._next = None
        try:
            connection = self._engine.raw_connection()
            try:
                connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)").close()
            finally:
                connection.close()
        except (sqlite3.Error, SQLAlchemyError) as error:  # a full disk, say: the next commit says so
            log.warning("the database is not on the disk yet: %s", error)


def _set_up(connection: Any, _record: Any) -> None:
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()
