"""The book of openings: keys of positions up to symmetry, how a book is made, and the books we ship."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from partie.core.compiled.chance import new_chance
from partie.core.compiled.types import Ints8
from partie.core.registry import game
from partie.games.quarto.lab import book as making
from partie.games.quarto.lab.book import (
    absent,
    answer,
    boards_by_pieces,
    check_book,
    figures,
    make_book,
    random_board,
)
from partie.games.quarto.players.exact.book import (
    ABSENT,
    UNKNOWN,
    Book,
    answers_in_book,
    locate,
    read_book,
    shipped_book,
)
from partie.games.quarto.players.exact.study import Student
from partie.games.quarto.players.exact.symmetry import board_symmetries, geometry
from tests.games.quarto.test_solver import disguise

RULES = pytest.mark.parametrize("squares", [False, True])
BOOKS = pytest.mark.parametrize("squares", [squares for squares in (False, True) if shipped_book(squares)])


def book_of(squares: bool) -> Book:
    book = shipped_book(squares)
    assert book is not None
    return book


@RULES
def test_equivalent_positions_have_one_place(squares: bool) -> None:
    rng, chance = random.Random(4), new_chance("places", squares)
    places = set()
    for number in range(120):
        board, hand = random_board(number % 5, squares, chance)
        place = locate(board, hand, *geometry(squares))
        places.add(place)
        for _ in range(3):
            other, piece = disguise(rng, board.tolist(), hand, squares)
            assert locate(np.array(other, np.int8), piece, *geometry(squares)) == place
    assert len(places) > 60


def generators(squares: bool) -> list[tuple[tuple[int, ...], list[int]]]:
    """Symmetries, as permutations of squares and of pieces, from which all others are made."""
    same_board, same_piece = tuple(range(16)), list(range(16))
    swaps = [
        [p & ~(3 << t) | (p >> t & 1) << t + 1 | (p >> t + 1 & 1) << t for p in range(16)] for t in range(3)
    ]
    boards = [(symmetry, same_piece) for symmetry in board_symmetries(squares)]
    return [*boards, *((same_board, pieces) for pieces in [*swaps, [p ^ 1 for p in range(16)]])]


def classes(squares: bool) -> int:
    """The number of positions with one piece on the board up to symmetry, by walking through all of them."""
    everything = {(s, p, h) for s in range(16) for p in range(16) for h in range(16) if p != h}
    found = 0
    while everything:
        found += 1
        reached = [everything.pop()]
        while reached:
            square, piece, hand = reached.pop()
            for board, pieces in generators(squares):
                image = board[square], pieces[piece], pieces[hand]
                if image in everything:
                    everything.remove(image)
                    reached.append(image)
    return found


@RULES
def test_positions_are_counted_up_to_symmetry(squares: bool) -> None:
    """A row has as many numbers as there are classes of positions."""
    tables = geometry(squares)
    boards = boards_by_pieces(1, squares)[1]
    places = {locate(board, piece, *tables) for board in boards.values() for piece in absent(board)}
    assert len(places) == classes(squares)


def test_the_answer_to_all_replies() -> None:
    assert answer([3, -4, 0, -2]) == 3  # the opponent loses with the second placement: we win with the third
    assert answer([3, 0, 1]) == 0
    assert answer([3, 1, 5]) == -6  # as late as possible


def pretended(solver: Any, board: Ints8, piece: int, squares: bool) -> int:
    """Some entry, equal for equivalent positions."""
    key, hand = locate(board, piece, *geometry(squares))
    return (int(key) * 7 + int(hand) * 5) % 9 - 4


def test_a_book_is_continued_where_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "prove", pretended)
    whole = make_book(tmp_path / "whole.npz", False, 2, lambda done, total: None)
    assert whole is not None
    shown: list[tuple[int, int]] = []
    file = tmp_path / "parts.npz"
    assert make_book(file, False, 2, lambda *done: shown.append(done), most=15) is None
    assert not file.is_file()
    assert shown == [(1, 40), (15, 40)]
    shown.clear()
    make_book(file, False, 2, lambda *done: shown.append(done))
    assert shown == [(16, 40), (40, 40)]
    parts = read_book(file)
    assert (parts.pieces, parts.squares) == (2, False)
    assert np.array_equal(parts.keys, whole.keys)
    assert np.array_equal(parts.distances, whole.distances)


def replies(board: Ints8, hand: int) -> Iterator[tuple[Ints8, int]]:
    for square in np.flatnonzero(board < 0):
        after = board.copy()
        after[square] = hand
        for gift in absent(after):
            yield after, gift


@BOOKS
def test_entries_agree_with_those_one_piece_later(squares: bool) -> None:
    book, chance = book_of(squares), new_chance("agree", squares)
    for number in range(12):
        board, hand = random_board(number % book.pieces, squares, chance)
        later = [book.entry(after, gift) for after, gift in replies(board, hand)]
        assert book.entry(board, hand) == answer(later)
        traps = sum(entry != 1 for entry in later), sum(entry > 1 for entry in later)
        if not any(
            making.completes_line(after, s, squares) for after, _ in replies(board, hand) for s in range(16)
        ):
            assert answers_in_book(board, hand, book) == traps


@BOOKS
def test_what_a_book_contains(squares: bool) -> None:
    book = book_of(squares)
    found = figures(book)
    assert [row.boards for row in found] == ([1, 3, 84, 1586] if squares else [1, 2, 40, 454])[
        : book.pieces + 1
    ]
    assert all(row.won + row.drawn + row.lost == row.positions for row in found)
    assert (found[0].positions, found[0].drawn) == (1, 1)  # the game is a draw
    assert found[1].positions == classes(squares)
    assert np.all(np.diff(book.keys) > 0)
    full, hand = random_board(book.pieces + 1, squares, new_chance("full"))
    if book.pieces < 4:
        assert book.entry(full, hand) == UNKNOWN
    assert ABSENT in book.distances


def test_a_book_is_compared_with_proofs() -> None:
    """Positions with three pieces; a book with one wrong number is found out."""
    book, shown = book_of(False), []
    assert check_book(book, 2, lambda *done: shown.append(done), seed=4) == 2
    assert shown == [(1, 2), (2, 2)]
    wrong = replace(book, distances=np.where(book.distances == 0, np.int8(3), book.distances))
    with pytest.raises(AssertionError, match="in the book"):
        check_book(wrong, 2, lambda *done: None, seed=4)


@BOOKS
def test_the_first_moves_take_no_search(squares: bool) -> None:
    """The value of every opening move, and the number of traps after it, are in the book."""
    state = game("quarto").start({"squares": "on" if squares else "off"})
    for _ in range(2):
        record = state.record
        student = Student(np.array(record.board), int(record.hand), squares, nodes=1000)
        study = student.study(state.moves)
        assert student.searched == 0
        assert study.value == 0
        assert set(study.values) == set(state.moves)
        state.play(study.best[0])
