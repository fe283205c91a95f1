"""Shapes: typed dictionaries that describe what games show to clients.

OpenAPI, the TypeScript types and docs/views.md are all made from them. A game's `display` returns a
dictionary, and its return annotation names the shape. Shapes are not checked at run time, so they cost
nothing. The text below a field describes it wherever the shape is published.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from typing_extensions import TypedDict, is_typeddict

if TYPE_CHECKING:
    from partie.core.game import Game


class Shape(TypedDict):
    """The base of all shapes: a dictionary with exactly the declared fields."""


# Pydantic reads this, in base classes too; a typed dictionary cannot declare it in its body.
Shape.__pydantic_config__ = {"extra": "forbid", "use_attribute_docstrings": True}  # type: ignore[attr-defined]


class Words(Shape):
    """The same text in both languages."""

    en: str
    fr: str


def words(text: Mapping[str, str]) -> Words:
    """A text in every language, as a `Words` shape."""
    return {"en": text["en"], "fr": text["fr"]}


def shapes_of(game: Game) -> dict[str, Any]:
    """The shapes a game declares: of a `view`, of a `move` as data, and of an entry of the `legal` moves.

    Shapes that are not declared are left out."""
    entries = get_args(_return_type(type(game.notation).legal_data))
    found = {
        "view": _return_type(game.display),
        "move": _return_type(type(game.notation).move_data),
        "legal": entries[0] if len(entries) == 1 else None,
    }
    return {what: shape for what, shape in found.items() if is_typeddict(shape)}


def _return_type(function: Any) -> Any:
    """The return annotation of a function, or None."""
    try:
        return get_type_hints(function).get("return")
    except TypeError:  # it cannot have annotations
        return None
