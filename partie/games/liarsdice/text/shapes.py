"""The shape of a view of Liar's Dice. Faces are as on the dice, from 1; lists have one entry per seat where nothing else is said."""

from __future__ import annotations

from typing import Any, Literal

from partie.core.shapes import Shape


class Bid(Shape):
    """So many dice of a face."""

    seat: int
    quantity: int
    face: int
    move: str
    """As a move is written: `1x4`."""


class Offer(Shape):
    """For a quantity, the faces that may be bid with it."""

    quantity: int
    faces: list[int]


class LegalMoves(Shape):
    """What may be said now, whoever's turn it is."""

    bids: list[Offer]
    contest: bool
    confirm: bool


class Sentence(Shape):
    """A phrase of the game's phrase book with what it is filled with."""

    key: str
    data: dict[str, Any]


class Showdown(Shape):
    """The end of a round, which everybody saw."""

    cups: list[list[int]]
    """The dice of every seat, ascending."""
    counting: list[list[bool]]
    """Which of these dice counted for the bid."""
    starter: int
    bids: list[Bid]
    bid: Bid
    """The bid that was called."""
    caller: int
    kind: Literal["contest", "confirm"]
    counted: int
    """How many dice there were of the face."""
    lost: list[int]
    """How many dice each seat lost by it, −1 for a die regained."""
    sentence: Sentence


class DiceView(Shape):
    """Liar's Dice. Faces are as on the dice, from 1; lists have one entry per seat."""

    round: int
    dice: list[int]
    """The dice each seat has left."""
    most: int
    """What everybody began with."""
    faces: int
    """How many faces a die has."""
    wild: int | None
    """The face that counts as every other one."""
    spot_on: bool
    """Whether a bid may be called exact."""
    caller_gains: bool
    """Whether who rightly calls a bid exact regains a die, instead of everybody else losing one."""
    total: int
    """The dice in play."""
    own: list[int] | None
    """The dice of the seat that looks; null for a spectator."""
    cups: list[list[int]] | None
    """The dice of every seat, in replays where nothing is hidden."""
    starter: int
    """Who began this round."""
    bids: list[Bid]
    """The bids of this round."""
    bid: Bid | None
    """The last of them."""
    legal: LegalMoves
    places: list[int | None]
    """The finishing places of those who are out or have won."""
    showdown: Showdown | None
    """The last one."""
    over: bool
