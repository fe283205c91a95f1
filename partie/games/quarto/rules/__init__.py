"""The rules of Quarto over one small record.

A piece is four bits, colour height top shape; a square is `column * 4 + row`:

    4 |  3  7 11 15
    3 |  2  6 10 14
    2 |  1  5  9 13
    1 |  0  4  8 12
         a  b  c  d

A move is the square for the piece in hand and the piece given to the opponent: `square << 5 | gift`. NONE
(16) stands for a missing part: the opening gift places nothing, and a placement that wins or fills the board
gives nothing.
"""

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Ints, Ints8, Ints32, Moves, Record
from partie.core.compiled.verbs import (
    mix,
)

NONE = 16
SEATS = 2
MOVES = 240
LOWEST, HIGHEST = -1.0, 1.0

State = np.dtype(
    [
        ("board", "i1", 16),  # piece on each square, -1 when empty
        ("left", "i4"),  # set of pieces neither placed nor in hand
        ("hand", "i1"),  # piece to be placed by the seat to move, -1 when it has to give first
        ("turn", "i1"),
        ("placed", "i1"),
        ("winner", "i1"),  # -1 until somebody has won
        ("last", "i2"),  # the previous move, -1 at the start: the board highlights it
        ("lines", "i4"),  # set of lines that count: bits 0–9, and 10–18 with the option `squares`
    ],
    align=True,
)


def _all_lines() -> Ints8:
    columns = [[4 * column + row for row in range(4)] for column in range(4)]
    rows = [[4 * column + row for column in range(4)] for row in range(4)]
    diagonals = [[5 * i for i in range(4)], [3 + 3 * i for i in range(4)]]
    squares = [[4 * c + r, 4 * c + r + 1, 4 * c + r + 4, 4 * c + r + 5] for c in range(3) for r in range(3)]
    return np.array(columns + rows + diagonals + squares, dtype=np.int8)


def _lines_through() -> Ints8:
    through = np.full((16, 7), -1, dtype=np.int8)
    for square in range(16):
        own = [number for number, line in enumerate(LINES) if square in line]
        through[square, : len(own)] = own
    return through


def _sharing() -> Ints32:
    """A table: for a set of traits that are 1 and a set that are 0, the pieces with at least one of them."""
    table = np.zeros((16, 16), dtype=np.int32)
    for ones in range(16):
        for zeros in range(16):
            table[ones, zeros] = sum(1 << piece for piece in range(16) if (piece & ones) | (~piece & zeros))
    return table


LINES = _all_lines()
THROUGH = _lines_through()
SHARING = _sharing()
ALL_LINES = (1 << 10) - 1
DIAGONALS = 0b11 << 8
ALL_LINES_AND_SQUARES = (1 << 19) - 1
ALL_TRAITS = 0b1111
"""The rules count all four traits. The functions below take the set of traits that count, because the players
of `players/sight.py` overlook some of them.
"""


@jit
def start(state: Record, options: Ints, chance: Chance) -> None:
    state.board[:] = -1
    state.left = 0xFFFF
    state.hand = -1
    state.turn = 0
    state.placed = 0
    state.winner = -1
    state.last = -1
    state.lines = ALL_LINES_AND_SQUARES if options[0] else ALL_LINES


@jit
def to_move(state: Record) -> int:
    return state.turn


@jit
def over(state: Record) -> bool:
    return state.winner >= 0 or state.placed == 16


@jit
def score(state: Record, seat: int) -> float:
    if state.winner < 0:
        return 0.0
    return 1.0 if state.winner == seat else -1.0


@jit
def completes(state: Record, square: int, piece: int) -> bool:
    """Whether placing this piece on this empty square completes a line of four with a common trait."""
    return makes_line(state, square, piece, ALL_TRAITS)


