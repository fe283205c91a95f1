"""The exact solver against a plain search straight from the rules, and against the game's symmetries."""

from __future__ import annotations

import random
import threading
from typing import Any

import numpy as np
import pytest

from partie.core.compiled.types import int64
from partie.games.quarto.players.exact.solver import (
    NONE,
    Solution,
    Solver,
)
from partie.games.quarto.players.exact.symmetry import (
    board_symmetries,
    canonical,
    geometry,
)
from partie.games.quarto.players.exact.transpositions import transfer

ROWS = [[4 * c + r for c in range(4)] for r in range(4)]
COLUMNS = [[4 * c + r for r in range(4)] for c in range(4)]
DIAGONALS = [[0, 5, 10, 15], [3, 6, 9, 12]]
BLOCKS = [[4 * c + r, 4 * c + r + 1, 4 * c + r + 4, 4 * c + r + 5] for c in range(3) for r in range(3)]
EMPTY = [-1] * 16


def completes(board: Any, square: Any, squares: Any) -> Any:
    for line in ROWS + COLUMNS + DIAGONALS + (BLOCKS if squares else []):
        pieces = [board[s] for s in line]
        if square in line and -1 not in pieces:
            ones, zeros = 15, 15
            for piece in pieces:
                ones, zeros = ones & piece, zeros & ~piece
            if ones or zeros:
                return True
    return False


def plain_value(board: Any, hand: Any, squares: Any, known: Any) -> Any:
    """The value for the player who has to place `hand`."""
    key = (tuple(board), hand)
    if key not in known:
        known[key] = max_placement(board, hand, squares, known)
    return known[key]


def max_placement(board: Any, hand: Any, squares: Any, known: Any) -> Any:
    best = -1
    empty = [s for s in range(16) if board[s] < 0]
    for square in empty:
        if completes([*board[:square], hand, *board[square + 1 :]], square, squares):
            return 1
    for square in empty:
        after = [*board[:square], hand, *board[square + 1 :]]
        best = max(best, plain_gift(after, squares, known))
        if best == 1:
            break
    return best


def plain_gift(board: Any, squares: Any, known: Any) -> Any:
    """The value for the player who has to give."""
    left = [piece for piece in range(16) if piece not in board]
    return max((-plain_value(board, gift, squares, known) for gift in left), default=0)


def random_position(rng: Any, pieces: Any, squares: Any = False, giving: Any = False) -> Any:
    """A position reached by random play, in which nobody has won."""
    while True:
        order = rng.sample(range(16), 16)
        board = list(EMPTY)
        won = False
        for piece, square in zip(order[:pieces], rng.sample(range(16), pieces), strict=True):
            board[square] = piece
            won = won or completes(board, square, squares)
        if not won:
            return board, (-1 if giving or pieces == 16 else order[pieces])


def plain(board: Any, hand: Any, squares: Any) -> Any:
    return plain_gift(board, squares, {}) if hand < 0 else plain_value(board, hand, squares, {})


def value_after(board: Any, hand: Any, move: Any, squares: Any) -> Any:
    """What the plain search says a move is worth to the player who makes it."""
    square, gift = move
    if square != NONE:
        board = [*board[:square], hand, *board[square + 1 :]]
        if completes(board, square, squares):
            assert gift == NONE
            return 1
    if gift == NONE:
        assert -1 not in board
        return 0
    return -plain_value(board, gift, squares, {})


@pytest.mark.parametrize("squares", [False, True])
@pytest.mark.parametrize("giving", [False, True])
@pytest.mark.parametrize(
    ("pieces", "positions"), [(9, 1), (10, 30), (11, 60), (12, 60), (13, 60), (14, 40), (15, 20)]
)
def test_agrees_with_the_plain_search(pieces: Any, positions: Any, giving: Any, squares: Any) -> None:
    rng = random.Random(f"{pieces} {giving} {squares}")
    solver = Solver()
    for _ in range(positions):
        board, hand = random_position(rng, pieces, squares, giving)
        solution = solver.solve(board, hand, squares)
        assert solution.proven
        assert solution.value == plain(board, hand, squares)
        assert value_after(board, hand, (solution.square, solution.gift), squares) == solution.value


