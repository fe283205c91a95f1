"""The shape of a view of Coinche."""

from __future__ import annotations

from typing import Literal

from partie.cards.deck import Suit
from partie.cards.shapes import Play, TakenTrick
from partie.core.shapes import Shape, Words

Denomination = Literal["c", "d", "s", "h", "sa", "ta"]
Marking = Literal["made_and_bid", "bid_only", "trick_points"]
Phase = Literal["bid", "play", "between", "over"]
CombinationKind = Literal["tierce", "cinquante", "cent", "carre"]


class Call(Shape):
    """What somebody said: `80h`, `capot s`, `pass`, `coinche`, `surcoinche`."""

    seat: int
    call: str


class Bid(Shape):
    """The highest bid, or the contract it has become."""

    seat: int
    side: int
    call: str
    """As a move is written: `110sa`."""
    value: int
    denomination: Denomination
    doubled: int
    """What the score is multiplied by: 1, 2 or 4."""


class Trick(Shape):
    """The trick being played."""

    number: int
    """Counts from 1 in play."""
    leader: int | None
    """Null when no trick is being played."""
    led: Suit | None
    winner: int | None
    """Who is winning it so far."""
    cards: list[Play]
    """In the order of play."""


class Belote(Shape):
    """King and queen of trumps in one hand, said with the first of them."""

    seat: int
    suit: Suit
    both: bool
    """Whether the second has been played, and the 20 points are won."""


class Combination(Shape):
    """Cards that may be declared."""

    kind: CombinationKind
    points: int
    cards: list[str]


class Annonce(Combination):
    """A combination somebody declared with their first card."""

    seat: int
    counts: bool | None
    """Null until the first trick is over."""


class DealResult(Shape):
    """A finished deal, except for its number and the running totals."""

    call: str
    seat: int
    doubled: int
    """What the score is multiplied by: 1, 2 or 4."""
    made: bool
    points: list[int]
    extras: list[int]
    """Belotes and annonces."""
    marks: list[int]
    explained: Words
    """What was made, what was bid, and what each side marks, in two or three sentences."""


class Row(DealResult):
    """A finished deal on the score sheet."""

    deal: int
    totals: list[int]
    """After this deal."""


class CoincheView(Shape):
    """Coinche. Cards are rank and suit (`c` clubs, `d` diamonds, `s` spades, `h` hearts); lists of cards are by suits in the order ♠ ♥ ♣ ♦, and in a suit from strong to weak as the trumps in force have it. Moves are a call or a card, or `deal`.

    The sides are 0 (seats 0 and 2) and 1 (seats 1 and 3); pairs of numbers are in this order."""

    marking: Marking
    target: int
    deals: int | None
    """Null where the game goes to `target`."""
    round: bool
    """Whether marks are rounded to tens."""
    annonces: bool
    """Whether annonces are played."""
    sa_ta: bool
    """Whether one may play without trumps, and with all suits as trumps."""
    generale: bool
    """Whether one may bid to take all tricks alone."""
    belote_ta: bool
    """Whether belotes count with all suits as trumps."""
    deal: int
    """Counts deals that were played."""
    dealer: int
    phase: Phase
    """`between` when a deal is over and the game is not: the next dealer, whose turn it is, has the one move `deal`."""
    thrown_in: bool
    """The deal that is over had no taker; it does not count and is not on the sheet."""
    hands: list[list[str] | None]
    """The hand of the seat that looks, null for every other one; all hands in replays where nothing is hidden."""
    counts: list[int]
    """How many cards everybody holds."""
    calls: list[Call]
    """Those of this deal in order; after a coinche only the bidding side is asked."""
    standing: Bid | None
    """The highest bid while there is bidding."""
    legal: list[str]
    """The calls this seat may make, when it is its turn to bid."""
    contract: Bid | None
    """The highest bid once the bidding is over, until the next deal."""
    trick: Trick
    last_trick: TakenTrick | None
    points: list[int]
    """The points of the cards in the tricks of each side in this deal, with the last trick's 10 or 100; belotes and annonces come on top."""
    tricks: list[int]
    belotes: list[Belote]
    annonces_said: list[Annonce]
    totals: list[int]
    sheet: list[Row]
    voids: list[list[Suit]]
    """The suits each seat has shown to be out of."""
    gone: list[str]
    """All cards played in this deal, those on the table included."""
    known: list[list[str]]
    """Cards each other seat is certainly holding, drawn from all that this seat knows."""
    possible: list[int]
    """How many different cards each seat may be holding."""
    signals: list[Suit | None]
    """The suit a seat has called by a low discard on its partner's trick, a convention of our programs: “I have its ace”."""
    illegal: dict[str, Words]
    """In play, on this seat's turn: its cards that may not be played, and the rule that forbids it (follow, go up, ruff, ruff higher)."""
    rest_decided: bool
    """Everybody has one card left."""
