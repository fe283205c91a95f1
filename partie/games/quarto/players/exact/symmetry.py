"""The geometry of Quarto: lines, board symmetries, and one canonical form for all equivalent boards.

A board is two machine words: `planes`, four lanes of 16 bits of which lane t is the set of squares holding a
piece with trait t, and `taken`, the set of occupied squares.

The symmetries are the permutations of squares that keep the set of lines (32, or 8 when the 2x2 squares count
too), the 24 permutations of the traits and the 16 ways of complementing them. Trying all 12,288 combinations
per position would cost more than searching it. Each kind has a direct normal form instead:

- board: a table over the 65,536 sets of squares knows which symmetries bring a set to the least of its
  images. Usually only one does (1.2 on average), so only that one is applied to the planes;
- complements: the piece on the lowest occupied square of the image becomes 0000;
- permutations of traits: the four lanes are sorted.

Consequently bit 0 of each lane of a canonical board is always 0, whether square 0 is empty or holds 0000. The
transposition table keeps its flags there.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Ints, Words16, int64

LANES = 0x0001_0001_0001_0001
BYTES = 0x0101_0101_0101_0101
BOARDS = 1 << 16

COLUMNS = [0b1111 << 4 * column for column in range(4)]
ROWS = [0x1111 << row for row in range(4)]
DIAGONALS = [0x8421, 0x1248]
SQUARES = [0x33 << (4 * column + row) for column in range(3) for row in range(3)]


def line_masks(squares: bool) -> list[int]:
    """The sets of four squares that win, each as a mask with bit 4*column+row."""
    return COLUMNS + ROWS + DIAGONALS + (SQUARES if squares else [])


def _lines_through() -> NDArray[np.int64]:
    through = np.zeros((2, 16, 24), np.int64)
    for squares in (False, True):
        for line, mask in enumerate(line_masks(squares)):
            through[int(squares), :, line] = [255 * (mask >> square & 1) for square in range(16)]
    shifts = 8 * np.arange(8)
    words: NDArray[np.int64] = (through.reshape(2, 16, 3, 8) << shifts).sum(axis=-1)
    return words


LINES = _lines_through()
"""LINES[squares, square] is three words: line i is byte i & 7 of word i >> 3, 255 if it passes the square."""


@cache
def board_symmetries(squares: bool) -> tuple[tuple[int, ...], ...]:
    """All permutations of the squares that keep the set of lines; entry s is where square s goes.

    Such a permutation maps rows and columns to rows and columns, hence it permutes the columns, permutes the
    rows and possibly exchanges the two.
    """
    lines = {frozenset(s for s in range(16) if mask >> s & 1) for mask in line_masks(squares)}
    found = []
    for columns in permutations(range(4)):
        for rows in permutations(range(4)):
            upright = tuple(4 * columns[s >> 2] + rows[s & 3] for s in range(16))
            mirrored = tuple(4 * rows[s & 3] + columns[s >> 2] for s in range(16))
            for images in (upright, mirrored):
                if {frozenset(images[s] for s in line) for line in lines} == lines:
                    found.append(images)
    return tuple(found)


class Geometry(NamedTuple):
    """How each set of squares is brought into canonical form."""

    orient: NDArray[np.int64]
    """Per set of squares: the symmetries that lead to its least image (low 32 bits), and its class (above).
    """
    moved: NDArray[np.uint16]
    """Per symmetry, 256 images of the sets of squares 0-7, then 256 of the sets of squares 8-15."""


@cache
def geometry(squares: bool) -> Geometry:
    """The tables for one set of lines, computed on first use."""
    images = np.array(board_symmetries(squares), np.int64)
    moved = np.zeros(len(images) * 512, np.uint16)
    orient = np.zeros(BOARDS, np.int64)
    fill_geometry(images, moved, orient)
    return Geometry(orient, moved)


@jit
def fill_geometry(images: Ints, moved: Words16, orient: Ints) -> None:
    """Compute the tables of a `Geometry`, which are 0 before, from the images of the squares under each
    symmetry. A set of squares that is no image of a lesser one is the least of its class."""
    for symmetry in range(len(images)):
        for square in range(16):
            bit, first = 1 << (square & 7), 512 * symmetry + 256 * (square >> 3)
            for half in range(256):
                if half & bit:
                    moved[first + half] |= np.uint16(1 << images[symmetry, square])
    back = np.array([512 * _inverse(images, symmetry) for symmetry in range(len(images))])
    number = int64(0)
    for board in range(BOARDS):
        if orient[board]:
            continue  # an image of a lesser one
        for symmetry in range(len(images)):
            first = back[symmetry]
            other = moved[first + (board & 255)] | moved[first + 256 + (board >> 8)]
            orient[other] |= number << 32 | 1 << symmetry
        number += 1


@jit
def _inverse(images: Ints, symmetry: int) -> int:
    """The symmetry that undoes another."""
    for back in range(len(images)):
        square = 0
        while square < 16 and images[back, images[symmetry, square]] == square:
            square += 1
        if square == 16:
            return back
    return -1


@jit
def count(bits: int) -> int:
    """The number of set bits; compiles to one instruction."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@jit
def lowest(bits: int) -> int:
    """Index of the lowest set bit; compiles to one instruction."""
    return count((bits & -bits) - 1)


@jit
def move_squares(planes: int, symmetry: int, moved: Words16) -> int:
    """The planes after a board symmetry."""
    low = symmetry * 512
    image = int64(0)
    for trait in range(4):
        lane = (planes >> (16 * trait)) & 0xFFFF
        image |= int64(moved[low + (lane & 255)] | moved[low + 256 + (lane >> 8)]) << (16 * trait)
    return image


@jit
def sort_lanes(planes: int) -> int:
    """The planes with their traits permuted into increasing order."""
    a, b = planes & 0xFFFF, (planes >> 16) & 0xFFFF
    c, d = (planes >> 32) & 0xFFFF, (planes >> 48) & 0xFFFF
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a | b << 16 | c << 32 | d << 48


@jit
def canonical(planes: int, taken: int, orient: Ints, moved: Words16) -> tuple[int, int]:
    """A pair (planes, class of the taken squares) that is equal for equivalent boards and no others."""
    choices = orient[taken] & 0xFFFFFFFF
    symmetry = lowest(choices)
    image = move_squares(taken, symmetry, moved) & 0xFFFF
    first = lowest(image)
    best = int64(-1)
    fresh = True
    while choices:
        symmetry = lowest(choices)
        choices &= choices - 1
        form = move_squares(planes, symmetry, moved)
        form = sort_lanes(form ^ ((form >> first) & LANES) * image)
        if fresh or form < best:
            best = form
            fresh = False
    return best, orient[taken] >> 32
