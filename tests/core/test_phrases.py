"""Seats in sentences have names."""

from __future__ import annotations

import pytest

import partie
from partie.core.levels import TITLES
from partie.core.phrases import filled, seat_word, seats_word

NAMES = ["Ann", "Bob", "Cleo"]


def named(seat: int) -> dict[str, str]:
    return {"en": NAMES[seat], "fr": NAMES[seat]}


def test_a_seat_is_replaced_by_the_name_of_its_player() -> None:
    sentence = {"en": "{who} won {n} {what}.", "fr": "{who} a gagné {n} {what}."}
    data = {"who": seat_word(2), "n": 3, "what": {"en": "dice", "fr": "dés"}}
    assert filled(sentence, data, named) == {"en": "Cleo won 3 dice.", "fr": "Cleo a gagné 3 dés."}
    assert filled(sentence, data)["fr"] == "Joueur 3 a gagné 3 dés."


@pytest.mark.parametrize(
    ("seats", "words"), [([1], "Bob"), ([0, 2], "Ann et Cleo"), ([0, 1, 2], "Ann, Bob et Cleo")]
)
def test_several_seats_are_listed(seats: list[int], words: str) -> None:
    assert filled({"fr": "{who}"}, {"who": seats_word(seats)}, named) == {"fr": words}


@pytest.mark.parametrize("name", ["quarto", "liarsdice"])
def test_levels_have_the_same_titles_in_every_game(name: str) -> None:
    for level in partie.game(name).levels.values():
        assert level.title == TITLES.get(level.name, level.title)
        assert set(level.title) == {"en", "fr"}


@pytest.mark.parametrize(
    ("name", "words"),
    [("Ambroise", "d’Ambroise"), ("Élodie", "d’Élodie"), ("Hugo", "d’Hugo"), ("Yves", "d’Yves"), ("Yasmine", "de Yasmine"), ("Malo", "de Malo"), ("Œdipe", "d’Œdipe"), ("", "de ")],
)  # fmt: skip
def test_french_elides_before_a_vowel(name: str, words: str) -> None:
    sentence = {"en": "the dice of {who}", "fr": "les dés de {who}"}
    assert filled(sentence, {"who": name}) == {"en": f"the dice of {name}", "fr": f"les dés {words}"}


def test_french_writes_a_comma_in_numbers() -> None:
    sentence = {"en": "{n} and {m}", "fr": "{n} et {m}"}
    assert filled(sentence, {"n": 2.5, "m": 3}) == {"en": "2.5 and 3", "fr": "2,5 et 3"}
