"""Filling data into phrases: numbers and names, words that are translated, and seats.

Data goes to clients as JSON, so a seat in it is `{"seat": 2}` and several are `{"seats": [0, 2]}`. A client
that knows who sits there fills in the names itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from partie.core.parameters import Text

Names = Callable[[int], Text]
"""Returns the name of a seat in every language."""

_AND = {"en": " and ", "fr": " et "}
_VOWEL = re.compile("H|(?i:[aeiouœ]|y(?![aeiou]))")
_ELIDABLE = re.compile(r"\b([Dd]|[Qq]u)e \{(\w+)\}")


def seat_word(seat: int) -> dict[str, Any]:
    """A seat as data of a phrase."""
    return {"seat": int(seat)}


def seats_word(seats: Iterable[int]) -> dict[str, Any]:
    """Several seats as data of a phrase."""
    return {"seats": [int(seat) for seat in seats]}


def numbered(seat: int) -> Text:
    """The name of a seat by its number, used when the player's name is not known."""
    return {"en": f"Player {seat + 1}", "fr": f"Joueur {seat + 1}"}


def filled(sentence: Text, data: Mapping[str, Any], names: Names = numbered) -> dict[str, str]:
    """Fill data into a sentence in every language.

    >>> filled({"en": "{who} won.", "fr": "Victoire de {who}."}, {"who": seats_word([0, 2])})
    {'en': 'Player 1 and Player 3 won.', 'fr': 'Victoire de Joueur 1 et Joueur 3.'}
    >>> filled({"fr": "Victoire de {who}."}, {"who": "Irène"})
    {'fr': 'Victoire d’Irène.'}
    >>> filled({"en": "{points} points.", "fr": "{points} points."}, {"points": -2.5})
    {'en': '−2.5 points.', 'fr': '−2,5 points.'}
    """
    sentences = {}
    for language, text in sentence.items():
        words = {name: _word(value, language, names) for name, value in data.items()}
        sentences[language] = (_elided(text, words) if language == "fr" else text).format(**words)
    return sentences


def _elided(text: str, words: Mapping[str, Any]) -> str:
    """Elide *de* and *que* in French before a word that begins with a vowel or a name that begins with H."""

    def shortened(found: re.Match[str]) -> str:
        word = unicodedata.normalize("NFD", str(words.get(found[2], "")))
        return f"{found[1]}’{{{found[2]}}}" if _VOWEL.match(word) else found[0]

    return _ELIDABLE.sub(shortened, text)


def _word(value: Any, language: str, names: Names) -> Any:
    if isinstance(value, int | float):
        number = str(value).replace("-", "−")
        return number.replace(".", ",") if language == "fr" else number
    if not isinstance(value, Mapping):
        return value
    if "seat" in value:
        return names(value["seat"])[language]
    if "seats" in value:
        *most, last = [names(seat)[language] for seat in value["seats"]]
        return _AND.get(language, ", ").join([", ".join(most), last] if most else [last])
    return value[language]
