"""The shapes of what games show to clients: typed dictionaries, the one description from which OpenAPI, TypeScript types and docs/views.md are made.

A game's `display` returns a dictionary and says in its annotation which shape it has. At run time nothing else happens: a shape costs a view no time.
The text below a field says what it is; it goes wherever the shape goes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from typing_extensions import TypedDict, is_typeddict

if TYPE_CHECKING:
    from partie.core.game import Game


class Shape(TypedDict):
    """A dictionary with these fields and no others."""


# Read by Pydantic, which looks for it in base classes too; a typed dictionary cannot declare it itself.
Shape.__pydantic_config__ = {"extra": "forbid", "use_attribute_docstrings": True}  # type: ignore[attr-defined]


class Words(Shape):
    """The same text in both languages."""

    en: str
    fr: str


def words(text: Mapping[str, str]) -> Words:
    """A text in every language as the shape of it."""
    return {"en": text["en"], "fr": text["fr"]}


def shapes_of(game: Game) -> dict[str, Any]:
    """What a game declares about what it shows: the shapes of a `view`, of a `move` as data and of an entry of the `legal` moves as data. A shape that is not declared is left out."""
    entries = get_args(_returned(type(game.notation).legal_data))
    found = {
        "view": _returned(game.display),
        "move": _returned(type(game.notation).move_data),
        "legal": entries[0] if len(entries) == 1 else None,
    }
    return {what: shape for what, shape in found.items() if is_typeddict(shape)}


def _returned(function: Any) -> Any:
    """What a function says it returns."""
    try:
        return get_type_hints(function).get("return")
    except TypeError:  # nothing that has annotations
        return None
