"""Bids and chances in words."""

from __future__ import annotations

from partie.games.liarsdice.rules.bids import (
    face_of,
    quantity_of,
)

_FACES = {
    "en": (("one", "ones"), ("two", "twos"), ("three", "threes"), ("four", "fours"), ("five", "fives"), ("six", "sixes")),
    "fr": (("as", "as"), ("deux", "deux"), ("trois", "trois"), ("quatre", "quatre"), ("cinq", "cinq"), ("six", "six")),
}  # fmt: skip


def percent(probability: float) -> int:
    """A probability in percent, rounded to 0 or 100 only when it is certain."""
    if 0.0 < probability < 1.0:
        return min(99, max(1, round(100 * probability)))
    return round(100 * probability)


def bid_words(move: int) -> dict[str, str]:
    """A bid in words: 4 fives."""
    return dice_words(quantity_of(move), face_of(move))


def dice_words(quantity: int, face: int) -> dict[str, str]:
    """A number of dice of a face (0 is the face one) in words: 4 fives."""
    return {language: f"{quantity} {words[face][quantity > 1]}" for language, words in _FACES.items()}
