"""What a deal is worth in a match: how much it changes the chance of winning, in marks.

`equity.npy` has the chance to win by what both sides still miss, in steps of fifty marks. It was computed
backwards from the end of a match, with the results of many deals (`benchmarks/coinche_equity.py`).
"""

from pathlib import Path

import numpy as np

from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Record, int64
from partie.games.coinche.rules import ROW_MARKS, worth
from partie.games.coinche.rules.calls import BETWEEN, TRICK_POINTS

FILE = Path(__file__).resolve().parent / "equity.npy"
STEP = 50
CHANCES = np.load(FILE).astype(np.float64) / 10_000.0
"""`CHANCES[own, other]`: the chance to win with so many steps missing."""
MOST = (len(CHANCES) - 1) * STEP
MIDDLE = 500 // STEP
SCALE = 2.0 * STEP / float(CHANCES[MIDDLE - 1, MIDDLE] - CHANCES[MIDDLE + 1, MIDDLE])
"""Marks in which a chance is expressed: with five hundred missing on both sides a mark is worth a mark."""


@lean_jit
def win_chance(own: int, other: int) -> float:
    """The chance to win a match with these marks missing; not positive: that side has reached the target."""
    if own <= 0 or other <= 0:
        return 0.5 if own == other else (1.0 if own < other else 0.0)
    beyond = max(own, other) - MOST
    if beyond > 0:
        own = max(own - beyond, int64(1))
        other = max(other - beyond, int64(1))
    i, j = own // STEP, other // STEP
    i, j = min(i, int64(len(CHANCES) - 2)), min(j, int64(len(CHANCES) - 2))
    x, y = own / STEP - i, other / STEP - j
    low = CHANCES[i, j] * (1 - y) + CHANCES[i, j + 1] * y
    high = CHANCES[i + 1, j] * (1 - y) + CHANCES[i + 1, j + 1] * y
    return low * (1 - x) + high * x


@lean_jit
def stake(state: Record, seat: int) -> float:
    """How much a finished deal is worth to a seat: marks, or in a match to a target the chance it brings."""
    if state.deals > 0 or state.marking == TRICK_POINTS or state.phase < BETWEEN or state.bid == 0:
        return worth(state, seat)
    side = seat & 1
    own, other = int64(state.target - state.totals[side]), int64(state.target - state.totals[1 - side])
    row = state.number - 1
    before = win_chance(
        own + int64(state.sheet[row, ROW_MARKS + side]), other + int64(state.sheet[row, ROW_MARKS + 1 - side])
    )
    return SCALE * (win_chance(own, other) - before)
