"""The reasons why a card may not be played that all trick-taking games share, as sentences."""

from __future__ import annotations

from partie.cards.deck import SYMBOLS, card_sign
from partie.core.parameters import Text
from partie.core.phrases import filled
from partie.core.words import read_words, section

_SENTENCES = section(read_words("partie.cards"), "refusal")
OVER, BETWEEN, CARDS_LEFT = _SENTENCES["over"], _SENTENCES["between"], _SENTENCES["cards_left"]


def not_in_hand(card: int) -> Text:
    return filled(_SENTENCES["not_in_hand"], {"card": card_sign(card)})


def must_follow(suit: int) -> Text:
    return filled(_SENTENCES["must_follow"], {"suit": SYMBOLS[suit]})
