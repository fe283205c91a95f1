"""What is wrong with the database, in a sentence that says what to do. Drivers say it with numbers, each with its own."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from partie.core.errors import PartieError


class StorageFailure(PartieError):
    """The database did not do what was asked of it."""

    code = "unavailable"
    lasting: ClassVar[bool] = False
    """Whether nothing but a repair can end it."""


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
    """The caller's fault: the database itself is well."""

    code = "value_too_long"


_SENTENCES: dict[type[StorageFailure], str] = {
    DiskFull: "The server's disk is full: nothing can be stored until somebody makes room. What was stored before is safe.",
    Damaged: "The database is damaged: whoever runs the server must repair it, or restore it from a copy.",
    ReadOnly: "The database can be read but not written to: whoever runs the server must allow it to write there.",
    Locked: "Another program keeps the database locked: try again in a moment.",
    Lost: "The server has lost the connection to its database: try again in a moment.",
    ValueTooLong: "Something in this request is too long to be stored: make it shorter.",
    StorageFailure: "The database failed; the server's log says how. Try again in a moment.",
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
"""SQLSTATE codes of PostgreSQL, or how they begin; the longest that fits counts."""


def diagnosis(error: Exception) -> StorageFailure:
    """What happened, from an error of SQLAlchemy, or from something read that cannot be understood."""
    kind = _kind(error)
    return kind(_SENTENCES[kind])


def _kind(error: Exception) -> type[StorageFailure]:
    if not isinstance(error, SQLAlchemyError):
        return Damaged  # what we wrote was JSON and times; what comes back is not
    cause: Any = getattr(error, "orig", None)
    number = getattr(cause, "sqlite_errorcode", None)
    if number is not None:
        return _SQLITE.get(number & 0xFF, StorageFailure)
    state = getattr(cause, "sqlstate", None) or ""
    for length in (5, 3, 2):
        if len(state) == 5 and state[:length] in _POSTGRES:
            return _POSTGRES[state[:length]]
    if "decode" in str(cause):  # sqlite3 gives no number for text that is not UTF-8
        return Damaged
    lost = isinstance(error, DBAPIError) and (error.connection_invalidated or _never_connected(error))
    return Lost if lost else StorageFailure


def _never_connected(error: DBAPIError) -> bool:
    """Whether there was no connection to send a statement over."""
    return error.statement is None
