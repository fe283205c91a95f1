"""The positions on the solver's current path, and what one look at such a position reveals.

A frame is a position in which a piece must be given. All frames lie in one array of words, each `FRAME` long:
the frame after the next placement follows the one at index `at`, at `at + FRAME`.

A line is known by the trait values its pieces share and by how many of its squares are taken. Both are one
byte, eight lines to a word, so that a placement updates all lines with a few word operations. Trait values
are bits as in `endgame`.
"""

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Ints, Ints8, int64
from partie.games.quarto.players.exact.endgame import TRAITS
from partie.games.quarto.players.exact.symmetry import (
    BYTES,
    LINES,
    count,
    lowest,
)

ALL = 0xFFFF

# The layout of a frame: the position,
PLANES, TAKEN, LEFT, SAFE, EMPTIES = 0, 1, 2, 3, 4
COMMON = 5  # three words, one byte per line: the trait values all its pieces share
FILLED = 8  # three words, one byte per line: how many of its squares are taken
# the state of the search,
KEY, BUCKET, GIFTS, GIFT, REPLIES, REPLY = 11, 12, 13, 14, 15, 16
# and three lists: the outlook of each square; the gifts; the replies to the current gift. The last two are
# best first.
OUTLOOK, GIFT_LIST, REPLY_LIST = 17, 33, 49
FRAME = 65

SPREAD = np.array([sum(1 << 16 * t for t in range(4) if piece >> t & 1) for piece in range(16)], np.int64)
SAFE_FROM = np.array(
    [sum(1 << piece for piece in range(16) if TRAITS[piece] & hot == 0) for hot in range(256)], np.int64
)


@jit
def set_up(frames: Ints, board: Ints8, squares: int) -> None:
    """Make frame 0 from a board."""
    frames[PLANES], frames[TAKEN], frames[LEFT], frames[EMPTIES] = 0, 0, ALL, 16
    for i in range(3):
        frames[COMMON + i] = -1
        frames[FILLED + i] = 0
    for square in range(16):
        piece = int64(board[square])
        if piece >= 0:
            place(frames, 0, piece, square, 0, squares)
            frames[:FRAME] = frames[FRAME : 2 * FRAME]


@jit
def place(frames: Ints, at: int, piece: int, square: int, safe: int, squares: int) -> None:
    """Make the next frame: `piece` on `square`, after which the pieces in `safe` may be given."""
    to = at + FRAME
    frames[to + PLANES] = frames[at + PLANES] | SPREAD[piece] << square
    frames[to + TAKEN] = frames[at + TAKEN] | 1 << square
    frames[to + LEFT] = frames[at + LEFT] & ~(1 << piece)
    frames[to + SAFE] = safe
    frames[to + EMPTIES] = frames[at + EMPTIES] - 1
    values = TRAITS[piece] * BYTES
    for i in range(3):
        line = LINES[squares, square, i]
        frames[to + COMMON + i] = frames[at + COMMON + i] & (values | ~line)
        frames[to + FILLED + i] = frames[at + FILLED + i] + (line & BYTES)


@jit
def finished(frames: Ints, at: int) -> bool:
    """Whether a line is complete."""
    won = int64(0)
    for i in range(3):
        won |= (frames[at + FILLED + i] >> 2 & BYTES) * 255 & frames[at + COMMON + i]
    return won != 0


@jit
def look_ahead(frames: Ints, at: int, squares: int) -> int:
    """Find what wins now (returned, as trait values) and after each placement (the frame's OUTLOOK).

    A line with three pieces is hot: its values win on its last square. A line with two is warm: it will be
    hot for the values it shares with a third piece. The outlook of a square has in its low byte what is hot
    on other squares, above it what a piece placed here makes hot if it has that value.
    """
    hot0, warm0 = heat(frames[at + COMMON], frames[at + FILLED])
    hot1, warm1 = heat(frames[at + COMMON + 1], frames[at + FILLED + 1])
    hot2, warm2 = heat(frames[at + COMMON + 2], frames[at + FILLED + 2])
    once = int64(0)
    twice = int64(0)
    empty = ALL & ~frames[at + TAKEN]
    while empty:
        square = lowest(empty)
        empty &= empty - 1
        line0, line1, line2 = LINES[squares, square, 0], LINES[squares, square, 1], LINES[squares, square, 2]
        hot = fold(hot0 & line0 | hot1 & line1 | hot2 & line2)
        warm = fold(warm0 & line0 | warm1 & line1 | warm2 & line2)
        twice |= once & hot
        once |= hot
        frames[at + OUTLOOK + square] = hot | warm << 8
    empty = ALL & ~frames[at + TAKEN]
    while empty:
        i = at + OUTLOOK + lowest(empty)
        empty &= empty - 1
        frames[i] = (frames[i] & 0xFF00) | twice | (once & ~frames[i])
    return once


@jit
def heat(common: int, filled: int) -> tuple[int, int]:
    half = (filled >> 1) & BYTES
    return (half & filled) * 255 & common, (half & ~filled) * 255 & common


@jit
def fold(word: int) -> int:
    """The union of eight bytes."""
    word |= word >> 32
    word |= word >> 16
    return (word | word >> 8) & 255


@jit
def safe_after(outlook: int, values: int) -> int:
    """The pieces that do not win after a piece with these trait values was placed on a square."""
    return SAFE_FROM[(outlook & 255) | ((outlook >> 8) & values)]


@jit
def freedom(frames: Ints, at: int, piece: int) -> int:
    """How many pairs (square, safe gift) are open to the player who receives `piece`; none means a loss."""
    rest = frames[at + LEFT] & ~(1 << piece)
    values = TRAITS[piece]
    total = 0
    empty = ALL & ~frames[at + TAKEN]
    while empty:
        total += count(rest & safe_after(frames[at + OUTLOOK + lowest(empty)], values))
        empty &= empty - 1
    return total


@jit
def least_freedom(frames: Ints, at: int, squares: int) -> int:
    """The least freedom a safe gift leaves the opponent; 0 means that the giver wins."""
    look_ahead(frames, at, squares)
    least = 1 << 20
    gifts = frames[at + SAFE]
    while gifts:
        least = min(least, freedom(frames, at, lowest(gifts)))
        gifts &= gifts - 1
    return least
