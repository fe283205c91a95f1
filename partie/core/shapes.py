"""The shapes of what games show to clients: typed dictionaries, the one description from which OpenAPI, TypeScript types and docs/views.md are made.

A game's `display` returns a dictionary and says in its annotation which shape it has. At run time nothing else happens: a shape costs a view no time.
The text below a field says what it is; it goes wherever the shape goes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_type_hints

from typing_extensions import TypedDict, is_typeddict


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


def shape_of(function: Any) -> Any:
    """The shape a function says it returns, None where it does not say one.

    >>> def shout(text: str) -> Words: ...
    >>> shape_of(shout).__name__, shape_of(len)
    ('Words', None)
    """
    try:
        declared = get_type_hints(function).get("return")
    except TypeError:  # nothing that has annotations
        return None
    return declared if is_typeddict(declared) else None
