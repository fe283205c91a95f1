"""Quarto with at most five empty squares, decided without a board and without a table.

Number the empty squares 0, 1, 2... What is left of the game is then a function *threats* from sets of empty
squares to sets of trait values: a value v belongs to threats(S) when some line consists of S and of pieces
that all show v. Placing a piece p on square i changes it to

    threats'(S) = threats(S) | (values of p & threats(S + {i}))        for every S without i,

and the pieces that win at once are those with a value in the threats of a single square. A set of trait
values is a byte (bit t: value 1 of trait t, bit 4 + t: value 0). S is a number below 32, so with three empty
squares the whole game fits in one 64-bit word, byte S being threats(S); with four in two words, with five in
four: squares 0, 1, 2 choose the byte, squares 3 and 4 choose the word. A placement is a few shifts and masks.

The functions `settle_*` say whether the player about to give attains a goal: `WIN`, or at least `DRAW`. The
player who receives then has the opposite goal, `1 - goal`. `pieces` has one byte per remaining piece, its
trait values.
"""

from __future__ import annotations

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import int64
from partie.games.quarto.players.exact.symmetry import (
    BYTES,
    LINES,
    lowest,
)

DRAW, WIN = 0, 1
LARGEST = 5
"""The most empty squares `settle` accepts."""

TRAITS = np.array([piece | (~piece & 15) << 4 for piece in range(16)], np.int64)
"""The trait values of each piece."""


@jit
def settle(taken: int, left: int, common0: int, common1: int, common2: int, squares: int, goal: int) -> int:
    """Whether the giver attains `goal`, with 2 to 5 empty squares and a piece that may safely be given.

    The three `common` words hold, for every line (one byte each), the values all its pieces share.
    """
    empty = ~taken & 0xFFFF
    where0 = where1 = where2 = int64(0)
    n = 0
    while empty:
        square = lowest(empty)
        empty &= empty - 1
        where0 |= (LINES[squares, square, 0] & BYTES) << n
        where1 |= (LINES[squares, square, 1] & BYTES) << n
        where2 |= (LINES[squares, square, 2] & BYTES) << n
        n += 1
    pieces = int64(0)
    while left:
        pieces = pieces << 8 | TRAITS[lowest(left)]
        left &= left - 1
    a = b = c = d = int64(0)
    a, b, c, d = gather(common0, where0, a, b, c, d)
    a, b, c, d = gather(common1, where1, a, b, c, d)
    a, b, c, d = gather(common2, where2, a, b, c, d)
    if n == 5:
        return settle_five(a, b, c, d, pieces, goal)
    if n == 4:
        return settle_four(a, b, pieces, goal)
    if n == 3:
        return settle_three(a, pieces, goal)
    return goal == DRAW or wins_two(byte(a, 1), byte(a, 2), byte(a, 3), byte(pieces, 0), byte(pieces, 1))


