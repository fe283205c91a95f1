"""Turns the error codes of database drivers into errors with a sentence that says what to do."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from partie.core.errors import PartieError


class StorageFailure(PartieError):
    """The database failed."""

    code = "unavailable"
    lasting: ClassVar[bool] = False
    """Whether it lasts until the database is repaired."""


class DiskFull(StorageFailure):
    code = "disk_full"


class Damaged(StorageFailure):
    code = "database_damaged"
    lasting = True


class ReadOnly(StorageFailure):
    code = "database_read_only"


class Locked(StorageFailure):
    code = "database_locked"


class Lost(StorageFailure):
    code = "database_lost"


class ValueTooLong(StorageFailure):
    """A value in the request is too long; the database itself works."""

    code = "value_too_long"


_SENTENCES: dict[type[StorageFailure], str] = {
    DiskFull: "The server's disk is full: nothing can be stored until space is freed. What was stored before is safe.",
    Damaged: "The database is damaged: the server's administrator must repair it or restore a backup.",
    ReadOnly: "The database is read-only: the server's administrator must allow the server to write to it.",
    Locked: "The database is locked by another program: try again in a moment.",
    Lost: "The server has lost the connection to its database: try again in a moment.",
    ValueTooLong: "Something in this request is too long to be stored: make it shorter.",
    StorageFailure: "The database failed; see the server's log. Try again in a moment.",
}
_SQLITE = {
    5: Locked,
    6: Locked,
    8: ReadOnly,
    10: Lost,
    11: Damaged,
    13: DiskFull,
    14: Lost,
    18: ValueTooLong,
    26: Damaged,
}
"""Primary result codes of SQLite: BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, TOOBIG, NOTADB."""
_POSTGRES = {
    "22001": ValueTooLong,
    "25006": ReadOnly,
    "53100": DiskFull,
    "55P03": Locked,
    "40P01": Locked,
    "XX001": Damaged,
    "XX002": Damaged,
    "08": Lost,
    "53": Lost,
    "57P": Lost,
    "58": Damaged,
}
"""SQLSTATE codes of PostgreSQL or their prefixes; the longest match counts."""


def diagnosis(error: Exception) -> StorageFailure:
    """Return the failure that an error of SQLAlchemy, or data that cannot be decoded, stands for."""
    kind = _kind(error)
    return kind(_SENTENCES[kind])


def _kind(error: Exception) -> type[StorageFailure]:
    if not isinstance(error, SQLAlchemyError):
        return Damaged  # stored JSON or times that cannot be read back
    cause: Any = getattr(error, "orig", None)
    number = getattr(cause, "sqlite_errorcode", None)
    if number is not None:
        return _SQLITE.get(number & 0xFF, StorageFailure)
    state = getattr(cause, "sqlstate", None) or ""
    for length in (5, 3, 2):
        if len(state) == 5 and state[:length] in _POSTGRES:
            return _POSTGRES[state[:length]]
    if "decode" in str(cause):  # sqlite3 has no code for text that is not UTF-8
        return Damaged
    lost = isinstance(error, DBAPIError) and (error.connection_invalidated or _never_connected(error))
    return Lost if lost else StorageFailure


def _never_connected(error: DBAPIError) -> bool:
    """Whether the error occurred before any statement was sent."""
    return error.statement is None
