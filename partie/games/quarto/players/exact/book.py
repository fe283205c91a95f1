"""The book of openings: the value of every position with few pieces on the board, and how far its end is.

For each board up to symmetry there is one row of sixteen numbers, one for each piece in hand: 0 if the
position is a draw, d if the player who has to place the piece wins with the d-th placement from here, -d if
they lose with it. The winner is as quick and the loser as slow as can be.

A board is found by its key, which is equal for equivalent boards and no others: the class of its squares,
then the pieces of its canonical form in the order of their squares (see `symmetry`). The symmetry that leads
to the canonical form also moves the piece in hand. Where several do, the least of its images counts, so that
a row has one number for each class of equivalent positions, and ABSENT in all other places.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Ints, Ints8, Ints32, Words16, int64
from partie.games.quarto.players.exact.symmetry import (
    LANES,
    Geometry,
    geometry,
    lowest,
    move_squares,
    sort_lanes,
)

ABSENT = 127
"""Stands in a row for a piece that is on the board, or equivalent to one that has a number."""
MOST_PIECES = 4
"""The most pieces on a board that has a key."""
UNKNOWN = -128
"""What `look_up` returns for a board that is not in the book."""
FOLDER = Path(__file__).parent / "books"


@jit
def locate(board: Ints8, hand: int, orient: Ints, moved: Words16) -> tuple[int, int]:
    """The key of a board with at most four pieces, and the image of the piece in hand."""
    planes = taken = int64(0)
    for square in range(16):
        piece = int64(board[square])
        if piece >= 0:
            taken |= 1 << square
            for trait in range(4):
                planes |= (piece >> trait & 1) << (16 * trait + square)
    if taken == 0:
        return int64(0), int64(0)
    choices = orient[taken] & 0xFFFFFFFF
    image = move_squares(taken, lowest(choices), moved) & 0xFFFF
    first = lowest(image)
    best = piece = int64(-1)
    while choices:
        symmetry = lowest(choices)
        choices &= choices - 1
        plain = move_squares(planes, symmetry, moved)
        form = sort_lanes(plain ^ ((plain >> first) & LANES) * image)
        if piece < 0 or form <= best:
            moved_hand = _image_of_hand(plain, image, first, hand)
            piece = moved_hand if piece < 0 or form < best else min(piece, moved_hand)
            best = form
    return (orient[taken] >> 32) << 16 | _pack(best, image), piece


@jit
def _pack(planes: int, taken: int) -> int:
    """The pieces in the order of their squares, four bits each."""
    packed = 0
    shift = 0
    while taken:
        square = lowest(taken)
        taken &= taken - 1
        for trait in range(4):
            packed |= ((planes >> (16 * trait + square)) & 1) << (shift + trait)
        shift += 4
    return packed


@jit
def _image_of_hand(form: int, image: int, first: int, hand: int) -> int:
    """The piece in hand after the traits were complemented and sorted as those of the board.

    Its traits travel in bit 0 of the lanes, which is 0 once the first piece has become 0000.
    """
    lanes = int64(0)
    for trait in range(4):
        flip = (form >> (16 * trait + first)) & 1
        lane = (form >> (16 * trait)) & 0xFFFF
        if flip:
            lane ^= image
        lanes |= (lane | ((hand >> trait & 1) ^ flip)) << (16 * trait)
    lanes = sort_lanes(lanes)
    found = 0
    for trait in range(4):
        found |= ((lanes >> (16 * trait)) & 1) << trait
    return found


@jit
def look_up(board: Ints8, hand: int, orient: Ints, moved: Words16, keys: Ints32, distances: Ints8) -> int:
    """The entry of a position, or UNKNOWN."""
    key, piece = locate(board, hand, orient, moved)
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    if low == len(keys) or keys[low] != key:
        return UNKNOWN
    return int64(distances[16 * low + piece])


@dataclass(frozen=True)
class Book:
    """All positions of one rule set with at most `pieces` on the board.

    `keys` are sorted; the row of a board in `distances` has the number of its key.
    """

    squares: bool
    pieces: int
    keys: NDArray[np.int32]
    distances: NDArray[np.int8]

    @property
    def geometry(self) -> Geometry:
        return geometry(self.squares)

    def entry(self, board: NDArray[np.int8], hand: int) -> int:
        """0 for a draw, d if the side to move wins with the d-th placement from here, -d if it loses."""
        return int(look_up(board, hand, *self.geometry, self.keys, self.distances.reshape(-1)))

    def save(self, file: Path) -> None:
        np.savez_compressed(
            file, squares=self.squares, pieces=self.pieces, keys=self.keys, distances=self.distances
        )


def read_book(file: Path) -> Book:
    """Read a book that `Book.save` has written."""
    with np.load(file) as stored:
        return Book(bool(stored["squares"]), int(stored["pieces"]), stored["keys"], stored["distances"])


def book_file(squares: bool) -> Path:
    """The file of the book that is shipped."""
    return FOLDER / ("squares.npz" if squares else "lines.npz")


@cache
def shipped_book(squares: bool) -> Book | None:
    """The book for one rule set; None if there is none."""
    file = book_file(squares)
    return read_book(file) if file.is_file() else None


@jit
def count_answers(
    board: Ints8, hand: int, orient: Ints, moved: Words16, keys: Ints32, distances: Ints8, after: Ints8
) -> tuple[int, int]:
    """How many answers give no piece that wins at once, and how many of these lose all the same.

    All boards with one piece more must be in the book. `after` is scratch space for a board.
    """
    answers = losing = 0
    for square in range(16):
        if board[square] >= 0:
            continue
        after[:] = board
        after[square] = hand
        left = 0xFFFF & ~(1 << hand)
        for taken in range(16):
            if board[taken] >= 0:
                left &= ~(1 << int64(board[taken]))
        while left:
            piece = lowest(left)
            left &= left - 1
            entry = look_up(after, piece, orient, moved, keys, distances)
            answers += entry != 1
            losing += entry > 1
    return answers, losing


def answers_in_book(board: Ints8, hand: int, book: Book) -> tuple[int, int]:
    """`count_answers` with what is in a book."""
    flat = book.distances.reshape(-1)
    answers, losing = count_answers(board, hand, *book.geometry, book.keys, flat, np.empty(16, np.int8))
    return int(answers), int(losing)
