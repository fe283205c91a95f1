"""Compiled rules against the oracle, known counts, and a golden playthrough."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest

import partie
from partie.core.compiled import verbs
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.compiled.kernel import jit
from partie.core.compiled.verbs import (
    copy,
    moves,
    over,
    play,
    records,
)
from partie.core.match import Match
from partie.core.record import read_record
from partie.games.quarto.rules import LINES, dangerous
from partie.games.quarto.text.notation import completed_lines
from tests.games.quarto.oracle import Oracle, lines

QUARTO = partie.game("quarto")
GOLDEN = Path(__file__).parent / "golden.txt"


@pytest.mark.parametrize("squares", [False, True])
def test_compiled_rules_agree_with_the_oracle_move_list_by_move_list(squares: bool) -> None:
    for seed in range(150):
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


@jit
def perft(pool, room, ply, depth, chance):
    """How many sequences of `depth` moves there are."""
    n = moves(pool[ply], room[ply])
    if depth == 1:
        return n
    total = 0
    for i in range(n):
        copy(pool[ply], pool[ply + 1])
        play(pool[ply + 1], room[ply, i], chance)
        total += perft(pool, room, ply + np.int64(1), depth - np.int64(1), chance)
    return total


def count(position: str, depth: int, squares: bool = False) -> int:
    state = QUARTO.position(position, {"squares": squares})
    pool = np.zeros(depth + 1, QUARTO.dtype).view(np.recarray)
    verbs.copy(state.record, pool[0])
    room = np.empty((depth + 1, QUARTO.rules.MOVES), np.int64)
    return int(perft(pool, room, 0, depth, new_chance(0)))


EMPTY = "................ -"
MIDDLE = "0.3.5.6.9.c..... f"


def test_perft_counts() -> None:
    assert [count(EMPTY, depth) for depth in (1, 2, 3)] == [16, 16 * 16 * 15, 16 * 16 * 15 * 15 * 14]
    assert [count(MIDDLE, depth) for depth in (1, 2, 3)] == [90, 6102, 307188]
    assert [count(MIDDLE, depth, squares=True) for depth in (1, 2)] == [90, 5822]


@pytest.mark.parametrize("squares", [False, True])
def test_perft_agrees_with_the_oracle(squares: bool) -> None:
    oracle = _oracle_at(MIDDLE, squares)
    assert count(MIDDLE, 1, squares) == len(oracle.moves())
    total = 0
    for move in oracle.moves():
        child = deepcopy(oracle)
        child.play(move)
        total += len(child.moves())
    assert count(MIDDLE, 2, squares) == total


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


def test_golden_playthrough() -> None:
    """A whole game printed move by move. After a deliberate change of the rules, delete the file and run this test once to write it anew."""
    record = read_record(
        "partie record 1\ngame: quarto 1\noptions: squares=off\nseat 0: a\nseat 1: b\nseed: 1\n"
        + "".join(f"{i}. {m}\n" for i, m in enumerate(_GOLDEN_MOVES, 1))
        + "result: 1 -1\n"
    )
    lines = []
    for match, move in record.steps():
        state = match.state
        lines += [
            f"move: {move}",
            f"position: {state}",
            f"to move: {state.to_move}  legal: {len(state.moves)}  over: {state.over}  scores: {state.scores}",
            f"view: {match.view(0).display()}",
            "",
        ]
    text = "\n".join(lines)
    if not GOLDEN.exists():
        GOLDEN.write_text(text)
        pytest.fail("wrote a new golden playthrough: look at it, then run again")
    assert text == GOLDEN.read_text()


_GOLDEN_MOVES = [
    "-0100",
    "b1-1101",
    "a4-0010",
    "b2-0011",
    "d3-1111",
    "d4-1100",
    "a1-0001",
    "b4-1000",
    "c4-1011",
    "c1-1001",
    "b3-0000",
    "a3-0110",
    "a2-0111",
    "c3-0101",
    "d2-1110",
    "d1-1010",
    "c2",
]


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


def _wins_somewhere(record, piece: int) -> bool:
    for square in range(16):
        if record.board[square] < 0:
            record.board[square] = piece
            won = bool(completed_lines(record))
            record.board[square] = -1
            if won:
                return True
    return False


def test_kernels_read_the_same_without_the_compiler() -> None:
    """`records`, `copy` and the verbs called from plain Python behave as inside compiled code."""
    state = QUARTO.start()
    pool = records(state.record, 2)
    copy(state.record, pool[0])
    play(pool[0], 16 << 5 | 3, new_chance(0))
    assert not over(pool[0])
    assert pool[0].hand == 3
    assert state.record.hand == -1
