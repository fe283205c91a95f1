"""Shapes, which declare what a game shows, and how the contract suite notices a difference."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

import partie
from partie.core.game import Game, View
from partie.core.shapes import Shape, shapes_of
from partie.testing.shapes import check_shown
from tests.games import OURS


class Small(Shape):
    """A view with one field."""

    phase: str
    """What is going on."""


def with_display(display: Any) -> Game:
    return replace(partie.game("quarto"), name="small", display=display)


def undeclared(view: View) -> dict[str, Any]:
    return {"anything": [1]}


def correct(view: View) -> Small:
    return {"phase": "give"}


def with_extra_field(view: View) -> Small:
    return {"phase": "give", "more": 1}  # type: ignore[typeddict-unknown-key]


def without_field(view: View) -> Small:
    return {}  # type: ignore[typeddict-item]


def with_wrong_type(view: View) -> Small:
    return {"phase": 3}  # type: ignore[typeddict-item]


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_every_built_in_game_declares_its_view(game: Game) -> None:
    assert set(shapes_of(game)["view"].__annotations__) == set(game.start().view(0).display())


def test_a_game_need_not_declare_anything() -> None:
    game = with_display(undeclared)
    assert shapes_of(game) == {}
    check_shown(game.start())


def test_a_declared_shape_is_checked() -> None:
    check_shown(with_display(correct).start())
    for display in (with_extra_field, without_field, with_wrong_type):
        with pytest.raises(ValidationError):
            check_shown(with_display(display).start())


def test_a_display_without_annotations_declares_no_shape() -> None:
    assert shapes_of(with_display(lambda view: {"phase": "give"})) == {}
