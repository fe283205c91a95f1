"""Orders as numbers: the kind in the lowest five bits, then its fields. A space is stored as its number plus
one; 0 means none.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.types import int64
from partie.games.axisallies.rules.board import POWERS, SPACES
from partie.games.axisallies.rules.kernels import lean_jit
from partie.games.axisallies.rules.state import SHIPS
from partie.games.axisallies.rules.units import KINDS

(
    END,
    RESEARCH_DICE,
    BUY_UNITS,
    MOVE_UNITS,
    SAIL,
    LOAD,
    UNLOAD,
    RAID_COMPLEX,
    DROP,
    FIGHT,
    ROCKET,
    LOSE,
    LOSE_AS_USUAL,
    GO_ON,
    RETREAT,
    WITHDRAW,
    SUBMERGE,
    PLACE_UNITS,
    SCORCH,
) = range(19)
ORDER_KINDS = 19
NO_SPACE = -1
MOST_AT_ONCE = 120
SHORTEST, AROUND, OVER_NEUTRALS = range(3)
"""Ways for aircraft to fly: the shortest; the one over fewest neutrals and guns; the one over fewest guns,
even over neutrals.
"""

_N, _UNIT, _FROM, _VIA, _TO, _ROW, _POWER, _WAY, _TOP = 5, 12, 16, 24, 32, 40, 47, 50, 52
ONE = 1 << _N
"""What each unit more adds to an order."""


@lean_jit
def order(  # noqa: PLR0913 - an order has nine fields
    kind: int, n: int, unit: int, src: int, via: int, dst: int, row: int, power: int, way: int
) -> int:
    """Encode an order from its fields."""
    return (
        int64(kind)
        | int64(n) << _N
        | int64(unit) << _UNIT
        | (int64(src) + 1) << _FROM
        | (int64(via) + 1) << _VIA
        | (int64(dst) + 1) << _TO
        | int64(row) << _ROW
        | int64(power) << _POWER
        | int64(way) << _WAY
    )


@lean_jit
def plain(kind: int) -> int:
    """Encode an order that has no fields."""
    return order(kind, 0, 0, NO_SPACE, NO_SPACE, NO_SPACE, 0, 0, 0)


@lean_jit
def amount(kind: int, n: int, unit: int) -> int:
    """Encode an order that has a number of units or dice."""
    return order(kind, n, unit, NO_SPACE, NO_SPACE, NO_SPACE, 0, 0, 0)


@lean_jit
def at(kind: int, space: int) -> int:
    """Encode an order about one space."""
    return order(kind, 0, 0, NO_SPACE, NO_SPACE, space, 0, 0, 0)


@lean_jit
def move(n: int, unit: int, src: int, via: int, dst: int, way: int) -> int:
    """Encode the move of units from one space to another."""
    return order(MOVE_UNITS, n, unit, src, via, dst, 0, 0, way)


@lean_jit
def kind_of(code: int) -> int:
    return code & 31


@lean_jit
def n_of(code: int) -> int:
    return code >> _N & 127


@lean_jit
def unit_of(code: int) -> int:
    return code >> _UNIT & 15


@lean_jit
def from_of(code: int) -> int:
    return (code >> _FROM & 255) - 1


@lean_jit
def via_of(code: int) -> int:
    return (code >> _VIA & 255) - 1


@lean_jit
def to_of(code: int) -> int:
    return (code >> _TO & 255) - 1


@lean_jit
def row_of(code: int) -> int:
    return code >> _ROW & 127


@lean_jit
def power_of(code: int) -> int:
    return code >> _POWER & 7


@lean_jit
def way_of(code: int) -> int:
    return code >> _WAY & 3


def with_way(code: int, way: int) -> int:
    """The same order for aircraft that fly another way."""
    return code & ~(3 << _WAY) | way << _WAY


@lean_jit
def equal_but_for_number(code: int, other: int) -> bool:
    """Whether two orders are the same but for the number of units."""
    return (code ^ other) & ~(int64(127) << _N) == 0


def moves_of_one(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of many orders that move a single unit."""
    return codes[(codes & 31 == MOVE_UNITS) & (codes >> _N & 127 == 1)]


@lean_jit
def well_formed(code: int) -> bool:
    """Whether every field of a number is in range, so that it can be read as an order."""
    return (
        0 <= code < int64(1) << _TOP
        and kind_of(code) < ORDER_KINDS
        and n_of(code) <= MOST_AT_ONCE
        and unit_of(code) < KINDS
        and from_of(code) < SPACES
        and via_of(code) < SPACES
        and to_of(code) < SPACES
        and row_of(code) < SHIPS
        and power_of(code) < POWERS
        and way_of(code) < 3
    )
