"""Cards as tests write them."""

from __future__ import annotations

from partie.cards.deck import read_card


def card_of(text: str) -> int:
    """The card written so; a test that misspells one fails here."""
    card = read_card(text)
    assert card is not None, f"{text} is no card"
    return card
