"""The two packs of Hearts and the cards that score. Numbers and text of cards are in `partie.cards.deck`."""

import numpy as np

from partie.cards.deck import (
    DIAMONDS,
    HEARTS,
    PACK32,
    PACK52,
    SPADES,
    SUIT_CARDS,
)
from partie.core.compiled.types import int64

SHORT, FULL = 0, 1
"""The two packs: 32 cards from the seven up, and 52."""
PACKS = np.array([PACK32, PACK52], np.int64)
HAND_SIZES = np.array([8, 13], np.int64)
ALL_HEARTS = SUIT_CARDS[HEARTS]
SHORT_HEARTS = ALL_HEARTS & PACK32
QUEEN_OF_SPADES = 16 * SPADES + 10
JACK_OF_DIAMONDS = 16 * DIAMONDS + 9
TWO = int64(1)
QUEEN = int64(1 << QUEEN_OF_SPADES)
JACK = int64(1 << JACK_OF_DIAMONDS)
POINT_CARDS = ALL_HEARTS | QUEEN
"""The penalty cards of the 52-card game."""
