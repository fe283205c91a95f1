"""Compiled rules against the oracle, known counts, and a golden playthrough."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import partie
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.compiled.verbs import (
    copy,
    over,
    play,
    records,
)
from partie.core.match import Match
from partie.games.quarto.rules import LINES, dangerous
from partie.games.quarto.text.notation import completed_lines
from partie.testing import GoldenContract, Playthrough, perft
from partie.testing.amounts import amount
from tests.games.quarto.oracle import Oracle, lines

QUARTO = partie.game("quarto")


@pytest.mark.parametrize("squares", [False, True])
def test_compiled_rules_agree_with_the_oracle_move_list_by_move_list(squares: bool) -> None:
    for seed in range(amount(50, 150)):
        chance = new_chance("oracle", seed)
        state, oracle = QUARTO.start({"squares": squares}), Oracle(squares)
        while not state.over:
            legal = sorted(state.text(move) for move in state.moves)
            assert legal == sorted(oracle.moves())
            assert state.to_move == oracle.turn
            move = legal[int(below(chance, len(legal)))]
            state.play(move)
            oracle.play(move)
        assert oracle.over()
        assert state.scores == oracle.scores()


def test_there_are_ten_lines_and_nineteen_with_squares() -> None:
    assert len(lines(False)) == 10
    assert len(lines(True)) == len(LINES) == 19


def count(position: str, depth: int, squares: bool = False) -> int:
    return perft(QUARTO.position(position, {"squares": squares}), depth, compiled=True)


EMPTY = "................ -"
MIDDLE = "0.3.5.6.9.c..... f"


def test_perft_counts() -> None:
    assert [count(EMPTY, depth) for depth in (1, 2, 3)] == [16, 16 * 16 * 15, 16 * 16 * 15 * 15 * 14]
    assert [count(MIDDLE, depth) for depth in (1, 2, 3)] == [90, 6102, 307242]
    assert [count(MIDDLE, depth, squares=True) for depth in (1, 2)] == [90, 5822]


@pytest.mark.parametrize("squares", [False, True])
def test_perft_agrees_with_the_oracle(squares: bool) -> None:
    oracle = _oracle_at(MIDDLE, squares)
    assert count(MIDDLE, 1, squares) == len(oracle.moves())
    total = 0
    for move in oracle.moves():
        child = deepcopy(oracle)
        child.play(move)
        total += 1 if child.over() else len(child.moves())
    state = QUARTO.position(MIDDLE, {"squares": squares})
    assert perft(state, 2, compiled=True) == perft(state, 2) == total


def _oracle_at(position: str, squares: bool) -> Oracle:
    oracle = Oracle(squares)
    board, hand = position.split()
    names = [column + row for row in "1234" for column in "abcd"]
    oracle.board = {
        name: f"{int(digit, 16):04b}" for name, digit in zip(names, board, strict=True) if digit != "."
    }
    oracle.hand = f"{int(hand, 16):04b}"
    oracle.left -= {oracle.hand, *oracle.board.values()}
    oracle.turn = (len(oracle.board) + 1) % 2
    return oracle


class TestGolden(GoldenContract):
    game = QUARTO
    folder = Path(__file__).parent
    playthroughs = {"golden": Playthrough(seed=1)}


@pytest.mark.parametrize("squares", [False, True])
def test_dangerous_pieces_are_those_that_win_at_once(squares: bool) -> None:
    for seed in range(6):
        match = Match(QUARTO, {"squares": squares}, seed)
        chance = new_chance("danger", seed)
        while not match.state.over:
            record = match.state.record
            threats = int(dangerous(record))
            for piece in range(16):
                if record.left >> piece & 1:
                    assert bool(threats >> piece & 1) == _wins_somewhere(record, piece)
            legal = match.state.moves
            match.play(legal[int(below(chance, len(legal)))])


def _wins_somewhere(record: Any, piece: int) -> bool:
    for square in range(16):
        if record.board[square] < 0:
            record.board[square] = piece
            won = bool(completed_lines(record))
            record.board[square] = -1
            if won:
                return True
    return False


def test_verbs_behave_the_same_when_called_from_plain_python() -> None:
    """`records`, `copy` and the verbs called from plain Python behave as inside compiled code."""
    state = QUARTO.start()
    pool = records(state.record, 2)
    copy(state.record, pool[0])
    play(pool[0], 16 << 5 | 3, new_chance(0))
    assert not over(pool[0])
    assert pool[0].hand == 3
    assert state.record.hand == -1
