"""When games end, and how many traps there are, against a plain search straight from the rules."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from partie.games.quarto.players.exact.solver import NONE, Solver
from partie.games.quarto.players.exact.study import Student
from tests.games.quarto.test_solver import completes, legal_moves, random_position

Known = dict[tuple[tuple[int, ...], int], int]


def order(end: int) -> tuple[int, int]:
    """How good it is to win after `end` placements, to draw (0) or to lose after -`end`."""
    return int(np.sign(end)), -end


def plain_end(board: Sequence[int], hand: int, squares: bool, known: Known) -> int:
    """When the side to move wins (d) or loses (-d), in placements from here; 0 if it draws."""
    key = (tuple(board), hand)
    if key not in known:
        ends = [end_after(board, hand, move, squares, known) for move in legal_moves(board, hand, squares)]
        known[key] = max(ends, key=order)
    return known[key]


def end_after(board: Sequence[int], hand: int, move: tuple[int, int], squares: bool, known: Known) -> int:
    """The same for the player who makes a move."""
    square, gift = move
    step = int(square != NONE)
    after = [*board[:square], hand, *board[square + 1 :]] if step else list(board)
    if gift == NONE:
        return 1 if completes(after, square, squares) else 0
    end = -plain_end(after, gift, squares, known)
    return end + step * int(np.sign(end))


@pytest.mark.parametrize("squares", [False, True])
@pytest.mark.parametrize("giving", [False, True])
def test_when_a_decided_game_ends(giving: bool, squares: bool) -> None:
    rng = random.Random(f"{giving} {squares}")
    solver, ends = Solver(), set()
    for pieces, positions in ((11, 8), (12, 25), (13, 40), (14, 20)):
        for _ in range(positions):
            board, hand = random_position(rng, pieces, squares, giving)
            known: Known = {}
            end = plain_end(board, hand, squares, known)
            if end == 0:
                continue
            found = solver.end(board, hand, int(np.sign(end)), squares)
            assert found is not None
            assert found.placements == abs(end)
            assert end_after(board, hand, (found.square, found.gift), squares, known) == end
            again = solver.end(board, hand, int(np.sign(end)), squares, least=abs(end))
            assert again is not None
            assert again.placements == abs(end)
            ends.add(end)
    assert len(ends) >= 3  # quick and slow wins, and losses


def test_a_claim_that_is_not_true_is_refused() -> None:
    rng = random.Random(3)
    board, hand = random_position(rng, 12)
    while plain_end(board, hand, False, {}) != 0:
        board, hand = random_position(rng, 12)
    with pytest.raises(ValueError, match="not worth 1"):
        Solver().end(board, hand, 1)


def test_too_few_nodes_prove_no_end() -> None:
    board, hand = random_position(random.Random(2), 3)
    assert Solver().end(board, hand, 1, nodes=10) is None
    assert Solver().traps(board, hand, nodes=10) is None


def plain_traps(board: Sequence[int], hand: int, squares: bool, within: int) -> tuple[int, int]:
    """Answers that give no piece which wins at once, and how many lose within some placements after them."""
    answers = losing = 0
    known: Known = {}
    for square, gift in legal_moves(board, hand, squares):
        if gift == NONE:
            continue
        after = [*board[:square], hand, *board[square + 1 :]]
        end = plain_end(after, gift, squares, known)
        answers += end != 1
        losing += 1 < end <= within
    return answers, losing


@pytest.mark.parametrize("squares", [False, True])
def test_the_number_of_traps(squares: bool) -> None:
    rng = random.Random(squares)
    solver, found = Solver(), set()
    for pieces, positions in ((11, 6), (12, 12)):
        for _ in range(positions):
            board, hand = random_position(rng, pieces, squares)
            while any(gift == NONE for _, gift in legal_moves(board, hand, squares)):
                board, hand = random_position(rng, pieces, squares)
            for within in (3, 5, 16):
                traps = plain_traps(board, hand, squares, within)
                assert solver.traps(board, hand, squares, within=within) == traps
                found.add(traps)
    assert len(found) > 3


def student_of(board: Sequence[int], hand: int, squares: bool) -> Student:
    return Student(np.array(board, np.int8), hand, squares, nodes=1 << 30)


@pytest.mark.parametrize("squares", [False, True])
@pytest.mark.parametrize("giving", [False, True])
def test_what_is_best(giving: bool, squares: bool) -> None:
    """The quickest win, the slowest loss, and the draw with the largest share of traps."""
    rng = random.Random(f"{giving} {squares}")
    values = set()
    for _ in range(60):
        board, hand = random_position(rng, rng.randrange(12, 15), squares, giving)
        moves = [square << 5 | gift for square, gift in legal_moves(board, hand, squares)]
        study = student_of(board, hand, squares).study(moves)
        known: Known = {}
        ends = {move: end_after(board, hand, (move >> 5, move & 31), squares, known) for move in moves}
        end = max(ends.values(), key=order)
        values.add(study.value)
        assert study.value == np.sign(end)
        assert study.values == {move: np.sign(end) for move, end in ends.items()} or study.value != 0
        if end:
            assert study.placements == abs(end)
            assert all(ends[move] == end for move in study.best)
        else:
            assert_most_testing(board, hand, squares, ends, study.best)
    assert values >= {1, 0}


def assert_most_testing(
    board: Sequence[int], hand: int, squares: bool, ends: dict[int, int], best: list[int]
) -> None:
    shares = {}
    for move in (move for move, end in ends.items() if end == 0):
        square, gift = move >> 5, move & 31
        after = [*board[:square], hand, *board[square + 1 :]] if square != NONE else list(board)
        answers, losing = (0, 0) if gift == NONE else plain_traps(after, gift, squares, 16)
        shares[move] = losing / answers if answers else 0.0
    if len(shares) <= 4:  # with more, the less promising ones are left out before the deepest look
        assert all(shares[move] == max(shares.values()) for move in best)
    assert set(best) <= set(shares)
