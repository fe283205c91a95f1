"""The expert's scale at its thresholds, and the command that speaks it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from partie.games.axisallies.odds.calculator import odds
from partie.games.axisallies.odds.printing import odds_lines
from partie.games.axisallies.odds.reading import read_battle
from partie.games.axisallies.odds.words import (
    SCALE,
    definition,
    judged,
    verdict,
)
from tests.test_cli import partie

USUAL: dict[str, Any] = {
    "undefended": False, "take": 0.8, "unhurt": 0.0, "left": 0.5, "swing": 1.0, "wiped_out": 0.2,
}  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"undefended": True, "take": 1.0}, "blitz"),
        ({"undefended": True, "take": 0.99, "left": 0.9}, "overkill"),
        ({"take": 0.99, "left": 0.80}, "overkill"),
        ({"take": 0.99, "left": 0.799, "unhurt": 0.5}, "without_loss"),
        ({"take": 0.989, "left": 0.9, "unhurt": 0.5}, "without_loss"),
        ({"take": 0.90, "unhurt": 0.50}, "without_loss"),
        ({"take": 0.90, "unhurt": 0.499}, "good"),
        ({"take": 0.899, "unhurt": 0.6}, "good"),
        ({"take": 0.75, "left": 0.301}, "good"),
        ({"take": 0.75, "left": 0.30}, "fair"),
        ({"take": 0.749}, "fair"),
        ({"take": 0.50}, "fair"),
        ({"take": 0.499}, "good_without_taking"),
        ({"take": 0.0, "swing": 0.1, "wiped_out": 0.25}, "good_without_taking"),
        ({"take": 0.4, "swing": 0.1, "wiped_out": 0.251}, "risky"),
        ({"take": 0.4, "swing": 0.0}, "risky"),
        ({"take": 0.25, "swing": -1.0}, "risky"),
        ({"take": 0.249, "swing": -1.0}, "bad"),
        ({"take": 0.0, "swing": 5.0, "wiped_out": 0.5}, "bad"),
        ({"undefended": True, "take": 0.0, "swing": 0.0, "wiped_out": 0.0}, "bad"),
    ],
)
def test_the_scale(changes: dict[str, Any], word: str) -> None:
    assert judged(**{**USUAL, **changes}) == word


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("2 arm ->", "blitz"),
        ("2 inf, 1 ftr -> aa", "blitz"),
        ("2 ftr ->", "bad"),
        ("10 arm -> 1 inf", "overkill"),
        ("2 arm -> 1 inf", "without_loss"),
        ("4 inf, 3 arm -> 5 inf, 1 arm", "good"),
        ("3 inf, 3 arm -> 6 inf", "fair"),
        ("4 bom -> 1 ftr", "good_without_taking"),
        ("3 inf, 1 arm -> 4 inf", "risky"),
        ("2 inf -> 4 inf", "bad"),
    ],
)
def test_words_for_battles(text: str, word: str) -> None:
    assert verdict(odds(read_battle(text))) == word


def test_every_word_has_its_definition_in_both_languages() -> None:
    for word, names in SCALE.items():
        for language in ("en", "fr"):
            assert names[language]
            assert definition(word, False, language) != definition(word, True, language)


def test_lines_of_an_exact_answer() -> None:
    text = "\n".join(odds_lines(odds(read_battle("4 inf, 3 arm -> 5 inf, 1 arm"))))
    for part in (
        "4 infantry, 3 armor -> 5 infantry, 1 armor (on land)",
        "good: the space is taken at least 3 times in 4",
        "attacker wins            78.9%",
        "nobody is left            2.1%",
        "(exact)",
        "14.7 of 27 IPC",
        "+3.6 IPC",
        "   3 attackers    18.3% " + "█" * 40,
        "after round 1: 0.2% over, left 5.0 | 3.8, swing +0.5 IPC",
        "lost in this order: infantry, armor | infantry, armor",
    ):
        assert part in text
    assert "breaks off" not in text


def test_lines_in_french() -> None:
    battle = read_battle("2 inf, 2 chasseurs -> 2 inf, 1 dca", landing=1)
    text = "\n".join(odds_lines(odds(battle), "fr"))
    for part in (
        "2 infanteries, 2 chasseurs -> 2 infanteries, 1 canon antiaérien (débarquement, 1 en bombardement, DCA)",
        "bon : l’espace est pris au moins 3 fois sur 4",
        "l’attaquant gagne",
        " %",
        "une unité terrestre est gardée jusqu’à la fin",
    ):
        assert part in text
    assert "." not in text.split("\n")[3]


def test_rare_chances_are_not_rounded_to_certainty() -> None:
    text = "\n".join(odds_lines(odds(read_battle("12 arm -> 1 inf"))))
    assert ">99.9%" in text
    assert "<0.1%" in text


def test_the_command_answers() -> None:
    done = partie("odds", "4 inf, 3 arm -> 5 inf, 1 arm")
    assert done.returncode == 0, done.stderr
    assert "attacker wins            78.9%" in done.stdout
    french = partie(
        "odds", "2 sous-marins, 1 chasseur contre 2 transports", "--sea", "--lang", "fr", "--stop", "tours=1"
    )
    assert "l’attaquant se retire" in french.stdout
    assert "vide la zone" in french.stdout


def test_the_command_simulates_and_speaks_json() -> None:
    done = partie(
        "odds", "3 inf, 2 bom -> 3 inf, 1 ftr", "--aa", "--techs", "heavy bombers", "--enemy-techs", "jets",
        "--losses", "bom,inf", "--enemy-losses", "ftr", "--simulate", "2000", "--seed", "3", "--json",
        "--options", "low_luck=on",
    )  # fmt: skip
    found = json.loads(done.stdout)
    assert found["method"] == "simulation"
    assert found["battles"] == 2000
    assert found["word"] in SCALE
    assert found["win"] + found["draw"] + found["loss"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["4 inf"], "Write the attackers, an arrow and the defenders"),
        (["4 inf -> 2 inf", "--sea", "--lang", "fr"], "Infanterie : cette unité ne combat pas en mer"),
        (["4 inf -> 2 inf", "--options", "luck=on"], "A battle has no setting called 'luck'"),
        (["4 inf -> 2 inf", "--lang", "de"], "--lang is en or fr"),
    ],
)
def test_mistakes_of_the_command(arguments: list[str], sentence: str) -> None:
    done = partie("odds", *arguments)
    assert done.returncode == 2
    assert sentence in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
