"""One word for one thing: armor and IPC in English, blindé and CPI in French, wherever people read."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from partie.games.axisallies import GAME
from partie.games.axisallies.companion import plans, wording
from partie.games.axisallies.odds.printing import _TEXT
from partie.games.axisallies.players import (
    germany2009,
    greedy,
)
from partie.games.axisallies.players.staff import answers
from partie.games.axisallies.players.strategist import weighing
from partie.games.axisallies.rules import refusals as codes
from partie.games.axisallies.text import refusals

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "partie" / "games" / "axisallies"
OTHER_WORDS = {"en": r"(?i:\btanks?\b)|\bCPI\b|\barmour\b", "fr": r"(?i:\bchars?\b|\btanks?\b)|\bIPC\b"}


def texts(value: Any, language: str) -> Iterator[str]:
    """All texts of a language in nested data."""
    if isinstance(value, dict) and language in value:
        value = value[language]
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts(one, language)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts(one, language)


def declared() -> list[Any]:
    families = [
        [family.help, [(p.title, p.help) for p in family.params]] for family in GAME.families.values()
    ]
    rules = [(rule.title, rule.text) for rules in germany2009.RULES.values() for rule in rules]
    options = [(option.title, option.help, option.group) for option in GAME.options]
    sentences = [answers.SENTENCES, greedy.SENTENCES, weighing.SENTENCES, refusals.SENTENCES]
    companion = [plans._TITLES, wording._SENTENCES]
    return [families, rules, options, sentences, companion, dict(GAME.phrases), _TEXT]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_one_word_for_one_thing(language: str) -> None:
    catalogue = json.loads((ROOT / "web" / "messages" / f"{language}.json").read_text("utf-8"))
    ours = {key: text for key, text in catalogue.items() if key.startswith(("axisallies", "companion"))}
    pages = [(FOLDER / f"rules.{language}.md").read_text("utf-8"), *_strings(ours)]
    said = [*pages, *texts(declared(), language)]
    assert len(said) > 400
    assert [text for text in said if re.search(OTHER_WORDS[language], text)] == []


def test_every_refusal_has_a_sentence() -> None:
    assert set(refusals.SENTENCES) == {code for name, code in vars(codes).items() if name.isupper()}


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    else:
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)
