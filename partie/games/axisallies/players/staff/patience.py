"""The time limit of a plan. The many functions that make a plan all check the stop flag of the current
decision through a context variable, instead of passing it on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np
from numpy.typing import NDArray

from partie.core.words import read_words, section
from partie.expert.engine import Refused

_SENTENCES = section(read_words("partie.games.axisallies"), "staff")
Stop = NDArray[np.uint8]
_NEVER: Stop = np.zeros(1, np.uint8)
_flag: ContextVar[Stop] = ContextVar("stop flag of the plan being made", default=_NEVER)


class OutOfTime(Refused):
    """The stop flag is raised. A rule of an expert system that meets it refuses to fire."""

    def __init__(self) -> None:
        super().__init__(_SENTENCES["no_time"])


@contextmanager
def until(stop: Stop) -> Iterator[None]:
    """Limit the planning inside this context by a stop flag."""
    token = _flag.set(stop)
    try:
        yield
    finally:
        _flag.reset(token)


def flag() -> Stop:
    """The current stop flag, or one that is never raised."""
    return _flag.get()


def look() -> None:
    """Raise `OutOfTime` if the stop flag is raised."""
    if _flag.get()[0]:
        raise OutOfTime