@jit
def makes_line(state: Record, square: int, piece: int, traits: int) -> bool:
    """Like `completes`, where only these traits count."""
    for place in range(7):
        line = THROUGH[square, place]
        if line < 0:
            return False
        if (state.lines >> line) & 1 == 0:
            continue
        ones = traits & piece
        zeros = traits & ~piece
        for i in range(4):
            other = LINES[line, i]
            if other == square:
                continue
            if state.board[other] < 0:
                ones = zeros = 0
                break
            ones &= state.board[other]
            zeros &= ~state.board[other]
        if ones | zeros:
            return True
    return False


@jit
def moves(state: Record, out: Moves) -> int:
    return list_moves(state, ALL_TRAITS, out)


@jit
def list_moves(state: Record, traits: int, out: Moves) -> int:
    """Write the legal moves where only these traits count to `out`; returns how many there are."""
    n = 0
    if over(state):
        return n
    if state.hand < 0:
        for gift in range(16):
            if (state.left >> gift) & 1:
                out[n] = NONE << 5 | gift
                n += 1
        return n
    for square in range(16):
        if state.board[square] >= 0:
            continue
        if state.left == 0 or makes_line(state, square, state.hand, traits):
            out[n] = square << 5 | NONE
            n += 1
            continue
        for gift in range(16):
            if (state.left >> gift) & 1:
                out[n] = square << 5 | gift
                n += 1
    return n


@jit
def legal(state: Record, move: int) -> bool:
    if over(state) or not 0 <= move <= NONE << 5 | NONE:
        return False
    square, gift = move >> 5, move & 31
    if state.hand < 0:
        if square != NONE:
            return False
    else:
        if square == NONE or state.board[square] >= 0:
            return False
        if state.left == 0 or completes(state, square, state.hand):
            return gift == NONE
    return gift < NONE and (state.left >> gift) & 1 == 1


@jit
def play(state: Record, move: int, chance: Chance) -> None:
    place_and_give(state, move, ALL_TRAITS)


@jit
def place_and_give(state: Record, move: int, traits: int) -> None:
    """Play a move where only these traits count."""
    square = move >> 5
    gift = move & 31
    state.last = move
    if square != NONE:
        won = makes_line(state, square, state.hand, traits)
        state.board[square] = state.hand
        state.placed += 1
        state.hand = -1
        if won:
            state.winner = state.turn
            return
    if gift != NONE:
        state.hand = gift
        state.left &= ~(1 << gift)
        state.turn = 1 - state.turn


@jit
def open_traits(state: Record, traits: int) -> int:
    """The trait values that complete a line on the next placement: traits that are 1 in bits 0–3, traits that
    are 0 in bits 4–7.
    """
    found = 0
    for line in range(19):
        if (state.lines >> line) & 1 == 0:
            continue
        ones = zeros = traits
        empty = 0
        for i in range(4):
            piece = state.board[LINES[line, i]]
            if piece < 0:
                empty += 1
            else:
                ones &= piece
                zeros &= ~piece
        if empty == 1:
            found |= ones | zeros << 4
    return found


@jit
def dangerous(state: Record) -> int:
    """The set of pieces that complete a line on the next placement, whether they are still available or
    not."""
    found = open_traits(state, ALL_TRAITS)
    return SHARING[found & 15, found >> 4]


@jit
def count(members: int) -> int:
    """The number of elements of a 16-bit set."""
    members -= (members >> 1) & 0x5555
    members = (members & 0x3333) + ((members >> 2) & 0x3333)
    members = (members + (members >> 4)) & 0x0F0F
    return (members + (members >> 8)) & 31


@jit
def key(state: Record) -> np.uint64:
    """A hash of everything that matters for the rest of the game."""
    word = np.uint64(0)
    for square in range(16):
        word = (word << np.uint64(4)) ^ (word >> np.uint64(60)) ^ np.uint64(state.board[square] & 15)
    occupied = 0
    for square in range(16):
        if state.board[square] >= 0:
            occupied |= 1 << square
    rest = (occupied << 8) | ((int(state.hand) & 31) << 3) | (int(state.turn) << 1) | int(state.winner >= 0)
    return mix(mix(word) ^ np.uint64(rest) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(state.lines))
