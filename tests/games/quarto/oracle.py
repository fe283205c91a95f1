"""The rules of Quarto written a second time, slowly and plainly, straight from the rules page.

It shares nothing with the compiled rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

LETTERS, DIGITS = "abcd", "1234"
TRAITS = range(4)


def lines(squares: bool) -> list[list[str]]:
    found = [[column + row for row in DIGITS] for column in LETTERS]
    found += [[column + row for column in LETTERS] for row in DIGITS]
    found += [["a1", "b2", "c3", "d4"], ["a4", "b3", "c2", "d1"]]
    if squares:
        for left, right in ("ab", "bc", "cd"):
            for low, high in ("12", "23", "34"):
                found.append([left + low, left + high, right + low, right + high])
    return found


@dataclass
class Oracle:
    """A game in progress; pieces are texts of four bits."""

    squares: bool = False
    board: dict[str, str] = field(default_factory=dict)
    left: set[str] = field(default_factory=lambda: {"".join(bits) for bits in product("01", repeat=4)})
    hand: str | None = None
    turn: int = 0
    winner: int | None = None

    def has_line(self) -> bool:
        for line in lines(self.squares):
            if all(square in self.board for square in line):
                pieces = [self.board[square] for square in line]
                if any(len({piece[trait] for piece in pieces}) == 1 for trait in TRAITS):
                    return True
        return False

    def over(self) -> bool:
        return self.winner is not None or len(self.board) == 16

    def moves(self) -> set[str]:
        if self.over():
            return set()
        if self.hand is None:
            return {f"-{piece}" for piece in self.left}
        found = set()
        for square in (column + row for column in LETTERS for row in DIGITS):
            if square in self.board:
                continue
            self.board[square] = self.hand
            wins = self.has_line()
            del self.board[square]
            if wins or not self.left:
                found.add(square)
            else:
                found |= {f"{square}-{piece}" for piece in self.left}
        return found

    def play(self, move: str) -> None:
        square, _, gift = move.partition("-")
        if square:
            assert self.hand is not None
            self.board[square] = self.hand
            self.hand = None
            if self.has_line():
                self.winner = self.turn
                return
        if gift:
            self.left.remove(gift)
            self.hand = gift
            self.turn = 1 - self.turn

    def scores(self) -> list[float]:
        if self.winner is None:
            return [0.0, 0.0]
        return [1.0 if seat == self.winner else -1.0 for seat in (0, 1)]
