"""Reads battles as people write them: `4 inf, 3 arm -> 5 inf, 1 arm`, in English or French, in full or
abbreviated.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from partie.games.axisallies.odds.battle import (
    BadBattle,
    Battle,
    Force,
    Stop,
)
from partie.games.axisallies.rules.units import (
    KINDS,
    TECHNOLOGIES,
    UNIT_NAMES,
)

ABBREVIATIONS = ("inf", "arm", "ftr", "bom", "aa", "ic", "bb", "cv", "trn", "sub", "mar", "des", "art")
"""The abbreviation of each kind."""

_PLURALS = {
    "en": ("infantry", "armor", "fighters", "bombers", "AA guns", "industrial complexes", "battleships", "aircraft carriers", "transports", "submarines", "marines", "destroyers", "artillery"),
    "fr": ("infanteries", "blindés", "chasseurs", "bombardiers", "canons antiaériens", "complexes industriels", "cuirassés", "porte-avions", "transports", "sous-marins", "fusiliers marins", "destroyers", "artilleries"),
}  # fmt: skip
_ALSO = (
    "infantry infanterie fantassin",
    "armor armour tank char blinde",
    "fighter fig chasseur",
    "bomber bmr bombardier",
    "aa gun|aag|gun|dca|canon|canon antiaerien|antiaircraft gun",
    "factory|complex|industrial complex|complexe|complexe industriel|usine",
    "battleship bat cuirasse cui",
    "carrier|aircraft carrier|ac|car|porte avion|pa",
    "transport tra trans tpt",
    "submarine|sous marin|sm|ss",
    "marine|fusilier|fusilier marin|fus",
    "destroyer|dd|dst|contre torpilleur",
    "artillery artillerie art",
)
_TECHNOLOGY_WORDS = {
    "jet_power": ("jet", "jets", "jet power", "reaction", "avions a reaction"),
    "rockets": ("rocket", "fusee"),
    "super_submarines": ("super submarine", "super sub", "sub", "super sous marin"),
    "long_range_aircraft": ("long range", "long rayon", "long range aircraft", "avion a long rayon d action"),
    "industrial_technology": ("industrial", "industry", "industrial technology", "technologie industrielle"),
    "heavy_bombers": ("heavy", "heavy bomber", "bombardier lourd", "lourd"),
}
_STOP_WORDS = {
    "rounds": "rounds", "round": "rounds", "tours": "rounds", "tour": "rounds",
    "left": "left", "reste": "left", "odds": "odds", "chances": "odds", "chance": "odds",
}  # fmt: skip
_ARROW = re.compile(r"->|=>|→|>|\b(?:vs?\.?|versus|against|contre)(?=\s|$)", re.IGNORECASE)
_NOBODY = {"", "0", "nobody", "nothing", "empty", "none", "personne", "rien", "vide"}
_SEPARATOR = re.compile(r"[,;+&]|\b(?:and|et)\b", re.IGNORECASE)
_UNITS = re.compile(r"(\d*)\s*([^\d\s][^\d]*)")


def _plain(word: str) -> str:
    """A word without accents, case, hyphens and plural endings."""
    letters = unicodedata.normalize("NFKD", word.lower()).encode("ascii", "ignore").decode()
    return " ".join(part[:-1] if len(part) > 3 and part[-1] in "sx" else part for part in re.findall(r"[a-z]+", letters))  # fmt: skip


def _kind_words() -> dict[str, int]:
    words: dict[str, int] = {}
    for kind in range(KINDS):
        names = [
            ABBREVIATIONS[kind],
            *UNIT_NAMES[kind].values(),
            *(plural[kind] for plural in _PLURALS.values()),
        ]
        also = _ALSO[kind]
        names += also.split("|") if "|" in also else also.split()
        for name in names:
            assert words.setdefault(_plain(name), kind) == kind, name
    return words


_KINDS = _kind_words()
_TECHNOLOGIES = {_plain(word): technology for technology in TECHNOLOGIES for word in (technology.replace("_", " "), *_TECHNOLOGY_WORDS[technology])}  # fmt: skip


def read_kind(text: str) -> int:
    """Read a kind of unit by any of its names."""
    kind = _KINDS.get(_plain(text))
    if kind is not None:
        return kind
    near = get_close_matches(_plain(text), _KINDS, n=1)
    data: dict[str, Any] = {"word": text.strip(), "units": ", ".join(ABBREVIATIONS)}
    if near:
        names = UNIT_NAMES[_KINDS[near[0]]]
        raise BadBattle(
            "There is no unit called {word!r}; did you mean {near_en}? The units are {units}.",
            "Aucune unité ne s’appelle {word!r} ; vouliez-vous dire {near_fr} ? Les unités sont {units}.",
            near_en=names["en"],
            near_fr=names["fr"],
            **data,
        )
    raise BadBattle(
        "There is no unit called {word!r}; the units are {units}.",
        "Aucune unité ne s’appelle {word!r} ; les unités sont {units}.",
        **data,
    )


def read_force(text: str) -> Force:
    """Read a force.

    >>> read_force("4 inf, 3 chars et 1 sous-marin")
    (4, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0)
    """
    counts = [0] * KINDS
    if text.strip().lower() in _NOBODY:
        return tuple(counts)
    for piece in filter(None, (piece.strip() for piece in _SEPARATOR.split(text))):
        found = _UNITS.findall(piece)
        if not found or "".join(number + word for number, word in found).replace(" ", "") != piece.replace(" ", ""):  # fmt: skip
            raise BadBattle(
                "{piece!r} is not a number of units: write 4 inf, or 4 inf, 3 arm.",
                "{piece!r} n’est pas un nombre d’unités : écrivez 4 inf, ou 4 inf, 3 chars.",
                piece=piece,
            )
        for number, word in found:
            counts[read_kind(word)] += int(number) if number else 1
    return tuple(counts)


def read_battle(text: str, **rest: Any) -> Battle:
    """Read a battle from `attackers -> defenders`; `rest` are further arguments of `Battle`."""
    parts = _ARROW.split(text)
    if len(parts) != 2:
        raise BadBattle(
            "Write the attackers, an arrow and the defenders, as in 4 inf, 3 arm -> 5 inf, 1 arm; not {text!r}.",
            "Écrivez les attaquants, une flèche et les défenseurs, comme dans 4 inf, 3 chars -> 5 inf, 1 char ; et non {text!r}.",
            text=text,
        )
    return Battle(read_force(parts[0]), read_force(parts[1]), **rest)


def read_losses(text: str) -> tuple[int, ...]:
    """Read an order of losses: `inf,arm,ftr`."""
    return tuple(dict.fromkeys(read_kind(word) for word in _pieces(text)))


def read_technologies(text: str) -> frozenset[str]:
    """Read technologies: `jets, heavy bombers`."""
    found = set()
    for word in _pieces(text):
        technology = _TECHNOLOGIES.get(_plain(word.replace("_", " ")))
        if technology is None:
            raise BadBattle(
                "There is no technology called {word!r}; there are {known}.",
                "Aucune technologie ne s’appelle {word!r} ; il y a {known}.",
                word=word,
                known=", ".join(TECHNOLOGIES),
            )
        found.add(technology)
    return frozenset(found)


def read_stop(text: str) -> Stop:
    """Read when to stop: `rounds=2`, `left=3`, `odds=40%`, separated by commas; a number alone means rounds.

    >>> read_stop("rounds=2,odds=40%")
    Stop(rounds=2, left=0, odds=0.4)
    """
    values: dict[str, Any] = {}
    for piece in _pieces(text):
        name, equals, value = piece.partition("=")
        field = _STOP_WORDS.get(_plain(name) if _plain(name) in _STOP_WORDS else name.strip().lower())
        if not equals and piece.isdecimal():
            field, value = "rounds", piece
        try:
            if field == "odds":
                values[field] = _share(value)
            elif field is not None:
                values[field] = int(value)
                if values[field] < 1:
                    raise ValueError
            else:
                raise ValueError
        except ValueError:
            return Stop(rounds=-1)  # its error explains the format
    return Stop(**values)


def _share(text: str) -> float:
    text = text.strip()
    share = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    if not 0.0 < share < 1.0:
        raise ValueError
    return share


def _pieces(text: str) -> Iterable[str]:
    return filter(None, (piece.strip() for piece in text.split(",")))


def force_text(units: Iterable[float], language: str = "en") -> str:
    """A force as text, `4 infantry, 3 armor`; mean numbers of units have one decimal."""
    parts = []
    for kind, count in enumerate(units):
        whole = isinstance(count, int)
        if count <= (0 if whole else 0.05):
            continue
        number = str(count) if whole else f"{count:.1f}"
        several = count >= 2 if language == "fr" else number not in ("1", "1.0")
        name = _PLURALS[language][kind] if several else UNIT_NAMES[kind][language]
        parts.append(f"{number.replace('.', ',') if language == 'fr' else number} {name}")
    return ", ".join(parts) if parts else {"en": "nobody", "fr": "personne"}[language]
