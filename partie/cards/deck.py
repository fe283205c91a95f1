"""Playing cards for all games that use them: cards as numbers, sets of cards as masks, and their text.

A card is `suit * 16 + rank`, with rank 0 for the two and 12 for the ace; the suits are clubs, diamonds,
spades, hearts, in this order. A set of cards is a 64-bit mask with a bit for every card in it. The text of a
card is `7h`, `10s` or `Qd`. The text of a set is `c79JhTA`: for each suit its letter and the ranks, low to
high, with T for the ten; an empty set is `-`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

import numpy as np

from partie.core.compiled.types import int64
from partie.core.errors import PartieError

CLUBS, DIAMONDS, SPADES, HEARTS = 0, 1, 2, 3
_WHOLE_SUIT = (1 << 13) - 1
_FROM_SEVEN = _WHOLE_SUIT & ~((1 << 5) - 1)


def _pack(suit_mask: int) -> int:
    return sum(suit_mask << 16 * suit for suit in range(4))


PACK32 = int64(_pack(_FROM_SEVEN))
"""The seven to the ace of every suit."""
PACK52 = int64(_pack(_WHOLE_SUIT))
SUIT_CARDS = np.array([_WHOLE_SUIT << 16 * suit for suit in range(4)], np.int64)

Suit = Literal["c", "d", "s", "h"]
SUITS: tuple[Suit, ...] = ("c", "d", "s", "h")
SYMBOLS = "♣♦♠♥"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_SHORT_RANKS = "23456789TJQKA"
_READ_RANKS = {**{rank: number for number, rank in enumerate(RANKS)}, "T": 8, "V": 9, "D": 10, "R": 11}
"""Ranks as people type them, in English or French."""
_CARD = re.compile(r"(10|[2-9TJVQDKRA])([cdsh♣♦♠♥])")
_WORD = (1 << 64) - 1
_GROUP = re.compile(r"([cdsh])((?:10|[2-9TJQKA])+)")


def cards_of(members: int) -> list[int]:
    """The cards of a set, sorted by suit and then rank."""
    found, rest = [], int(members) & _WORD
    while rest:
        found.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
    return found


def set_of(cards: Iterable[int]) -> int:
    """The set of these cards."""
    return sum(1 << card for card in set(cards))


def card_text(card: int) -> str:
    """The text of a card, such as `7h`, `10s` or `Qd`."""
    return f"{RANKS[card & 15]}{SUITS[card >> 4]}"


def card_sign(card: int) -> str:
    """A card with the symbol of its suit, such as `7♥`, for people."""
    return f"{RANKS[card & 15]}{SYMBOLS[card >> 4]}"


def read_card(text: str) -> int | None:
    """Parse a card; returns None if the text is not a card."""
    word = text.strip()
    match = _CARD.fullmatch(f"{word[:-1].upper()}{word[-1:].lower()}")
    if match is None:
        return None
    suit = SYMBOLS.find(match[2]) if match[2] in SYMBOLS else SUITS.index(match[2])
    return 16 * suit + _READ_RANKS[match[1]]


def set_text(members: int) -> str:
    """The text of a set of cards, one word."""
    groups = (
        letter + "".join(_SHORT_RANKS[rank] for rank in range(13) if int(members) >> (16 * suit + rank) & 1)
        for suit, letter in enumerate(SUITS)
        if int(members) & int(SUIT_CARDS[suit])
    )
    return "".join(groups) or "-"


def read_set(text: str) -> int:
    """Parse a set of cards; raises `PartieError` with a sentence if the text is wrong."""
    if text in ("", "-"):
        return 0
    members = 0
    word = "".join(letter if letter in SUITS else letter.upper() for letter in text)
    if not re.fullmatch(f"(?:{_GROUP.pattern})+", word):
        raise PartieError(
            f"{text!r} is not a set of cards: write each suit and its ranks, such as c79JhTA, or -."
        )
    for letter, ranks in _GROUP.findall(word):
        for rank in re.findall("10|.", ranks):
            card = 1 << 16 * SUITS.index(letter) + _READ_RANKS[rank]
            if members & card:
                raise PartieError(f"The card {rank}{letter} is written twice.")
            members |= card
    return members
