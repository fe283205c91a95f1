"""Calls (the moves that are not cards) and the phases of a deal.

A bid is `FIRST_BID + 8 * step + denomination`; steps 0 to 8 are 80 to 160, 9 is capot and 10 generale.
"""

import numpy as np

from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import int64

PASS, COINCHE, SURCOINCHE, DEAL = 64, 65, 66, 67
FIRST_BID = 128
CAPOT, GENERALE = 9, 10
VALUES = np.array([80, 90, 100, 110, 120, 130, 140, 150, 160, 250, 500], np.int64)
"""The value of a bid, by its step."""
BID, PLAY, BETWEEN, OVER = 0, 1, 2, 3
"""Phases: calls are made; cards are played; a deal has ended or was thrown in; the game has ended."""
MADE_AND_BID, BID_ONLY, TRICK_POINTS = 0, 1, 2
"""The scoring methods."""
MOST_CALLS = 48


@lean_jit
def bid_of(step: int, denomination: int) -> int:
    """The bid of this step and denomination."""
    return FIRST_BID + 8 * step + denomination


@lean_jit
def step_of(bid: int) -> int:
    return (int64(bid) - FIRST_BID) >> 3


@lean_jit
def denomination_of(bid: int) -> int:
    return int64(bid) & 7


@lean_jit
def value_of(bid: int) -> int:
    """The value of a bid, 0 if there is none."""
    return VALUES[step_of(bid)] if bid >= FIRST_BID else int64(0)
