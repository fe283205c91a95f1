"""Shapes that the views of trick-taking games share. A card is its rank and suit: `7c`, `10s`, `Qh`."""

from __future__ import annotations

from partie.core.shapes import Shape


class Play(Shape):
    """A card and the seat that played it."""

    seat: int
    card: str


class TakenTrick(Shape):
    """A complete trick."""

    leader: int
    winner: int
    points: int
    """The points of its cards, without slams."""
    cards: list[Play]
    """In the order of play."""
