"""What book and solver know about the moves of one position, and which of them is best.

A won game is won as quickly and a lost one lost as slowly as can be. In a drawn position the best move is the
most testing one that keeps the draw: that with the largest share of *traps* among the answers that look safe,
those that give no piece which wins at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.types import Ints8
from partie.games.quarto.players.exact.book import Book, answers_in_book, shipped_book
from partie.games.quarto.players.exact.solver import NONE, Solver, Traps

FIRST_LOOK = 3
"""All moves are first ranked by the traps that are over within this many placements."""
FEWEST_COMPARED = 4
"""Each further look is at the better half of the moves, but at this many at least."""
TRAP_NODES = 150_000
"""The most positions searched for traps."""


@dataclass
class Study:
    """The verdict on a position: its value (None: not proven), the best moves, and the value of the others.

    `placements` is when a decided game ends. `values` has the moves proven, 1, 0 or -1 for the side to move.
    `traps` has what is known about the answers to `best` in a draw.
    """

    value: int | None = None
    placements: int | None = None
    best: list[int] = field(default_factory=list)
    values: dict[int, int] = field(default_factory=dict)
    traps: Traps | None = None


class Student:
    """Studies one position: a proof of its value and of a best move searches at most `nodes` positions.

    As many as `survey` are searched to prove the other moves as well.
    """

    def __init__(
        self,
        board: Ints8,
        hand: int,
        squares: bool,
        nodes: int,
        stop: NDArray[np.uint8] | None = None,
        survey: int | None = None,
    ) -> None:
        self._board, self._hand, self._squares = board, hand, squares
        self._nodes, self._survey = nodes, nodes if survey is None else survey
        self._stop = np.zeros(1, np.uint8) if stop is None else stop
        self._solver = Solver()
        self._book: Book | None = shipped_book(squares)
        self._placed = int(np.count_nonzero(board >= 0))

    @property
    def searched(self) -> int:
        """How many positions were searched."""
        return self._solver.searched

    def study(self, moves: Sequence[int]) -> Study:
        """Judge a position with these legal moves."""
        if self._in_book(self._placed + (self._hand >= 0)):
            return self._from_book(moves)
        value, least = self._value()
        if value is None:
            return Study()
        if value == 0:
            return self._drawn(moves, self._test(moves))
        end = self._solver.end(
            self._board, self._hand, value, self._squares, least=least, nodes=self._nodes, stop=self._stop
        )
        if end is None:
            return Study()
        best = end.square << 5 | end.gift
        values = dict.fromkeys(moves, -1) if value < 0 else self._test([m for m in moves if m != best])
        return Study(value, end.placements, [best], values | {best: value})

    def _in_book(self, pieces: int) -> bool:
        return self._book is not None and pieces <= self._book.pieces

    def _after(self, move: int) -> tuple[Ints8, int]:
        """The board and the piece in hand after a move."""
        board = self._board.copy()
        if self._hand >= 0:
            board[move >> 5] = self._hand
        return board, move & 31

    def _value(self) -> tuple[int | None, int]:
        """The value of the position, None if it is not proven, and how long it takes to win at least."""
        if self._in_book(self._placed) and self._hand >= 0:
            assert self._book is not None
            entry = self._book.entry(self._board, self._hand)
            return int(np.sign(entry)), abs(entry)
        return self._solver.solve(
            self._board, self._hand, self._squares, nodes=self._nodes, stop=self._stop
        ).value, 1

    def _from_book(self, moves: Sequence[int]) -> Study:
        """Judge a position whose moves are all in the book."""
        assert self._book is not None
        entries = {}
        for move in moves:
            board, gift = self._after(move)
            if gift == NONE:
                return Study(1, 1, [move], dict.fromkeys(moves, 0) | {move: 1})
            entry = self._book.entry(board, gift)
            step = int(self._hand >= 0)
            entries[move] = 0 if entry == 0 else -entry - step if entry > 0 else step - entry
        values = {move: int(np.sign(entry)) for move, entry in entries.items()}
        value = max(values.values())
        if value == 0:
            return self._drawn(moves, values)
        placements = min(e for e in entries.values() if e > 0) if value > 0 else -min(entries.values())
        best = [move for move, entry in entries.items() if abs(entry) == placements and values[move] == value]
        return Study(value, placements, best, values)

    def _test(self, moves: Sequence[int]) -> dict[int, int]:
        """The values of as many moves as the survey allows, those with most traps first.

        One that draws is looked for until it is found.
        """
        values: dict[int, int] = {}
        until = self._solver.searched + self._survey
        for move in sorted(moves, key=lambda move: _rank(self._traps(move, FIRST_LOOK)), reverse=True):
            nodes = until - self._solver.searched if 0 in values.values() else self._nodes
            if nodes <= 0 or self._stop[0]:
                break
            value = self._solver.value(
                self._board, self._hand, move >> 5, move & 31, self._squares, nodes=nodes, stop=self._stop
            )
            if value is not None:
                values[move] = value
        return values

    def _drawn(self, moves: Sequence[int], values: dict[int, int]) -> Study:
        """Choose among the moves that draw: look deeper and deeper for traps, in fewer and fewer of them."""
        drawing = [move for move in moves if values.get(move) == 0]
        ranked = {move: self._traps(move, FIRST_LOOK) for move in drawing}
        empty = 16 - self._placed - (self._hand >= 0)
        until = self._solver.searched + TRAP_NODES
        for within in range(FIRST_LOOK + 2, empty + 1, 2):
            deeper: dict[int, Traps | None] = {}
            order = sorted(ranked, key=lambda move: _rank(ranked[move]), reverse=True)
            for move in order[: max(FEWEST_COMPARED, len(order) // 2)]:
                deeper[move] = self._traps(move, within, until - self._solver.searched)
                if deeper[move] is None:
                    break
            if None in deeper.values() or not deeper:
                break
            ranked = deeper
        top = max((_rank(traps) for traps in ranked.values()), default=None)
        best = [move for move, traps in ranked.items() if _rank(traps) == top]
        return Study(0, 16 - self._placed, best, values, ranked[best[0]] if best else None)

    def _traps(self, move: int, within: int, nodes: int = TRAP_NODES) -> Traps | None:
        """The traps among the answers to a move; None if they take too long to count."""
        board, gift = self._after(move)
        if gift == NONE:
            return Traps(0, 0)
        pieces = int(np.count_nonzero(board >= 0))
        if self._in_book(pieces + 1):
            assert self._book is not None
            return Traps(*answers_in_book(board, gift, self._book))
        return self._solver.traps(
            board, gift, self._squares, within=within, nodes=max(0, nodes), stop=self._stop
        )


def _rank(traps: Traps | None) -> tuple[float, int]:
    """How testing a move is: the share of traps, then how few answers hold."""
    if traps is None or traps.answers == 0:
        return 0.0, 0
    return traps.losing / traps.answers, traps.losing - traps.answers
