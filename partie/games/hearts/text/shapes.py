"""The shape of a view of Hearts."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from partie.cards.deck import Suit
from partie.cards.shapes import Play, TakenTrick
from partie.core.shapes import Shape, Words

Phase = Literal["pass", "play", "between", "over"]
Direction = Literal["none", "left", "across", "right"]


class Trick(Shape):
    """The trick being played."""

    number: int
    """Counts from 1 in play; 0 while cards are passed."""
    leader: int | None
    """Null when no trick is being played."""
    led: Suit | None
    cards: list[Play]
    """In the order of play."""


class Passing(Shape):
    """How cards are passed in this deal."""

    direction: Direction
    to: int | None
    """The seat this one passes to."""
    waiting: list[int]
    """The seats that have not chosen yet."""


_From = TypedDict("_From", {"from": int | None})
"""`from` is a keyword of Python: a field of this name cannot be declared in a class."""


class HeartsView(Shape, _From):
    """Hearts. Cards are rank and suit (`c` clubs, `d` diamonds, `s` spades, `h` hearts), and lists of cards
    are sorted by suit in that order, then by rank. Moves are a card, `pass` and three cards, or `deal`.

    Higher scores are better in both games. Players of the classic game count penalty points upwards, so
    clients show its scores with the opposite sign. `from` is the seat that passes to this one.
    """

    rules: Literal["coeurs", "classic"]
    deal: int
    deals: int | None
    """Null when the game lasts until somebody has taken 100 points."""
    dealer: int
    phase: Phase
    """`between` when the deal is over but not the game: it is the next dealer's turn, whose only move is
    `deal`.
    """
    hands: list[list[str] | None]
    """The viewer's own hand, null for the others; all hands in replays where nothing is hidden."""
    counts: list[int]
    """The number of cards each seat holds; ten after putting three aside to pass."""
    trick: Trick
    last_trick: TakenTrick | None
    points: list[int]
    """The points of this deal so far, slams included."""
    taken: list[list[str]]
    """The scoring cards in the tricks of each seat."""
    totals: list[int]
    """The sums of the finished deals."""
    sheet: list[list[int]]
    """The scores of the finished deals."""
    places: list[int]
    """The ranking by totals; equal ones share a place."""
    voids: list[list[Suit]]
    """The suits in which each seat has shown a void."""
    gone: list[str]
    """All cards played in this deal, those on the table included."""
    hearts_broken: bool
    passing: Passing | None
    """Null where cards are never passed."""
    passed: list[str] | None
    """The cards this seat has passed in this deal."""
    received: list[str] | None
    """The cards it received; null until everybody has chosen."""
    illegal: dict[str, Words]
    """In play, on this seat's turn: its cards that may not be played, and why."""
    slam: int | None
    """The seat that alone has taken penalty cards, at least four hearts among them, where a slam is rewarded.
    """
    rest_decided: bool
    """Whether the points of this deal can no longer change, or every remaining card is forced."""
