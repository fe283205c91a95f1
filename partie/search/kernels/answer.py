"""The answer of the sampling searches: visits and totals of the root moves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Floats, Ints, Moves, Record
from partie.core.compiled.verbs import moves


class Answer(NamedTuple):
    """The root moves and, for each, how often it was tried and the sum of its results."""

    order: Moves
    visits: Ints
    totals: Floats


def new_answer(size: int) -> Answer:
    """Space for the answer about a position with at most `size` moves."""
    return Answer(np.empty(size, np.int64), np.zeros(size, np.int64), np.zeros(size))


@jit
def begin(view: Record, answer: Answer) -> int:
    """Write the legal moves into the answer, with no visits, and return how many there are."""
    n = moves(view, answer.order)
    answer.visits[:n] = 0
    answer.totals[:n] = 0.0
    return n
