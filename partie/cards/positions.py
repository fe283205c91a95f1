"""Parsing positions of card games for four: hands by seat, in which some cards may be unknown."""

from __future__ import annotations

import re

from partie.cards.deck import (
    card_sign,
    cards_of,
    read_set,
)
from partie.core.errors import BadPosition

SEATS = 4


def read_cards(text: str, pack: int) -> int:
    """Parse a set of cards; raises `BadPosition` if one is not in this pack."""
    cards = read_set(text)
    outside = cards_of(cards & ~pack)
    if outside:
        raise BadPosition(f"{card_sign(outside[0])} is not in the pack of this game.")
    return cards


def by_seat(text: str, what: str, example: str) -> list[str]:
    """Split a text into those of the four seats."""
    words = text.split("/")
    if len(words) != SEATS:
        raise BadPosition(f"{what} must be given for four seats, separated by '/': {example}.")
    return words


def read_hands(text: str, pack: int, example: str) -> list[tuple[int, int]]:
    """Parse the hands: for each seat the known cards in its hand, and the number of unknown ones."""
    hands = []
    for word in by_seat(text, "The hands", example):
        match = re.fullmatch(r"([^?]*)(?:\?([0-9]{1,2}))?", word)
        if match is None:
            raise BadPosition(
                f"{word!r} is not a hand: write the known cards, then ? and the number of unknown ones."
            )
        hands.append((read_cards(match[1], pack), int(match[2] or 0)))
    return hands
