"""Modules that comment on games."""

from __future__ import annotations

import inspect

import pytest

from partie.core import commentary
from partie.core.commentary import Explanation, Line, Remark
from partie.core.game import Game
from tests.games import OURS

TELLING = [game for game in OURS if game.can.commentary is not None]


@pytest.mark.parametrize("game", TELLING, ids=lambda game: game.name)
def test_a_module_of_comments_has_the_functions_that_are_called(game: Game) -> None:
    assert game.can.commentary is not None
    module = game.can.commentary.load()
    parameters = {
        name: list(inspect.signature(getattr(module, name)).parameters) for name in commentary.FUNCTIONS
    }
    assert parameters == {
        "remarks": ["match", "since", "budget"],
        "explain": ["match", "ply", "said", "budget"],
    }


def test_some_game_is_commented_on() -> None:
    assert TELLING


def test_comments_are_values() -> None:
    """They are compared, and told again, from other processes and after a restart."""
    text = {"en": "Well played.", "fr": "Bien joué."}
    assert Remark(0, 3, 1, text) == Remark(0, 3, 1, dict(text), turn=0.0)
    assert Explanation(text, (Line(text, text),)) == Explanation(dict(text), (Line(text, text),))
    with pytest.raises(AttributeError):
        Remark(0, 3, 1, text).seat = 2  # type: ignore[misc]
