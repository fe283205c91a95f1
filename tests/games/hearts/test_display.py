"""Scores as people read them: higher is better in the core, while classic players count penalties up."""

from __future__ import annotations

import pytest

import partie
from partie.core.game import State
from partie.games.hearts.text.display import (
    counted,
    outcome,
    points_words,
)

GAME = partie.game("hearts")
CLASSIC = (
    "-/-/-/- 1 over c23456789TJQKAd23456789TJQKAs23456789TJQKAh23456789TJQKA h2/sQ/h3456789TJQK/hA - - - -1,-13,-11,-1",
    {"rules": "classic", "length": "1", "pass": False},
)
COEURS = (
    "-/-/-/- 1 over c789TJQKAd789TJQKAs789TJQKAh789TJQKA h7/h8/h9TJQK/hA - - - -5,-5,-25,-5",
    {"length": "1"},
)


@pytest.fixture(scope="module")
def classic() -> State:
    """Made here, and not while tests are collected, which every process does."""
    return GAME.position(*CLASSIC)


@pytest.fixture(scope="module")
def coeurs() -> State:
    return GAME.position(*COEURS)


def test_the_classic_game_is_counted_upwards(classic: State) -> None:
    assert classic.scores == [-1.0, -13.0, -11.0, -1.0], "in the core, higher is still better"
    reason = outcome(classic)
    assert reason is not None
    said = GAME.phrase(*reason)
    assert said["en"] == "Player 1, Player 4 share first place with 1 point."
    assert said["fr"] == "Joueur 1, Joueur 4 partagent la première place avec 1 point."
    assert "seat 1: total 13, this deal 13" in GAME.draw(classic.view(0))


def test_points_are_lost_in_the_french_game(coeurs: State) -> None:
    reason = outcome(coeurs)
    assert reason is not None
    assert GAME.phrase(*reason)["en"].endswith("share first place with −5 points.")
    assert "seat 2: total -25, this deal -25" in GAME.draw(coeurs.view(0))


def test_points_in_words(classic: State, coeurs: State) -> None:
    assert points_words(57) == {"en": "57 points", "fr": "57 points"}
    assert points_words(0) == {"en": "0 points", "fr": "0 point"}
    assert counted(classic.record, -57) == 57
    assert counted(coeurs.record, -20) == -20
