"""The shape of a view of Coinche."""

from __future__ import annotations

from typing import Literal

from partie.cards.deck import Suit
from partie.cards.shapes import Play, TakenTrick
from partie.core.shapes import Shape, Words

Denomination = Literal["c", "d", "s", "h", "sa", "ta"]
Marking = Literal["made_and_bid", "bid_only", "trick_points"]
CallKind = Literal["opening", "overcall", "raise", "change", "again", "coinche", "surcoinche", "pass"]
Sheet = Literal["net", "natural", "table", "plain"]
Phase = Literal["bid", "play", "between", "over"]
CombinationKind = Literal["tierce", "cinquante", "cent", "carre"]


class Shown(Shape):
    """What hands that make such a call hold on average, as measured in auctions between four of a bidder."""

    sheet: Sheet
    """The bidder."""
    trumps: float | None
    """Cards of the suit; null where there is none: `sa`, `ta`, a pass before any bid."""
    jack: int
    """Per cent of hands with the jack of the suit; where there is none, with two jacks."""
    nine: int
    """Per cent of hands with the nine of the suit; where there is none, with two nines."""
    aces: float
    """Aces outside the suit; where there is none, of all suits."""


class Call(Shape):
    """A call, and what it shows: that depends on the calls before it and on nothing else."""

    seat: int
    call: str
    """`80h`, `capot s`, `pass`, `coinche` or `surcoinche`."""
    kind: CallKind
    """`overcall` names a suit over the opponents, `change` leaves that of the partner, `again` is a further
    bid of the same seat."""
    denomination: Denomination | None
    """What it is about: for a coinche or a pass that of the bid that stands; null before any bid."""
    shows: list[Shown]
    """One for every bidder that makes such calls, as far as they were measured."""


class Bid(Shape):
    """The highest bid, or the contract it has become."""

    seat: int
    side: int
    call: str
    """The bid in move notation: `110sa`."""
    value: int
    denomination: Denomination
    doubled: int
    """The factor of the score: 1, 2 or 4."""


class Trick(Shape):
    """The trick being played."""

    number: int
    """Counts from 1 in play."""
    leader: int | None
    """Null when no trick is being played."""
    led: Suit | None
    winner: int | None
    """The seat that is winning it so far."""
    cards: list[Play]
    """In the order of play."""


class Belote(Shape):
    """King and queen of trumps in one hand, announced with the first of them."""

    seat: int
    suit: Suit
    both: bool
    """Whether the second has been played, and the 20 points are won."""


class Combination(Shape):
    """A combination of cards that may be declared."""

    kind: CombinationKind
    points: int
    cards: list[str]


class Annonce(Combination):
    """A combination declared with the first card."""

    seat: int
    counts: bool | None
    """Null until the first trick is over."""


class DealResult(Shape):
    """A finished deal, except for its number and the running totals."""

    call: str
    seat: int
    doubled: int
    """The factor of the score: 1, 2 or 4."""
    made: bool
    points: list[int]
    extras: list[int]
    """Belotes and annonces."""
    marks: list[int]
    explained: Words
    """The points made, the contract and what each side marks, in two or three sentences."""


class Row(DealResult):
    """A finished deal on the score sheet."""

    deal: int
    totals: list[int]
    """The totals after this deal."""


class CoincheView(Shape):
    """Coinche. Cards are rank and suit (`c` clubs, `d` diamonds, `s` spades, `h` hearts); lists of cards are
    sorted by suit in the order ♠ ♥ ♣ ♦, and within a suit from strong to weak in the current denomination.
    Moves are a call, a card, or `deal`.

    The sides are 0 (seats 0 and 2) and 1 (seats 1 and 3); pairs of numbers are in this order.
    """

    marking: Marking
    target: int
    deals: int | None
    """Null when the game is played to `target`."""
    round: bool
    """Whether marks are rounded to tens."""
    annonces: bool
    """Whether annonces are played."""
    sa_ta: bool
    """Whether sans atout and tout atout may be bid."""
    generale: bool
    """Whether a player may bid to take all tricks alone."""
    belote_ta: bool
    """Whether belotes count at tout atout."""
    deal: int
    """The number of this deal; deals thrown in do not count."""
    dealer: int
    phase: Phase
    """`between` when the deal is over but not the game: it is the next dealer's turn, whose only move is
    `deal`.
    """
    thrown_in: bool
    """Whether nobody bid in the deal just over; it does not count and is not on the sheet."""
    hands: list[list[str] | None]
    """The viewer's own hand, null for the others; all hands in replays where nothing is hidden."""
    counts: list[int]
    """The number of cards each seat holds."""
    calls: list[Call]
    """The calls of this deal in order; after a coinche only the bidding side answers."""
    standing: Bid | None
    """The highest bid during the bidding."""
    legal: list[str]
    """The calls this seat may make, when it is its turn to bid."""
    contract: Bid | None
    """The highest bid once the bidding is over, until the next deal."""
    trick: Trick
    last_trick: TakenTrick | None
    points: list[int]
    """The points of the cards in the tricks of each side in this deal, with the last trick's 10 or 100;
    belotes and annonces not included.
    """
    tricks: list[int]
    belotes: list[Belote]
    annonces_said: list[Annonce]
    totals: list[int]
    sheet: list[Row]
    voids: list[list[Suit]]
    """The suits in which each seat has shown a void."""
    gone: list[str]
    """All cards played in this deal, those on the table included."""
    known: list[list[str]]
    """The cards each other seat certainly holds, deduced from all that this seat knows."""
    possible: list[int]
    """How many different cards each seat may hold."""
    signals: list[Suit | None]
    """The suit a seat has called for by a low discard on its partner's trick, a convention of our programs:
    “I have its ace”.
    """
    illegal: dict[str, Words]
    """In play, on this seat's turn: its cards that may not be played, and the rule that forbids it (follow
    suit, go higher in trumps, ruff, overruff).
    """
    rest_decided: bool
    """Whether everybody has only one card left."""
