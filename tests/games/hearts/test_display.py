"""Scores as people read them: higher is better in the core, while classic players count penalties up."""

from __future__ import annotations

import partie
from partie.games.hearts.text.display import (
    counted,
    outcome,
    points_words,
)

GAME = partie.game("hearts")
CLASSIC = GAME.position(
    "-/-/-/- 1 over c23456789TJQKAd23456789TJQKAs23456789TJQKAh23456789TJQKA h2/sQ/h3456789TJQK/hA - - - -1,-13,-11,-1",
    {"rules": "classic", "length": "1", "pass": False},
)
COEURS = GAME.position(
    "-/-/-/- 1 over c789TJQKAd789TJQKAs789TJQKAh789TJQKA h7/h8/h9TJQK/hA - - - -5,-5,-25,-5", {"length": "1"}
)


def test_the_classic_game_is_counted_upwards() -> None:
    assert CLASSIC.scores == [-1.0, -13.0, -11.0, -1.0], "in the core, higher is still better"
    reason = outcome(CLASSIC)
    assert reason is not None
    said = GAME.phrase(*reason)
    assert said["en"] == "Player 1, Player 4 share first place with 1 point."
    assert said["fr"] == "Joueur 1, Joueur 4 partagent la première place avec 1 point."
    assert "seat 1: total 13, this deal 13" in GAME.draw(CLASSIC.view(0))


def test_points_are_lost_in_the_french_game() -> None:
    reason = outcome(COEURS)
    assert reason is not None
    assert GAME.phrase(*reason)["en"].endswith("share first place with −5 points.")
    assert "seat 2: total -25, this deal -25" in GAME.draw(COEURS.view(0))


def test_points_in_words() -> None:
    assert points_words(57) == {"en": "57 points", "fr": "57 points"}
    assert points_words(0) == {"en": "0 points", "fr": "0 point"}
    assert counted(CLASSIC.record, -57) == 57
    assert counted(COEURS.record, -20) == -20
