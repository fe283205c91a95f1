"""Routes of games: their addresses, and the models of questions."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from partie.core.routes import OptionValues, Question, Route


class Roll(Question):
    dice: int


def route(path: str) -> Route[Any, Any]:
    return Route(path, Roll, BaseModel, lambda question, budget: question, "")


def test_a_route_is_below_its_game_unless_it_says_otherwise() -> None:
    assert route("mean").address("nim") == "/api/games/nim/mean"
    assert route("/companion/story").address("nim") == "/api/companion/story"


def test_a_misspelt_field_of_a_question_is_refused() -> None:
    assert Roll.model_validate_json('{"dice": 2}').dice == 2
    with pytest.raises(ValidationError, match="dise"):
        Roll.model_validate_json('{"dice": 2, "dise": 2}')


@pytest.mark.parametrize(
    "values", [{"x" * 65: 1}, {"name": "x" * 301}, {str(number): 1 for number in range(65)}, {"name": [1]}]
)
def test_options_have_bounds(values: dict[str, Any]) -> None:
    options = TypeAdapter[Any](OptionValues)
    assert options.validate_python({"x" * 64: True, "name": "x" * 300}) == {"x" * 64: True, "name": "x" * 300}
    with pytest.raises(ValidationError):
        options.validate_python(values)
