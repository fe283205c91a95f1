"""Presets and options of every game, as people read them."""

from __future__ import annotations

import re

import pytest

import partie
from partie.core.game import Game
from partie.core.registry import games

LANGUAGES = ("en", "fr")
ALL = games()


@pytest.mark.parametrize("game", ALL, ids=[game.name for game in ALL])
def test_at_most_one_preset_is_usual_in_a_language(game: Game) -> None:
    for language in LANGUAGES:
        usual = [preset for preset in game.presets if language in preset.usual_in]
        assert len(usual) <= 1
        assert game.usual_preset(language) == (usual[0] if usual else None)


def test_hearts_and_liars_dice_have_a_usual_preset_in_each_language() -> None:
    names = {
        (game, language): preset.name
        for game in ("hearts", "liarsdice")
        for language in LANGUAGES
        if (preset := partie.game(game).usual_preset(language)) is not None
    }
    assert names == {
        ("hearts", "en"): "classic",
        ("hearts", "fr"): "coeurs",
        ("liarsdice", "en"): "plain",
        ("liarsdice", "fr"): "perudo",
    }
    assert partie.game("hearts").preset_options("classic")["rules"] == "classic"
    perudo = partie.game("liarsdice").preset_options("perudo")
    assert (perudo["wild"], perudo["exact_reward"]) == ("ones", "caller_gains")


_QUESTION = {
    "en": re.compile(r"^(Whether|Can|May|Do|Does|Is|Are)\b.*[^?]$"),
    "fr": re.compile(r"\w-(on|il|elle|ils|elles|vous)\b[^?]*$|^(Est-ce|Combien|Si )[^?]*$"),
}


@pytest.mark.parametrize("game", ALL, ids=[game.name for game in ALL])
def test_no_option_is_a_question_without_a_question_mark(game: Game) -> None:
    for option in game.options:
        for text in (option.title, option.help):
            for language in LANGUAGES:
                words = text[language]
                assert not _QUESTION[language].search(words), f"{option.name}: {words}"
