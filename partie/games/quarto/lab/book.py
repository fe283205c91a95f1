"""Make the book of openings: prove all boards with `pieces` on them, then go back to the empty board.

The proofs take the time. Boards are proven in slices by several processes, which share one transposition
table: two boards with four pieces have most of what follows in common. Without sharing, five times as much
was searched. Interrupted, the work goes on where it was: the file `FILE.part.npy` holds the rows that are
done.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partie.arena.pool import spread, workers
from partie.core.compiled.chance import below, new_chance
from partie.core.compiled.types import Chance, Ints8
from partie.games.quarto.players.exact.book import ABSENT, UNKNOWN, Book, locate
from partie.games.quarto.players.exact.solver import NONE, Solver
from partie.games.quarto.players.exact.symmetry import geometry, line_masks

TABLE_BITS = 24
SHARED_BITS = 27
"""The size of the table that several processes share: a gigabyte."""
FEWEST_STORED = 9
"""Boards with fewer empty squares are not kept: there are too many of them, and they are proven quickly."""
SECONDS_BETWEEN_SAVES = 20.0
SLICE = 32
"""How many boards a process proves before it hands them over."""

Boards = dict[int, Ints8]
"""Boards by key: one for each class of equivalent boards."""


def empty_board() -> Ints8:
    return np.full(16, -1, np.int8)


def completes_line(board: Ints8, square: int, squares: bool) -> bool:
    """Whether the piece on this square is part of a completed line."""
    for mask in line_masks(squares):
        line = [int(board[s]) for s in range(16) if mask >> s & 1]
        if mask >> square & 1 and min(line) >= 0:
            ones, zeros = 15, 15
            for piece in line:
                ones, zeros = ones & piece, zeros & ~piece
            if ones | zeros:
                return True
    return False


def placements(board: Ints8, piece: int) -> Iterator[tuple[int, Ints8]]:
    """Each empty square, and the board with the piece on it."""
    for square in np.flatnonzero(board < 0):
        after = board.copy()
        after[square] = piece
        yield int(square), after


def absent(board: Ints8) -> list[int]:
    """The pieces that are not on the board."""
    return [piece for piece in range(16) if piece not in board]


def boards_by_pieces(most: int, squares: bool) -> list[Boards]:
    """All boards without a line with 0, 1, … `most` pieces, up to symmetry.

    Each is in the form whose own pieces its row in the book is numbered by.
    """
    tables = geometry(squares)
    levels: list[Boards] = [{0: empty_board()}]
    for _ in range(most):
        larger: Boards = {}
        for board in levels[-1].values():
            for piece in absent(board):
                for square, after in placements(board, piece):
                    key = int(locate(after, 0, *tables)[0])
                    if key not in larger and not completes_line(after, square, squares):
                        larger[key] = after
        levels.append(larger)
    return levels


def row_of(board: Ints8, entries: dict[int, int], squares: bool) -> NDArray[np.int8]:
    """The row of the book for a board, from the entries of the pieces not on it."""
    row = np.full(16, ABSENT, np.int8)
    for piece, entry in entries.items():
        row[locate(board, piece, *geometry(squares))[1]] = entry
    return row


def prove(solver: Solver, board: Ints8, piece: int, squares: bool) -> int:
    """The entry of a position, proven by the solver."""
    value = solver.value(board, -1, NONE, piece, squares)
    assert value is not None
    if value == 0:
        return 0
    end = solver.end(board, piece, -value, squares)
    assert end is not None
    return -value * end.placements


def back_up(board: Ints8, piece: int, squares: bool, later: dict[int, NDArray[np.int8]]) -> int:
    """The entry of a position from the rows of all boards with one piece more."""
    replies = []
    for square, after in placements(board, piece):
        if completes_line(after, square, squares):
            return 1
        row = later[int(locate(after, 0, *geometry(squares))[0])]
        replies += [int(entry) for entry in row if entry != ABSENT]
    return answer(replies)


def answer(replies: list[int]) -> int:
    """The entry of a position from those of the positions its moves lead to, seen by the opponent."""
    lost = [entry for entry in replies if entry < 0]
    if lost:
        return 1 - max(lost)
    if 0 in replies:
        return 0
    return -1 - max(replies)


def make_book(
    file: Path,
    squares: bool,
    pieces: int,
    progress: Callable[[int, int], None],
    most: int | None = None,
    jobs: int = 1,
) -> Book | None:
    """Compute a book and save it to a file; None if `most` boards were proven before the last one.

    `progress` is called with the number of boards proven and of all to prove.
    """
    levels = boards_by_pieces(pieces, squares)
    rows = _proven_rows(file.with_suffix(".part.npy"), levels[pieces], squares, progress, most, jobs)
    if rows is None:
        return None
    for level in reversed(levels[:-1]):
        for key, board in level.items():
            entries = {piece: back_up(board, piece, squares, rows) for piece in absent(board)}
            rows[key] = row_of(board, entries, squares)
    keys = sorted(rows)
    book = Book(squares, pieces, np.array(keys, np.int32), np.array([rows[key] for key in keys]))
    book.save(file)
    return book


def _proven_rows(
    part: Path,
    boards: Boards,
    squares: bool,
    progress: Callable[[int, int], None],
    most: int | None,
    jobs: int,
) -> dict[int, NDArray[np.int8]] | None:
    """The rows of these boards; None if `most` of them were proven and others remain."""
    keys = sorted(boards)
    rows = np.load(part) if part.is_file() else np.full((len(keys), 16), UNKNOWN, np.int8)
    open_rows = [int(number) for number in np.flatnonzero(rows[:, 0] == UNKNOWN)]
    done = len(keys) - len(open_rows)
    if most is not None:
        open_rows = open_rows[: max(0, most - done)]
    # The first slice is proven before there are several processes, and compiles; so it is short.
    slices = [open_rows[:1], *(open_rows[n : n + SLICE] for n in range(1, len(open_rows), SLICE))]
    saved = time.monotonic()
    with _shared_table(jobs) as name, workers(jobs) as pool:
        tasks = [(squares, [boards[keys[number]] for number in numbers], name) for numbers in slices]
        try:
            for which, found in pool.as_finished(prove_slice, tasks):
                rows[slices[which]] = found
                done += len(found)
                progress(done, len(keys))
                if time.monotonic() - saved > SECONDS_BETWEEN_SAVES:
                    np.save(part, rows)
                    saved = time.monotonic()
        finally:
            np.save(part, rows)
    return dict(zip(keys, rows, strict=True)) if done == len(keys) else None


@contextmanager
def _shared_table(jobs: int) -> Iterator[Path | None]:
    """A file that several processes map as their table; None where one process works alone."""
    if jobs == 1:
        yield None
        return
    memory = Path("/dev/shm")  # a folder in memory, where there is one that is large enough
    roomy = memory.is_dir() and disk_usage(memory).free > 16 << SHARED_BITS
    with TemporaryDirectory(dir=memory if roomy else None) as folder:
        file = Path(folder) / "table"
        np.memmap(file, np.int64, "w+", shape=1 << SHARED_BITS).flush()
        yield file
        _keeping_solver.cache_clear()


@cache
def _keeping_solver(table: Path | None) -> Solver:
    """The solver of this process, with a table of its own or a shared one."""
    if table is None:
        return Solver(TABLE_BITS, FEWEST_STORED)
    return Solver(TABLE_BITS, FEWEST_STORED, np.asarray(np.memmap(table, np.int64, "r+")))


def prove_slice(task: tuple[bool, Sequence[Ints8], Path | None]) -> NDArray[np.int8]:
    """The rows of some boards, by the solver of this process."""
    squares, boards, table = task
    solver = _keeping_solver(table)
    rows = [
        row_of(board, {piece: prove(solver, board, piece, squares) for piece in absent(board)}, squares)
        for board in boards
    ]
    return np.array(rows, np.int8).reshape(-1, 16)


class Figures(NamedTuple):
    """How many boards and positions there are with one number of pieces, up to symmetry, and their values.

    The last two are the most placements to the end of a won and of a lost position.
    """

    pieces: int
    boards: int
    positions: int
    won: int
    drawn: int
    lost: int
    longest_win: int
    longest_loss: int


def figures(book: Book) -> list[Figures]:
    """What is in a book, by the number of pieces on the board."""
    rows = dict(zip(book.keys.tolist(), book.distances, strict=True))
    found = []
    for pieces, boards in enumerate(boards_by_pieces(book.pieces, book.squares)):
        entries = np.concatenate([rows[key] for key in boards]).astype(np.int64)
        entries = entries[entries != ABSENT]
        won, lost = entries[entries > 0], -entries[entries < 0]
        longest = [int(ends.max(initial=0)) for ends in (won, lost)]
        drawn = int(np.count_nonzero(entries == 0))
        found.append(Figures(pieces, len(boards), len(entries), len(won), drawn, len(lost), *longest))
    return found


def check_book(
    book: Book, count: int, progress: Callable[[int, int], None], seed: object = 0, jobs: int = 1
) -> int:
    """Prove random positions of a book one by one, each by a solver that knows nothing; returns `count`.

    The positions are random boards with the most pieces in the book, from which all others follow, and a
    random piece in hand, as they come and not in the form of the book. A position proven otherwise raises
    `AssertionError`.
    """
    chance = new_chance("check", seed)
    positions = [random_board(book.pieces, book.squares, chance) for _ in range(count)]
    tasks = [(book.squares, board, hand, book.entry(board, hand)) for board, hand in positions]
    spread(_check, tasks, jobs, lambda done: progress(done, count))
    return count


def _check(task: tuple[bool, Ints8, int, int]) -> None:
    squares, board, hand, entry = task
    proven = prove(Solver(TABLE_BITS), board, hand, squares)
    assert entry == proven, f"{board.tolist()}, {hand} in hand: {entry} in the book, {proven} by proof"


def random_board(pieces: int, squares: bool, chance: Chance) -> tuple[Ints8, int]:
    """A random board without a line, and a random piece in hand."""
    while True:
        order = [int(piece) for piece in shuffled(16, chance)]
        board = empty_board()
        where = [int(square) for square in shuffled(16, chance)][:pieces]
        board[where] = order[:pieces]
        if not any(completes_line(board, square, squares) for square in where):
            return board, order[pieces]


def shuffled(count: int, chance: Chance) -> list[int]:
    """The numbers below `count` in random order."""
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = int(below(chance, last + 1))
        order[last], order[other] = order[other], order[last]
    return order
