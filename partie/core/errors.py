"""The errors a user may see, each with a sentence they can act on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class PartieError(Exception):
    """Any mistake a caller can correct.

    `code` is stable, the message is an English sentence, and `data` fills in translations of it."""

    code = "bad_request"

    def __init__(self, message: str, **data: Any) -> None:
        super().__init__(message)
        self.data = data


class UnknownGame(PartieError):
    code = "not_found"


class BadOption(PartieError):
    """An option or parameter that does not exist, or whose value is out of range."""


class BadSpec(PartieError):
    """An agent spec that cannot be read."""


class BadPosition(PartieError):
    """A position text that cannot be read."""


class BadRecord(PartieError):
    """A record file that cannot be read or does not replay; the message names the line."""


class IllegalMove(PartieError):
    code = "illegal_move"


class Over(PartieError):
    """A request that makes no sense once the game is over."""

    code = "over"


class Unavailable(PartieError):
    """A request that cannot be answered now, through no fault of the caller."""

    code = "unavailable"


def illegal(why: str | Mapping[str, str], move: int | str) -> IllegalMove:
    """The error for a move, with a reason in English or, better, in every language.

    Pages show the latter: it is the `sentence` of the data."""
    if isinstance(why, str):
        return IllegalMove(why, move=move)
    return IllegalMove(why["en"], move=move, sentence=dict(why))


def not_a_move(number: int) -> IllegalMove:
    """The error for a number that is not a move of the game in any position."""
    return IllegalMove(f"{number} is not a move of this game.")
