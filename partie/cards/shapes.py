"""What the views of trick-taking games have in common. Cards are rank and suit: `7c`, `10s`, `Qh`."""

from __future__ import annotations

from partie.core.shapes import Shape


class Play(Shape):
    """A card and who played it."""

    seat: int
    card: str


class TakenTrick(Shape):
    """A trick that is complete."""

    leader: int
    winner: int
    points: int
    """What its cards count, slams apart."""
    cards: list[Play]
    """In the order of play."""
