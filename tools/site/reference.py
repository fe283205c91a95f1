"""The reference pages of the site, generated from the commands and from OpenAPI."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer
from markdown.extensions.toc import slugify
from typer.core import TyperGroup

from partie import cli
from partie.service.app import create_app
from partie.service.reference import operations, type_name


def commands() -> str:
    """Return the page about the command line: every command with its arguments and options."""
    root = typer.main.get_command(cli.app)
    assert isinstance(root, TyperGroup)
    context = typer.Context(root, info_name="partie")
    parts = ["# Command line\n"]
    for name in root.list_commands(context):
        parts += _command(cli.load(name), f"partie {name}", 2)
    for name in cli.declared():
        parts += _command(cli.load_declared(name), f"partie {name}", 2)
    return "\n".join(parts)


def _command(command: Any, path: str, level: int) -> Iterator[str]:
    yield f"{'#' * level} {path}\n"
    if command.help:
        yield command.help.replace("\b", "") + "\n"
    if isinstance(command, TyperGroup):
        context = typer.Context(command, info_name=path)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            yield from _command(inner, f"{path} {name}", level + 1)
        return
    context = typer.Context(command, info_name=path)
    pieces = " ".join(command.collect_usage_pieces(context))
    yield f"```text\n{path} {pieces}\n```\n"
    rows = [row for parameter in command.params if (row := _parameter(parameter, context))]
    if rows:
        yield "| argument | meaning |\n|---|---|"
        yield "\n".join(rows) + "\n"


def _parameter(parameter: Any, context: typer.Context) -> str:
    if parameter.name == "help" or getattr(parameter, "hidden", False):
        return ""
    record = parameter.get_help_record(context)
    if record is None:
        return ""
    name, text = record
    return f"| `{name}` | {' '.join(text.split()).replace('|', chr(92) + '|')} |"


def routes() -> str:
    """Return the page about the API: every operation, and every schema with its fields."""
    openapi: dict[str, Any] = create_app().openapi()
    parts = [
        "# HTTP and WebSocket\n",
        "How to use them: [the API](../api.md). A running server has its OpenAPI description at `/api/openapi.json`.\n",
    ]
    for operation in operations(openapi):
        parts.append(f"## {operation.method} {operation.path}\n")
        parts.append(operation.description + "\n")
        for title, schema in (("Request", operation.request), ("Response", operation.response)):
            if name := type_name(schema, _link):
                parts.append(f"{title}: {name}.\n")
        rows = [
            f"| `{parameter['name']}` | {parameter['in']} | {type_name(parameter.get('schema', {}), _link)} "
            f"| {parameter.get('description', '')} |"
            for parameter in operation.parameters
        ]
        if rows:
            parts += ["| parameter | in | type | meaning |\n|---|---|---|---|", "\n".join(rows) + "\n"]
    parts.append("## Schemas\n")
    for name, schema in sorted(openapi["components"]["schemas"].items()):
        parts.append(f"### {name}\n")
        if schema.get("description"):
            parts.append(schema["description"] + "\n")
        fields = schema.get("properties", {})
        if fields:
            required = set(schema.get("required", []))
            parts.append("| field | type | meaning |\n|---|---|---|")
            rows = [_field(field, described, field in required) for field, described in fields.items()]
            parts.append("\n".join(rows) + "\n")
    return "\n".join(parts)


def _field(name: str, schema: dict[str, Any], is_required: bool) -> str:
    text = " ".join(schema.get("description", "").split()).replace("|", "\\|")
    return f"| `{name}`{'' if is_required else ' (optional)'} | {type_name(schema, _link)} | {text} |"


def _link(name: str) -> str:
    """Return a link to the description of a schema."""
    return f"[{name}](#{slugify(name, '-')})"
