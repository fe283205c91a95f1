"""Names of spaces, units, powers and technologies in orders and positions, and functions that read them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import Any

from partie.core.errors import IllegalMove, PartieError
from partie.core.parameters import Text, both
from partie.games.axisallies.rules.board import (
    ALL_BOARDS,
    TECH_IDS,
    TECH_NAMES,
    Board,
    board_of,
)
from partie.games.axisallies.rules.units import (
    KINDS,
    UNIT_IDS,
    UNIT_NAMES,
)

_WATERS = re.compile(r"\b(Sea|Bay|Gulf|Channel|Mediterranean|waters|coast|Aleutians)\b")
SHORT = ("inf", "arm", "ftr", "bom", "aa", "factory", "bat", "car", "tra", "sub", "mar", "des", "art")
"""The abbreviation of each kind in orders and positions."""
_OTHER_WORDS = {
    "infanterie": 0, "tank": 1, "tanks": 1, "char": 1, "chars": 1, "armour": 1, "blinde": 1, "fig": 2, "cha": 2, "bomb": 3,
    "gun": 4, "aa gun": 4, "dca": 4, "complex": 5, "ic": 5, "usine": 5, "bb": 6, "battleships": 6, "ac": 7, "cv": 7,
    "trn": 8, "trans": 8, "ss": 9, "dd": 11,
}  # fmt: skip


_ONE_AND_MANY: tuple[tuple[Text, Text], ...] = (
    (both("infantry", "infanterie"), both("infantry", "infanteries")),
    (both("armor", "blindé"), both("armor", "blindés")),
    (both("fighter", "chasseur"), both("fighters", "chasseurs")),
    (both("bomber", "bombardier"), both("bombers", "bombardiers")),
    (both("AA gun", "canon antiaérien"), both("AA guns", "canons antiaériens")),
    (both("industrial complex", "complexe industriel"), both("industrial complexes", "complexes industriels")),
    (both("battleship", "cuirassé"), both("battleships", "cuirassés")),
    (both("aircraft carrier", "porte-avions"), both("aircraft carriers", "porte-avions")),
    (both("transport", "transport"), both("transports", "transports")),
    (both("submarine", "sous-marin"), both("submarines", "sous-marins")),
    (both("marine", "fusilier marin"), both("marines", "fusiliers marins")),
    (both("destroyer", "destroyer"), both("destroyers", "destroyers")),
    (both("artillery", "artillerie"), both("artillery", "artilleries")),
)  # fmt: skip


def simple(name: str) -> str:
    """A name without case, accents and punctuation, for comparison."""
    bare = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return " ".join(
        re.sub(r"[^a-z0-9]+", " ", bare.lower().replace("u.s.a.", "usa").replace("s.s.r.", "ssr")).split()
    )


@cache
def _spaces(number: int) -> dict[str, int]:
    """The spaces of a board by their simplified names and ids."""
    board, names = ALL_BOARDS[number], dict[str, int]()
    for space in board.spaces:
        for each in (board.space_ids[space], *board.space_names[space].values()):
            names.setdefault(simple(each), space)
    for space in board.spaces:  # an English name is never another space's French one
        names[simple(board.space_names[space]["en"])] = space
    return names


@cache
def _units() -> dict[str, int]:
    names = dict(_OTHER_WORDS)
    for kind in range(KINDS):
        for each in (SHORT[kind], UNIT_IDS[kind], *UNIT_NAMES[kind].values()):
            names[simple(each)] = kind
            names[simple(each) + "s"] = kind
    return names


def complaint(error: type[PartieError], en: str, fr: str) -> PartieError:
    """An error whose sentence is available in every language."""
    return error(en, sentence={"en": en, "fr": fr})


def space_name(state: Any, space: int) -> str:
    """The name of a space in orders."""
    return board_of(state).space_names[space]["en"]


def counted(n: int, kind: int) -> Text:
    """A number of units of a kind in words: `3 infantry`."""
    one, many = _ONE_AND_MANY[kind]
    return {language: f"{n} {(one if n < 2 else many)[language]}" for language in one}


def listed(counts: dict[int, int]) -> Text:
    """Several kinds with their numbers, separated by commas; empty if there are none."""
    words = [counted(counts[kind], kind) for kind in range(KINDS) if counts.get(kind)]
    return {language: ", ".join(word[language] for word in words) for language in ("en", "fr")}


def listed_and(counts: dict[int, int]) -> Text:
    """The same as part of a sentence: `3 infantry, 1 armor and 2 fighters`."""
    return joined([counted(counts[kind], kind) for kind in range(KINDS) if counts.get(kind)])


def joined(words: Sequence[Text]) -> Text:
    """Several words, the last joined by *and*."""
    out = {}
    for language, word in (("en", " and "), ("fr", " et ")):
        *most, last = [one[language] for one in words] or [""]
        out[language] = word.join([", ".join(most), last] if most else [last])
    return out


@cache
def said_names(number: int) -> tuple[Text, ...]:
    """The names of the spaces of a board as parts of a sentence: in English, waters have an article."""
    return tuple(
        {**name, "en": f"the {name['en']}" if _WATERS.search(name["en"]) else name["en"]}
        for name in ALL_BOARDS[number].space_names
    )


def space_list(board: Board, spaces: Sequence[int]) -> Text:
    """The names of several spaces of a board, the last joined by *and*."""
    return joined([board.space_names[space] for space in spaces])


def read_space(state: Any, text: str) -> int:
    """The space with this id, or this English or French name, on the board of a position."""
    board = board_of(state)
    found = _spaces(board.number).get(simple(text))
    if found is None:
        names = [board.space_names[space] for space in board.spaces]
        near = [name for name in names if simple(text) and simple(text) in simple(name["en"])][:3]
        hint = f" Perhaps you mean {' or '.join(n['en'].rstrip('.') for n in near)}." if near else ""
        astuce = f" Peut-être {' ou '.join(n['fr'].rstrip('.') for n in near)}." if near else ""
        raise complaint(
            IllegalMove,
            f"There is no space called {text.strip()!r}.{hint}",
            f"Aucun espace ne s’appelle « {text.strip()} ».{astuce}",
        )
    return found


def read_unit(text: str) -> int:
    """The kind of unit with this name or abbreviation."""
    found = _units().get(simple(text))
    if found is None:
        words = ", ".join(SHORT)
        raise complaint(
            IllegalMove,
            f"{text.strip()!r} is not a unit: write {words}.",
            f"« {text.strip()} » n’est pas une unité : écrivez {words}.",
        )
    return found


def read_power(state: Any, text: str, error: type[PartieError] = IllegalMove) -> int:
    """The power with this name or id on the board of a position."""
    word, board = simple(text), board_of(state)
    for power, (key, name) in enumerate(zip(board.power_ids, board.power_names, strict=True)):
        if word in (key, simple(name["en"]), simple(name["fr"])):
            return power
    words = ", ".join(board.power_ids)
    raise complaint(
        error,
        f"{text.strip()!r} is not a power: write {words}.",
        f"« {text.strip()} » n’est pas une puissance : écrivez {words}.",
    )


def read_tech(text: str, error: type[PartieError] = IllegalMove) -> int:
    """The technology with this name or id."""
    word = simple(text)
    for tech, (key, name) in enumerate(zip(TECH_IDS, TECH_NAMES, strict=True)):
        if word in (simple(key), simple(name["en"]), simple(name["fr"])):
            return tech
    words = ", ".join(TECH_IDS)
    raise complaint(
        error,
        f"{text.strip()!r} is not a technology: write {words}.",
        f"« {text.strip()} » n’est pas une technologie : écrivez {words}.",
    )
