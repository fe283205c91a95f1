"""Time that runs out while a phase is planned. A plan is made by many small functions; they all look at the flag of the decision they are made for, without handing it to one another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np
from numpy.typing import NDArray

from partie.core.parameters import both
from partie.expert.engine import Refused

Stop = NDArray[np.uint8]
_NEVER: Stop = np.zeros(1, np.uint8)
_flag: ContextVar[Stop] = ContextVar("stop flag of the plan being made", default=_NEVER)


class OutOfTime(Refused):
    """The flag is raised: no more planning. Rules of an expert system refuse with it."""

    def __init__(self) -> None:
        super().__init__(both("There was no time to plan this.", "Le temps a manqué pour prévoir cela."))


@contextmanager
def until(stop: Stop) -> Iterator[None]:
    """What is planned inside ends when this flag is raised."""
    token = _flag.set(stop)
    try:
        yield
    finally:
        _flag.reset(token)


def flag() -> Stop:
    """The flag to look at; one that nobody raises where there is none."""
    return _flag.get()


def look() -> None:
    """End here with `OutOfTime` if the flag is raised."""
    if _flag.get()[0]:
        raise OutOfTime
