"""Levels of play and their texts."""

from __future__ import annotations

import pytest

from partie.core.levels import TITLES, level, levels

WORDS = {
    "level.expert.character": {"en": "Irene", "fr": "Irène"},
    "level.expert.help": {"en": "Counts.", "fr": "Compte."},
}


def test_a_standard_level_has_its_title_in_every_game() -> None:
    assert levels(WORDS, {"expert": "solver:deals=4"})["expert"].title is TITLES["expert"]
    assert level("expert", "solver", "Irene", ("Counts.", "Compte.")).title is TITLES["expert"]


def test_a_game_may_title_its_levels_itself() -> None:
    words = {**WORDS, "level.expert.title": {"en": "Old hand", "fr": "Vieux loup"}}
    assert levels(words, {"expert": "solver"})["expert"].title["fr"] == "Vieux loup"


def test_a_small_game_writes_its_levels_down_where_they_are() -> None:
    made = level("beginner", "random", "Lou", ("Plays anything.", "Joue n’importe quoi."))
    assert (made.name, made.spec) == ("beginner", "random")
    assert made.character == {"en": "Lou", "fr": "Lou"}
    assert made.help["fr"] == "Joue n’importe quoi."


@pytest.mark.parametrize("missing", WORDS)
def test_a_level_without_words_is_an_error(missing: str) -> None:
    with pytest.raises(KeyError, match=missing):
        levels({key: text for key, text in WORDS.items() if key != missing}, {"expert": "solver"})


def test_a_level_of_an_unknown_name_needs_a_title() -> None:
    words = {key.replace("expert", "titan"): text for key, text in WORDS.items()}
    with pytest.raises(KeyError, match="titan"):
        levels(words, {"titan": "solver"})
