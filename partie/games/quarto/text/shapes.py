"""The shape of a view of Quarto.

A piece is four bits, `colour height top shape`: 1 = blue, tall, solid, square; 0 = red, short, hollow, round.
A square is `a1` to `d4`.
"""

from __future__ import annotations

from typing import Literal

from partie.core.shapes import Shape


class LastMove(Shape):
    """A move in two parts: the square of the piece placed, and the piece given."""

    square: str | None
    gift: str | None


class QuartoView(Shape):
    """Quarto.

    A piece is four bits, `colour height top shape`: 1 = blue, tall, solid, square; 0 = red, short, hollow,
    round.
    """

    board: list[str | None]
    """The pieces on the 16 squares, in the order a1 b1 c1 d1 a2 …"""
    hand: str | None
    """The piece to place."""
    left: list[str]
    """The pieces not given yet."""
    last: LastMove | None
    """The last move."""
    line: list[str] | None
    """The squares of a completed line; of several, the first."""
    lines: list[list[str]]
    """All lines completed by the last move."""
    traits: list[str]
    """The common traits of the completed lines, in English."""
    phase: Literal["give", "place", "over"]
    squares: bool
    """Whether 2×2 squares count as lines."""
    dangerous: list[str]
    """The remaining pieces that would let the player who receives them win at once."""