def legal_moves(board: Any, hand: Any, squares: Any) -> Any:
    """All legal moves (square, gift)."""
    left = [piece for piece in range(16) if piece not in board and piece != hand]
    if hand < 0:
        return [(NONE, gift) for gift in left]
    moves = []
    for square in (s for s in range(16) if board[s] < 0):
        ends = completes([*board[:square], hand, *board[square + 1 :]], square, squares) or not left
        moves += [(square, gift) for gift in ([NONE] if ends else left)]
    return moves


@pytest.mark.parametrize("squares", [False, True])
@pytest.mark.parametrize("giving", [False, True])
def test_the_value_of_every_move(giving: Any, squares: Any) -> None:
    rng = random.Random(5)
    solver = Solver()
    for pieces in (11, 12, 13, 14, 15):
        board, hand = random_position(rng, pieces, squares, giving)
        for square, gift in legal_moves(board, hand, squares):
            value = value_after(board, hand, (square, gift), squares)
            assert solver.value(board, hand, square, gift, squares) == value


def test_symmetries_of_the_board() -> None:
    assert len(board_symmetries(False)) == len(set(board_symmetries(False))) == 32
    assert len(board_symmetries(True)) == len(set(board_symmetries(True))) == 8
    assert set(board_symmetries(True)) < set(board_symmetries(False))


def disguise(rng: Any, board: Any, hand: Any, squares: Any) -> Any:
    """An equivalent position: the board moved, the traits permuted, some of them complemented."""
    symmetry = rng.choice(board_symmetries(squares))
    traits = rng.sample(range(4), 4)
    flipped = rng.randrange(16)

    def image(piece: Any) -> Any:
        return piece if piece < 0 else flipped ^ sum(1 << traits[t] for t in range(4) if piece >> t & 1)

    moved = list(EMPTY)
    for square, piece in enumerate(board):
        moved[symmetry[square]] = image(piece)
    return moved, image(hand)


@pytest.mark.parametrize("squares", [False, True])
@pytest.mark.parametrize("pieces", [6, 7, 8, 9])
def test_equivalent_positions_have_equal_values(pieces: Any, squares: Any) -> None:
    rng = random.Random(pieces)
    for _ in range(10):
        board, hand = random_position(rng, pieces, squares)
        value = Solver().solve(board, hand, squares).value
        for _ in range(3):
            same_board, same_hand = disguise(rng, board, hand, squares)
            assert Solver().solve(same_board, same_hand, squares).value == value


def planes_of(board: Any) -> tuple[int, int]:
    taken = sum(1 << s for s in range(16) if board[s] >= 0)
    planes = sum((board[s] >> t & 1) << (16 * t + s) for s in range(16) if board[s] >= 0 for t in range(4))
    return int64(np.uint64(planes).astype(np.int64)), int64(taken)


@pytest.mark.parametrize("squares", [False, True])
def test_equivalent_boards_have_one_canonical_form(squares: Any) -> None:
    rng = random.Random(3)
    for _ in range(300):
        board, _ = random_position(rng, rng.randrange(1, 12), squares)
        form = canonical(*planes_of(board), *geometry(squares))
        for _ in range(3):
            other, _ = disguise(rng, board, -1, squares)
            assert canonical(*planes_of(other), *geometry(squares)) == form


def test_number_of_canonical_boards() -> None:
    """Boards with 1, 2, 3 and 4 pieces and no line, up to all 32 × 384 symmetries: known counts."""
    tables = geometry(False)
    boards = {(0, 0): EMPTY}
    counts = []
    for _ in range(4):
        larger: dict[tuple[int, int], list[int]] = {}
        for board in boards.values():
            for square in (s for s in range(16) if board[s] < 0):
                for piece in (p for p in range(16) if p not in board):
                    after = [*board[:square], piece, *board[square + 1 :]]
                    if completes(after, square, False):
                        continue
                    larger[canonical(*planes_of(after), *tables)] = after
        boards = larger
        counts.append(len(boards))
    assert counts == [2, 40, 454, 10_346]


def test_a_table_kept_between_calls_and_one_too_small_change_nothing() -> None:
    rng = random.Random(8)
    kept, tiny = Solver(), Solver(table_bits=0)
    for _ in range(12):
        board, hand = random_position(rng, 6)
        first = Solver().solve(board, hand)
        again = kept.solve(board, hand)
        assert first.value == again.value == tiny.solve(board, hand).value
        assert kept.solve(board, hand).nodes <= first.nodes // 2
        assert kept.solve(board, hand, True).value == Solver().solve(board, hand, True).value
    kept.clear()
    assert kept.solve(board, hand) == first


