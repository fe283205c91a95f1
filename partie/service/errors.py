"""Errors of the service, and the HTTP status of every code."""

from __future__ import annotations

from partie.core.errors import Over as Over
from partie.core.errors import PartieError
from partie.core.errors import Unavailable as Unavailable


class NotFound(PartieError):
    code = "not_found"


class NotYourTurn(PartieError):
    code = "not_your_turn"


class OutOfDate(PartieError):
    """The request is based on an earlier event; `data["seq"]` is the last event of the table."""

    code = "out_of_date"


class Paused(PartieError):
    """The game is paused."""

    code = "paused"


class StillHere(PartieError):
    """A player has not been away for long enough; `data["seconds"]` is how long to wait."""

    code = "still_here"


class Forbidden(PartieError):
    code = "forbidden"


class Closed(PartieError):
    """The owner of the table wants no spectators."""

    code = "closed"


class SeatTaken(PartieError):
    code = "seat_taken"


class SeatKept(PartieError):
    """The seat is reserved for a player of the previous game."""

    code = "seat_kept"


class StillSecret(PartieError):
    """The record is of an unfinished game with hidden cards or dice; `data["table"]` is its table here."""

    code = "still_secret"


class NothingToTakeBack(PartieError):
    code = "nothing_to_take_back"


class TooMany(PartieError):
    """Too many requests from one address or person; `data["seconds"]` is how long to wait."""

    code = "too_many"


class TooSlow(PartieError):
    code = "too_slow"


class WrongHost(PartieError):
    """The request is for another host name."""

    code = "wrong_host"


class WrongOrigin(PartieError):
    """The request comes from a page of another server."""

    code = "wrong_origin"


STATUS = {
    "not_found": 404,
    "bad_request": 422,
    "illegal_move": 409,
    "not_your_turn": 409,
    "out_of_date": 409,
    "over": 409,
    "paused": 409,
    "still_here": 409,
    "forbidden": 403,
    "closed": 403,
    "seat_taken": 409,
    "seat_kept": 403,
    "still_secret": 409,
    "nothing_to_take_back": 409,
    "unavailable": 503,
    "disk_full": 507,
    "database_damaged": 500,
    "database_read_only": 503,
    "database_locked": 503,
    "database_lost": 503,
    "value_too_long": 422,
    "too_many": 429,
    "too_slow": 408,
    "wrong_host": 421,
    "wrong_origin": 403,
    "internal": 500,
}
"""The HTTP status of every error code."""
