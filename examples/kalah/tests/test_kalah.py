"""Kalah passes Partie's contract suite, its rules agree with those of `proof`, and its solver with
minimax."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import ClassVar

import pytest
from partie_kalah import GAME
from partie_kalah.lab import board_of
from partie_kalah.proof import Board, count_checked
from partie_kalah.solver import Solver

from partie.core.compiled.chance import below, new_chance
from partie.core.errors import BadPosition, IllegalMove
from partie.core.registry import game
from partie.testing import GameContract, GoldenContract, Playthrough, StoppingContract, perft


class TestContract(GameContract):
    game = GAME


class TestStopping(StoppingContract):
    game = GAME


class TestGolden(GoldenContract):
    game = GAME
    folder = Path(__file__).parent
    playthroughs: ClassVar = {"golden": Playthrough({"preset": "small"})}


def test_perft() -> None:
    counts = [perft(GAME.start(), depth) for depth in range(5)]
    assert counts == [1, 6, 35, 185, 942]
    assert counts == [sequences(board_of(GAME.start()), depth) for depth in range(5)]


def sequences(board: Board, depth: int) -> int:
    """Count the sequences of moves by the rules of `proof`."""
    if depth == 0 or board.over:
        return 1
    return sum(sequences(board.after(move), depth - 1) for move in board.moves)


def test_it_is_found_through_its_entry_point() -> None:
    assert game("kalah") is GAME


@pytest.mark.parametrize("empty", [False, True])
@pytest.mark.parametrize(("houses", "stones"), [(6, 4), (4, 3), (3, 6), (1, 5), (2, 1)])
def test_rules_written_twice_agree(houses: int, stones: int, empty: bool) -> None:
    for seed in range(40):
        chance = new_chance("kalah", houses, stones, seed)
        state = GAME.start({"houses": houses, "stones": stones, "empty": empty})
        board = board_of(state)
        while not state.over:
            assert state.moves == board.moves
            move = state.moves[int(below(chance, len(state.moves)))]
            state.play(move)
            board = board.after(move)
            assert board_of(state) == board
        assert board.over


@cache
def minimax(board: Board) -> int:
    """Return the final margin of the first seat, by exhaustive search."""
    if board.over:
        return board.stores[0] - board.stores[1]
    values = [minimax(board.after(move)) for move in board.moves]
    return max(values) if board.turn == 0 else min(values)


@pytest.mark.parametrize("empty", [False, True])
@pytest.mark.parametrize(("houses", "stones"), [(1, 4), (2, 3), (3, 2), (4, 1), (5, 1)])
def test_the_solver_agrees_with_minimax(houses: int, stones: int, empty: bool) -> None:
    state = GAME.start({"houses": houses, "stones": stones, "empty": empty})
    # A table that is far too small is overwritten all the time, which must not affect the result.
    for solver in (Solver(), Solver(bits=4)):
        assert solver.solve(state).margin == minimax(board_of(state))
        margins = solver.margins(state)
        assert margins == {move: minimax(board_of(state).after(move)) for move in state.moves}


def test_a_proof_of_too_large_a_margin_fails() -> None:
    state, solver = GAME.start({"preset": "small"}), Solver()

    def best(board: Board) -> int:
        text = " ".join(",".join(map(str, row)) for row in board.houses)
        position = f"{text} {board.stores[0]}:{board.stores[1]} {board.turn + 1}"
        return solver.best(GAME.position(position, {"preset": "small"}))

    assert solver.solve(state).margin == 6
    assert count_checked(board_of(state), 0, 6, best)
    assert count_checked(board_of(state), 0, 7, best) is None
    assert count_checked(board_of(state), 1, -6, best)
    assert count_checked(board_of(state), 1, -5, best) is None


def test_a_search_that_is_cut_short_has_no_result() -> None:
    assert Solver().solve(GAME.start(), limit=1000).margin is None
    assert Solver().margins(GAME.start(), limit=1000) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "both rows"),
        ("4,4,4,4,4,4 4,4,4,4,4,4 0:0 3", "both rows"),
        ("4,4,4,4,4 4,4,4,4,4,4 0:0 1", "6 houses"),
        ("4,4,4,4,4,4 4,4,4,4,4,4 1:0 1", "48 stones"),
        ("0,0,0,0,0,0 4,4,4,4,4,4 12:12 1", "the game is over"),
        ("4,,4,4,4,4 4,4,4,4,4,4 0:0 1", "numbers of stones"),
    ],
)
def test_impossible_positions_are_explained(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        GAME.position(text)


def test_illegal_moves_are_explained() -> None:
    state = GAME.start({"preset": "small"})
    for move, reason in (("x", "letter of one of your houses"), ("f", "yours are a to d")):
        with pytest.raises(IllegalMove, match=reason):
            state.play(move)
    state.play("b")
    assert state.to_move == 0, "the last stone fell into the store"
    with pytest.raises(IllegalMove, match="House b is empty"):
        state.play("b")
