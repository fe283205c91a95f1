"""Writes what is made from the contract of the API: the types of the browser app (`web/src/api/api-types.ts`) and `docs/views.md`. `contract.py check` says whether they are up to date.

The shapes of views and moves are declared in `partie/games/<game>/text/shapes.py`, those of the API in `partie/service/models.py`. Checking needs no Node: the types say which contract they were made from.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
TYPES = WEB / "src" / "api" / "api-types.ts"
VIEWS = ROOT / "docs" / "views.md"
_AGAIN = "Run `python tools/contract.py` and commit what it writes."


def contract() -> dict[str, Any]:
    """The contract with the games of this repository, whatever else is installed."""
    with (
        patch("partie.core.registry.entry_points", return_value=[]),
        tempfile.TemporaryDirectory() as folder,
    ):
        from partie.service.app import Settings, create_app

        return create_app(Settings(database=str(Path(folder) / "partie.db"))).openapi()


def types(published: dict[str, Any]) -> str:
    """The types of the browser app, made by openapi-typescript."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "openapi.json", Path(folder) / "types.ts"
        source.write_text(json.dumps(published), encoding="utf-8")
        tool = WEB / "node_modules" / ".bin" / "openapi-typescript"
        subprocess.run([tool, source, "-o", made], check=True, stdout=subprocess.DEVNULL)
        body = made.read_text(encoding="utf-8")
    return f"// {_mark(published, body)}\n{body}"


def _mark(published: dict[str, Any], body: str) -> str:
    """Changes when the contract does, and when somebody edits the types by hand."""
    source = json.dumps(published, sort_keys=True)
    return hashlib.sha256((source + body).encode()).hexdigest()


def types_are_current(published: dict[str, Any]) -> bool:
    mark, _, body = TYPES.read_text(encoding="utf-8").partition("\n")
    return mark == f"// {_mark(published, body)}"


def views_page(published: dict[str, Any]) -> str:
    """The page about views: every game's, then the shapes it is made of."""
    schemas = published["components"]["schemas"]
    lines = [
        "# What each game shows",
        "",
        "Written by `tools/contract.py` from the shapes the games declare (`partie/games/<game>/text/shapes.py`); the same shapes are in `/api/openapi.json`, and a game from another package adds its own there.",
        "`View` is `view` of a [table](api.md), `MoveData` is `data` of a move and `LegalData` an entry of `legal_data`, where a game's moves are more than a word. A field with `?` may be left out.",
    ]
    for game in schemas["Games"]["properties"]:
        names = [name for name in schemas if name.startswith(f"{game}.")]
        first = [f"{game}.{name}" for name in ("View", "MoveData", "LegalData")]
        order = [*(name for name in first if name in names), *sorted(set(names) - set(first))]
        lines += ["", f"## {game}"]
        for name in order:
            lines += ["", *_described(name.partition(".")[2], schemas[name])]
    return "\n".join(lines) + "\n"


def _described(name: str, schema: dict[str, Any]) -> list[str]:
    required = schema.get("required", [])
    lines = [f"### {name}", schema.get("description", "").replace("\n\n", "\n"), ""]
    for field, shape in schema["properties"].items():
        mark = "" if field in required else "?"
        text = f": {shape['description']}" if "description" in shape else ""
        lines.append(f"- `{field}{mark}` {_type(shape)}{text}")
    return [line for line in lines if line or line == ""]


def _type(shape: dict[str, Any]) -> str:
    """A shape in a few words: `number or null`, `list of Bid`."""
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition(".")[2]
    if "anyOf" in shape:
        return " or ".join(_type(one) for one in shape["anyOf"])
    if "enum" in shape:
        return ", ".join(f"`{word}`" for word in shape["enum"])
    if shape.get("type") == "array":
        return f"list of ({inner})" if " or " in (inner := _type(shape["items"])) else f"list of {inner}"
    if shape.get("type") == "object":
        values = shape.get("additionalProperties")
        return f"object with {_type(values)}" if isinstance(values, dict) else "object"
    return {"integer": "number", "string": "text", "boolean": "true or false"}.get(
        shape["type"], str(shape["type"])
    )


def write() -> None:
    """Bring everything up to date."""
    published = contract()
    TYPES.write_text(types(published), encoding="utf-8")
    VIEWS.write_text(views_page(published), encoding="utf-8")


def check() -> None:
    """Stop with a sentence where something is stale."""
    published = contract()
    if not types_are_current(published):
        raise SystemExit(f"{TYPES.relative_to(ROOT)} does not match the contract of the API. {_AGAIN}")
    if VIEWS.read_text(encoding="utf-8") != views_page(published):
        raise SystemExit(f"{VIEWS.relative_to(ROOT)} does not match the shapes of the games. {_AGAIN}")


if __name__ == "__main__":
    check() if "check" in sys.argv[1:] else write()
