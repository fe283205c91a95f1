"""The reference pages of the site: the command line as the commands describe themselves, the API as OpenAPI has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer
from markdown.extensions.toc import slugify
from typer.core import TyperGroup

from partie import cli
from partie.service.app import create_app


def commands() -> str:
    """Every command with its arguments and options."""
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
        yield "| | |\n|---|---|"
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
    """Every operation with what it takes and gives, and every shape with its fields."""
    contract: dict[str, Any] = create_app().openapi()
    parts = [
        "# HTTP and WebSocket\n",
        "How to use them: [the API](../api.md). A running server has the contract itself at `/api/openapi.json`.\n",
    ]
    for path, methods in contract["paths"].items():
        for method, operation in methods.items():
            parts.append(f"## {method.upper()} {path}\n")
            parts.append(operation.get("description", operation.get("summary", "")) + "\n")
            takes = _name(_schema(operation.get("requestBody", {})))
            gives = next(
                (
                    _name(_schema(answer))
                    for status, answer in operation["responses"].items()
                    if status.startswith("2")
                ),
                "",
            )
            for title, shape in (("Takes", takes), ("Gives", gives)):
                if shape:
                    parts.append(f"{title} {shape}.\n")
            rows = [
                f"| `{parameter['name']}` | {parameter['in']} | {_name(parameter.get('schema', {}))} | {parameter.get('description', '')} |"
                for parameter in operation.get("parameters", [])
            ]
            if rows:
                parts += ["| parameter | in | type | |\n|---|---|---|---|", "\n".join(rows) + "\n"]
    parts.append("## Shapes\n")
    for name, schema in sorted(contract["components"]["schemas"].items()):
        parts.append(f"### {name}\n")
        if schema.get("description"):
            parts.append(schema["description"] + "\n")
        fields = schema.get("properties", {})
        if fields:
            needed = set(schema.get("required", []))
            parts.append("| field | type | |\n|---|---|---|")
            parts.append(
                "\n".join(_field(field, shape, field in needed) for field, shape in fields.items()) + "\n"
            )
    return "\n".join(parts)


def _schema(part: dict[str, Any]) -> dict[str, Any]:
    return next((content.get("schema", {}) for content in part.get("content", {}).values()), {})


def _field(name: str, shape: dict[str, Any], needed: bool) -> str:
    text = " ".join(shape.get("description", "").split()).replace("|", "\\|")
    return f"| `{name}`{'' if needed else ' (optional)'} | {_name(shape)} | {text} |"


def _name(shape: dict[str, Any]) -> str:
    """A shape in a few words, with a link where it has a name."""
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        return f"[{name}](#{slugify(name, '-')})"
    for union in ("anyOf", "oneOf"):
        if union in shape:
            return " or ".join(dict.fromkeys(filter(None, map(_name, shape[union]))))
    if "enum" in shape or "const" in shape:
        return ", ".join(f"`{value}`" for value in shape.get("enum", [shape.get("const")]))
    if shape.get("type") == "array":
        return f"list of {_name(shape.get('items', {})) or 'anything'}"
    if shape.get("type") == "object" and isinstance(shape.get("additionalProperties"), dict):
        return f"object of {_name(shape['additionalProperties']) or 'anything'}"
    return str(shape.get("type", ""))