@jit
def gather(common: int, where: int, a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Add the threats of eight lines to the four words; `where` has the set of empty squares of each line."""
    while common:
        shift = lowest(common) & 56
        values = (common >> shift) & 255
        common &= ~(int64(255) << shift)
        empty = (where >> shift) & 31
        values <<= 8 * (empty & 7)
        a |= values if empty < 8 else 0
        b |= values if empty & 24 == 8 else 0
        c |= values if empty & 24 == 16 else 0
        d |= values if empty >= 24 else 0
    return a, b, c, d


@jit
def byte(word: int, i: int) -> int:
    return (word >> (8 * i)) & 255


@jit
def without(pieces: int, k: int) -> int:
    keep = (1 << (8 * k)) - 1
    return (pieces & keep) | ((pieces >> 8) & ~keep)


@jit
def fill(word: int, i: int, values: int) -> int:
    """Eight threats after a placement on square i < 3, as the four that remain, squares above i moving
    down."""
    word |= (word >> (8 << i)) & values
    if i == 2:
        return word & 0xFFFFFFFF
    if i == 1:
        return (word & 0xFFFF) | ((word >> 16) & 0xFFFF0000)
    word &= 0x00FF00FF00FF00FF
    word = (word | word >> 8) & 0x0000FFFF0000FFFF
    return (word | word >> 16) & 0xFFFFFFFF


@jit
def fill_five(a: int, b: int, c: int, d: int, i: int, values: int) -> tuple[int, int]:
    """The two words of threats after a placement on square i of five."""
    if i == 4:
        return a | c & values, b | d & values
    if i == 3:
        return a | b & values, c | d & values
    return fill(a, i, values) | fill(b, i, values) << 32, fill(c, i, values) | fill(d, i, values) << 32


@jit
def wins_two(first: int, second: int, both: int, x: int, y: int) -> int:
    """Whether the giver of one of the pieces x, y will win with the other one, on the last square.

    A value in `both`, the threats of the two squares together, that x and y share decides wherever the first
    goes. Otherwise the last piece must find a threat of its own on either square.
    """
    hot = first | second
    x_safe, y_safe = x & hot == 0, y & hot == 0
    if both & x & y:
        return x_safe or y_safe
    return (x_safe and y & first and y & second) or (y_safe and x & first and x & second)


@jit
def settle_three(threats: int, pieces: int, goal: int) -> bool:
    hot = byte(threats, 1) | byte(threats, 2) | byte(threats, 4)
    for k in range(3):
        piece = byte(pieces, k)
        if piece & hot:
            continue
        values = piece * BYTES
        x = byte(pieces, 1 if k == 0 else 0)
        y = byte(pieces, 1 if k == 2 else 2)
        on0 = fill(threats, 0, values)
        on1 = fill(threats, 1, values)
        on2 = fill(threats, 2, values)
        if goal == WIN:
            if none_safe(on0, x, y) and none_safe(on1, x, y) and none_safe(on2, x, y):
                return True
        elif not (
            wins_two(byte(on0, 1), byte(on0, 2), byte(on0, 3), x, y)
            or wins_two(byte(on1, 1), byte(on1, 2), byte(on1, 3), x, y)
            or wins_two(byte(on2, 1), byte(on2, 2), byte(on2, 3), x, y)
        ):
            return True
    return False


@jit
def none_safe(threats: int, x: int, y: int) -> int:
    """Whether both remaining pieces would win at once: only then can the player who gives one of them
    lose."""
    hot = byte(threats, 1) | byte(threats, 2)
    return x & hot and y & hot


@jit
def settle_four(low: int, high: int, pieces: int, goal: int) -> bool:
    hot = hot_four(low, high)
    for k in range(4):
        piece = byte(pieces, k)
        if piece & hot:
            continue
        values = piece * BYTES
        rest = without(pieces, k)
        if not (
            settle_three(low | high & values, rest, 1 - goal)
            or settle_three(fill(low, 2, values) | fill(high, 2, values) << 32, rest, 1 - goal)
            or settle_three(fill(low, 1, values) | fill(high, 1, values) << 32, rest, 1 - goal)
            or settle_three(fill(low, 0, values) | fill(high, 0, values) << 32, rest, 1 - goal)
        ):
            return True
    return False


@jit
def hot_four(low: int, high: int) -> int:
    return byte(low, 1) | byte(low, 2) | byte(low, 4) | byte(high, 0)


@jit
def settle_five(a: int, b: int, c: int, d: int, pieces: int, goal: int) -> bool:
    hot = byte(a, 1) | byte(a, 2) | byte(a, 4) | byte(b, 0) | byte(c, 0)
    for k in range(5):
        piece = byte(pieces, k)
        if piece & hot == 0 and not place_five(a, b, c, d, piece * BYTES, without(pieces, k), 1 - goal):
            return True
    return False


@jit
def place_five(a: int, b: int, c: int, d: int, values: int, rest: int, goal: int) -> bool:
    """Whether the player who must place attains `goal`.

    Squares after which one gift is safe are tried first.
    """
    later = 0
    for i in range(5):
        low, high = fill_five(a, b, c, d, i, values)
        hot = hot_four(low, high)
        safe = 0
        for k in range(4):
            safe += byte(rest, k) & hot == 0
        if safe > 1:
            later |= 1 << i
        elif safe and settle_four(low, high, rest, goal):
            return True
    while later:
        low, high = fill_five(a, b, c, d, lowest(later), values)
        later &= later - 1
        if settle_four(low, high, rest, goal):
            return True
    return False
