"""Positions of card games as text: what all their notations share."""

from __future__ import annotations

import pytest

from partie.cards.deck import read_set
from partie.cards.notation import (
    NOTHING,
    check_once,
    check_rows,
    check_sizes,
    hand_text,
    position_words,
    reading_position,
    words_by_seat,
)
from partie.core.errors import BadPosition, IllegalMove


def test_words_left_out_say_nothing() -> None:
    assert position_words("a b", 2, 4, "Wrong.") == ["a", "b", NOTHING, NOTHING]
    for text in ("a", "a b c d e"):
        with pytest.raises(BadPosition, match="Wrong"):
            position_words(text, 2, 4, "Wrong.")


@pytest.mark.parametrize(
    ("known", "size", "text"), [("c79", 2, "c79"), ("c79", 5, "c79?3"), ("-", 3, "?3"), ("-", 0, "-")]
)
def test_a_hand_is_written_with_its_unknown_cards(known: str, size: int, text: str) -> None:
    assert hand_text(read_set(known), size) == text


def test_one_word_may_stand_for_all_seats() -> None:
    assert words_by_seat("-", "The hands", "such as this") == ["-"] * 4
    assert words_by_seat("a/b/c/d", "The hands", "such as this") == ["a", "b", "c", "d"]
    with pytest.raises(BadPosition, match="The hands"):
        words_by_seat("a/b", "The hands", "such as this")


def test_every_card_is_in_one_place() -> None:
    assert check_once([read_set("c79"), read_set("hA"), 0]) == read_set("c79hA")
    with pytest.raises(BadPosition, match="9♣ appears twice"):
        check_once([read_set("c79"), read_set("c9hA")])


def test_hands_have_the_right_size() -> None:
    check_sizes([read_set("c79"), read_set("hA")], [1, 2], lambda seat: 3)
    with pytest.raises(BadPosition, match="Seat 1 should have 3 cards at this point, not 2"):
        check_sizes([read_set("c79"), read_set("hA")], [1, 1], lambda seat: 3)
    check_rows(2, 2)
    with pytest.raises(BadPosition, match="3 deals are finished, but 2 have scores"):
        check_rows(2, 3)


def test_what_cannot_be_read_is_a_bad_position() -> None:
    with pytest.raises(BadPosition, match="not a card"), reading_position():
        raise IllegalMove("'x' is not a card.", move="x")