def test_solvers_share_a_table() -> None:
    """What one has proven the other need not search; distances are looked for in tables of their own."""
    table = np.zeros(1 << 18, np.int64)
    first, second, alone = Solver(shared=table), Solver(shared=table), Solver()
    board, hand = random_position(random.Random(8), 5)
    values = [solver.solve(board, hand).value for solver in (first, second, alone)]
    assert values[0] == values[1] == values[2]
    assert first.searched == alone.searched > 10 * second.searched
    assert np.count_nonzero(table) > 100


def test_a_grown_table_knows_the_same_boards() -> None:
    board, hand = random_position(random.Random(9), 5)
    solver = Solver()
    first = solver.solve(board, hand)
    again = solver.solve(board, hand)
    table = solver._tables[False]
    larger = np.zeros(8 * table.size, np.int64)
    assert transfer(table, larger) == np.count_nonzero(table) == np.count_nonzero(larger)
    solver._tables[False] = larger
    assert solver.solve(board, hand) == again
    assert again.nodes < first.nodes // 20


def test_wins_at_once() -> None:
    board = [0b0000, 0b0001, 0b0010, -1, *EMPTY[4:]]
    assert Solver().solve(board, 0b0100) == Solution(1, 3, NONE, 0, True)


def test_a_square_wins_only_with_the_option() -> None:
    board = [0b0000, 0b0001, -1, -1, 0b0010, *EMPTY[5:]]
    assert Solver().solve(board, 0b0100, True) == Solution(1, 5, NONE, 0, True)
    assert Solver().solve(board, 0b0100, False, nodes=1).value is None


def test_a_lost_game_has_no_move() -> None:
    board = [0b0000, 0b0001, 0b0010, 0b0100, *EMPTY[4:]]
    assert Solver().solve(board, 0b1111) == Solution(-1, NONE, NONE, 0, True)


def test_a_full_board_is_a_draw() -> None:
    board, hand = random_position(random.Random(1), 16)
    assert Solver().solve(board, hand) == Solution(0, NONE, NONE, 0, True)


def test_the_last_piece() -> None:
    board, hand = random_position(random.Random(4), 15)
    solution = Solver().solve(board, hand)
    assert (solution.square, solution.gift) == (board.index(-1), NONE)


def test_a_loser_makes_a_legal_move() -> None:
    rng = random.Random(6)
    lost = 0
    for _ in range(400):
        board, hand = random_position(rng, 11)
        solution = Solver().solve(board, hand)
        if solution.value == -1:
            lost += 1
            assert board[solution.square] == -1
            assert solution.gift not in [*board, hand, NONE]
    assert lost > 3


def test_too_few_nodes_prove_nothing() -> None:
    board, hand = random_position(random.Random(2), 3)
    solution = Solver().solve(board, hand, nodes=500)
    assert solution == Solution(None, NONE, NONE, 500, False)
    square, gift = board.index(-1), next(piece for piece in range(16) if piece not in [*board, hand])
    assert Solver().value(board, hand, square, gift, nodes=500) is None


def test_stopped_before_it_starts() -> None:
    board, hand = random_position(random.Random(2), 3)
    assert Solver().solve(board, hand, stop=np.ones(1, np.uint8)) == Solution(None, NONE, NONE, 0, False)


def test_stopped_from_another_thread() -> None:
    stop, solver, answers = np.zeros(1, np.uint8), Solver(), []
    thinker = threading.Thread(target=lambda: answers.append(solver.solve(EMPTY, 0, stop=stop)), daemon=True)
    thinker.start()
    while thinker.is_alive() and not any(table.any() for table in list(solver._tables.values())):
        thinker.join(0.01)  # until it has stored something and is therefore searching
    assert not answers
    stop[0] = 1
    thinker.join(60)
    assert answers, "it goes on after being told to stop"
    assert not answers[0].proven
    assert answers[0].nodes > 0


def test_refuses_what_is_not_a_position() -> None:
    with pytest.raises(ValueError, match="not a Quarto position"):
        Solver().solve([3, *EMPTY[1:]], 3)
    with pytest.raises(ValueError, match="not a Quarto position"):
        Solver().solve([3, 3, *EMPTY[2:]], 5)
