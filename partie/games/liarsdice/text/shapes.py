"""The shape of a view of Liar's Dice.

Faces are as on the dice, from 1; lists have one entry per seat unless stated otherwise.
"""

from __future__ import annotations

from typing import Any, Literal

from partie.core.shapes import Shape


class Bid(Shape):
    """A bid: a quantity and a face."""

    seat: int
    quantity: int
    face: int
    move: str
    """The bid in move notation: `1x4`."""


class Offer(Shape):
    """A quantity and the faces that may be bid with it."""

    quantity: int
    faces: list[int]


class LegalMoves(Shape):
    """The legal bids and calls of the player to move."""

    bids: list[Offer]
    contest: bool
    confirm: bool


class Sentence(Shape):
    """A phrase of the game's catalogue and the data to fill it with."""

    key: str
    data: dict[str, Any]


class Showdown(Shape):
    """The end of a round, when all dice are shown."""

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
    """How many dice counted for the bid."""
    lost: list[int]
    """How many dice each seat lost, −1 for a die regained."""
    sentence: Sentence


class DiceView(Shape):
    """Liar's Dice. Faces are as on the dice, from 1; lists have one entry per seat."""

    round: int
    dice: list[int]
    """The dice each seat has left."""
    most: int
    """The number of dice each seat started with."""
    faces: int
    """The number of faces of a die."""
    wild: int | None
    """The wild face, which counts as every other one; null when there is none."""
    spot_on: bool
    """Whether a bid may be called exact."""
    caller_gains: bool
    """Whether a correct exact call wins the caller a die back, instead of costing everybody else one."""
    total: int
    """The dice in play."""
    own: list[int] | None
    """The viewer's own dice; null for a spectator."""
    cups: list[list[int]] | None
    """The dice of every seat, in replays where nothing is hidden."""
    starter: int
    """The seat that began this round."""
    bids: list[Bid]
    """The bids of this round."""
    bid: Bid | None
    """The last of them."""
    legal: LegalMoves
    places: list[int | None]
    """The finishing places of the seats that are out or have won."""
    showdown: Showdown | None
    """The last showdown."""
    over: bool
