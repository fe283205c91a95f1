"""What can go wrong for a user, each with a sentence he can act on."""

from __future__ import annotations

from typing import Any


class PartieError(Exception):
    """Any mistake a caller can correct. `code` is stable; the message is one English sentence; `data` fills translations."""

    code = "bad_request"

    def __init__(self, message: str, **data: Any) -> None:
        super().__init__(message)
        self.data = data


class UnknownGame(PartieError):
    code = "not_found"


class BadOption(PartieError):
    """An option or parameter that does not exist or is out of its range."""


class BadSpec(PartieError):
    """An agent spec that cannot be read."""


class BadPosition(PartieError):
    """A position text that cannot be read."""


class BadRecord(PartieError):
    """A record file that cannot be read or does not replay; the message names the line."""


class IllegalMove(PartieError):
    code = "illegal_move"


class Over(PartieError):
    """Something was asked about a game that is over."""

    code = "over"


class Unavailable(PartieError):
    """Not now, through no fault of the caller."""

    code = "unavailable"


def not_a_move(number: int) -> IllegalMove:
    """The answer to a number that stands for no move of the game, whatever the position."""
    return IllegalMove(f"{number} is not a move of this game.")
