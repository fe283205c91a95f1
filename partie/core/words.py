"""The texts of a game, in the catalogues `words.en.json` and `words.fr.json` beside its code.

Both have the same keys. A key says what its text is for. Reasons and outcomes have the keys that agents and
rules give (`GAME.safe`). The titles and help texts that pages show are found by name:

    level.expert.character      option.wild.title          preset.family.title
    level.expert.help           option.wild.help           preset.family.help
    family.odds.title           option.wild.choice.ones    group.combat
    family.odds.trust.help      parameter.policy.title     playouts.careful
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, TypeVar

from partie.core.errors import PartieError
from partie.core.game import Family, Preset
from partie.core.parameters import Parameter, Text

LANGUAGES = ("en", "fr")
Described = TypeVar("Described", Parameter, Preset, Family)


def read_words(*packages: str) -> dict[str, Text]:
    """Read the catalogues of packages into one: every key with its text in all languages.

    >>> read_words("partie.search")["search.random"]["fr"]
    'Choisi au hasard.'
    """
    return {key: text for package in packages for key, text in _catalogue(package).items()}


def placeholders(text: str) -> set[str]:
    """The names of the placeholders in a text.

    >>> sorted(placeholders("{winner} wins with {points}."))
    ['points', 'winner']
    """
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def section(words: Mapping[str, Text], name: str) -> dict[str, Text]:
    """The entries of a catalogue whose keys begin with a name and a dot, without that prefix.

    >>> sorted(section({"greedy.buy": {}, "greedy.end": {}, "level.buy": {}}, "greedy"))
    ['buy', 'end']
    """
    return {key.removeprefix(f"{name}."): text for key, text in words.items() if key.startswith(f"{name}.")}


def described(words: Mapping[str, Text], where: str, thing: Described) -> Described:
    """Add the title and help from a catalogue to an option, a preset or a family of agents.

    Its parameters and choices get theirs, too, unless they have them already.

    >>> words = {"option.dice.title": {"en": "Dice"}, "option.dice.help": {"en": "How many."}}
    >>> described(words, "option", Parameter("dice", "integer", 5)).title
    {'en': 'Dice'}
    """
    key = f"{where}.{thing.name}"
    more: dict[str, Any] = {}
    if isinstance(thing, Family):
        more["params"] = tuple(
            param if param.title else described(words, key, param) for param in thing.params
        )
    elif isinstance(thing, Parameter) and thing.choices is not None:
        more["choices"] = {
            name: title or _text(words, f"{key}.choice.{name}") for name, title in thing.choices.items()
        }
    return replace(thing, title=_text(words, f"{key}.title"), help=_text(words, f"{key}.help"), **more)


def all_described(words: Mapping[str, Text], where: str, *things: Described) -> tuple[Described, ...]:
    """Several things, each `described`."""
    return tuple(described(words, where, thing) for thing in things)


def titles(words: Mapping[str, Text], where: str, *names: str) -> dict[str, Text]:
    """The title of each name from a catalogue, in this order.

    >>> titles({"playouts.odds": {"en": "by the odds"}}, "playouts", "odds")
    {'odds': {'en': 'by the odds'}}
    """
    return {name: _text(words, f"{where}.{name}") for name in names}


def _text(words: Mapping[str, Text], key: str) -> Text:
    if key not in words:
        raise PartieError(f"The catalogue of words has no {key!r}: add it in every language.")
    return words[key]


@cache
def _catalogue(package: str) -> dict[str, Text]:
    texts = {language: _read(package, f"words.{language}.json") for language in LANGUAGES}
    keys = dict.fromkeys(key for catalogue in texts.values() for key in catalogue)
    for key in keys:
        missing = [language for language in LANGUAGES if key not in texts[language]]
        if missing:
            raise PartieError(f"words.{missing[0]}.json of {package} lacks {key!r}: add it.")
    return {key: {language: texts[language][key] for language in LANGUAGES} for key in keys}


def _read(package: str, name: str) -> dict[str, str]:
    try:
        catalogue: dict[str, str] = json.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise PartieError(f"{package} has no file {name}: add it.") from None
    except ValueError as error:
        raise PartieError(f"{name} of {package} cannot be read: {error}.") from None
    return catalogue
