"""Adds the models of games' views and moves, and of WebSocket messages, to OpenAPI."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from partie.core import registry
from partie.core.game import Game
from partie.core.shapes import shapes_of
from partie.service import models

_REF = "#/components/schemas/"
_MESSAGES: tuple[tuple[str, Any, JsonSchemaMode], ...] = (
    ("Hello", models.Hello, "validation"),
    ("MoveRequest", models.MoveRequest, "validation"),
    ("LiveMessage", models.LiveMessage, "serialization"),
)
"""The messages on a WebSocket: the first of a client, all others of a client, and those of the server."""
_GAMES = {"view": "View", "move": "MoveData", "legal": "LegalData"}
"""What games declare models for, and the general name of each."""


def publish(app: FastAPI) -> None:
    """Add the schemas of WebSocket messages and of all games to the OpenAPI description of an application."""
    described = app.openapi

    def contract() -> dict[str, Any]:
        if app.openapi_schema is None:
            components = described()["components"]
            components["schemas"] = {
                **_message_schemas(),
                **components["schemas"],
                **game_schemas(registry.games()),
            }
        return described()

    app.openapi = contract  # type: ignore[method-assign]


def _message_schemas() -> dict[str, Any]:
    """Return the schemas of WebSocket messages, and those they refer to."""
    found: dict[str, Any] = {}
    for name, kind, mode in _MESSAGES:
        found |= _named(TypeAdapter(kind).json_schema(mode=mode, ref_template=_REF + "{model}"), name)
    return found


def game_schemas(games: Iterable[Game]) -> dict[str, Any]:
    """Return the schemas of games.

    Their names start with that of the game, `nim.View`; `Games` lists them by game."""
    by_game = {game.name: _shapes(game) for game in games}
    found = {name: schema for shapes in by_game.values() for name, schema in shapes.items()}
    for what, name in _GAMES.items():
        known = [{"$ref": f"{_REF}{game}.{name}"} for game in by_game if f"{game}.{name}" in by_game[game]]
        found[name] = {
            "description": f"The {what} of the table's game; free-form if the game declares no schema for it.",
            "anyOf": [*known, {"type": "object", "additionalProperties": True}],
        }
    found["Games"] = _record(
        "The schemas of every game that declares them, by its name.",
        {game: _record("", _declared(game, names)) for game, names in by_game.items() if names},
    )
    return found


def _declared(game: str, names: Iterable[str]) -> dict[str, Any]:
    found = {what: f"{game}.{name}" for what, name in _GAMES.items()}
    return {what: {"$ref": _REF + name} for what, name in found.items() if name in names}


def _record(description: str, properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "description": description,
        "type": "object",
        "properties": properties,
        "required": list(properties),
    }


def _shapes(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for what, shape in shapes_of(game).items():
        schema = TypeAdapter(shape).json_schema(
            mode="serialization", ref_template=f"{_REF}{game.name}.{{model}}"
        )
        named = _named(schema, _GAMES[what])
        found |= {f"{game.name}.{name}": described for name, described in named.items()}
    return found


def _named(schema: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a schema under its name, and those it refers to under theirs."""
    return {**schema.pop("$defs", {}), name: schema}
