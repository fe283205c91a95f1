"""Positions of card games as text: words in a fixed order, of which the last ones may be left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from partie.cards.deck import card_sign, cards_of, set_text
from partie.cards.positions import SEATS, by_seat
from partie.core.errors import BadPosition, PartieError

NOTHING = "-"
"""A word for no cards, no calls or no finished deals."""


def position_words(text: str, least: int, most: int, sentence: str) -> list[str]:
    """Split a position into words, with `NOTHING` for those left out at the end.

    Raises `BadPosition` with this sentence if the number of words is wrong."""
    words = text.split()
    if not least <= len(words) <= most:
        raise BadPosition(sentence)
    return [*words, *[NOTHING] * (most - len(words))]


@contextmanager
def reading_position() -> Iterator[None]:
    """Turn every `PartieError`, such as one for a card that cannot be read, into `BadPosition`."""
    try:
        yield
    except BadPosition:
        raise
    except PartieError as error:
        raise BadPosition(str(error)) from None


def hand_text(known: int, size: int) -> str:
    """The text of a hand of `size` cards, of which these are known: `c79?3`."""
    unknown = size - known.bit_count()
    return f"{set_text(known) if known else ''}?{unknown}" if unknown else set_text(known)


def words_by_seat(text: str, what: str, example: str) -> list[str]:
    """The words of the four seats, where `NOTHING` stands for all of them."""
    return [NOTHING] * SEATS if text == NOTHING else by_seat(text, what, example)


def check_once(piles: Iterable[int]) -> int:
    """The union of these sets of cards; raises `BadPosition` if a card is in two of them."""
    seen = 0
    for pile in piles:
        if seen & pile:
            raise BadPosition(f"{card_sign(cards_of(seen & pile)[0])} appears twice.")
        seen |= pile
    return seen


def check_sizes(hands: Sequence[int], unknown: Sequence[int], size_of: Callable[[int], int]) -> None:
    """Check that every seat has as many cards, known and unknown, as it should have now."""
    for seat, hand in enumerate(hands):
        have, expected = hand.bit_count() + unknown[seat], size_of(seat)
        if have != expected:
            raise BadPosition(f"Seat {seat} should have {expected} cards at this point, not {have}.")


def check_rows(rows: int, finished: int) -> None:
    """Check that every finished deal has its scores."""
    if rows != finished:
        raise BadPosition(f"{finished} deals are finished, but {rows} have scores.")
