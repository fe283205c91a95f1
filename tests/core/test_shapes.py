"""Shapes: what a game declares about what it shows, and how the contract suite finds out that it shows something else."""

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


def honest(view: View) -> Small:
    return {"phase": "give"}


def talkative(view: View) -> Small:
    return {"phase": "give", "more": 1}  # type: ignore[typeddict-unknown-key]


def silent(view: View) -> Small:
    return {}  # type: ignore[typeddict-item]


def wrong(view: View) -> Small:
    return {"phase": 3}  # type: ignore[typeddict-item]


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_every_game_of_ours_declares_its_view(game: Game) -> None:
    assert set(shapes_of(game)["view"].__annotations__) == set(game.start().view(0).display())


def test_a_game_need_not_declare_anything() -> None:
    game = with_display(undeclared)
    assert shapes_of(game) == {}
    check_shown(game.start())


def test_what_is_declared_is_checked() -> None:
    check_shown(with_display(honest).start())
    for display in (talkative, silent, wrong):
        with pytest.raises(ValidationError):
            check_shown(with_display(display).start())


def test_the_view_of_a_function_without_annotations_is_not_declared() -> None:
    assert shapes_of(with_display(lambda view: {"phase": "give"})) == {}
