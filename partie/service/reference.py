"""Reference of the API, generated from OpenAPI.

This is the page `/api/docs`, and the parts of which the documentation site makes its own page."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

router = APIRouter(prefix="/api", include_in_schema=False)

_STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}"
    "code{font-family:ui-monospace,monospace}dt{margin-top:1rem}dd{margin:0 0 0 1.5rem}dt b{display:inline-block;min-width:3.5rem}"
)


def page(title: str, body: str, style: str = _STYLE, status: int = 200) -> HTMLResponse:
    """Return a page outside the browser app. It has its own style and no scripts."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    text = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n<body>{body}</body></html>\n"
    )
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return HTMLResponse(text, status, headers={"Content-Security-Policy": policy})


@dataclass(frozen=True)
class Operation:
    """One operation of the API.

    `request` and `response` are the schemas of its bodies, empty if it has none."""

    method: str
    path: str
    description: str
    parameters: list[dict[str, Any]]
    request: dict[str, Any]
    response: dict[str, Any]


def operations(openapi: dict[str, Any]) -> list[Operation]:
    """Return the operations of an OpenAPI description."""
    return [
        Operation(
            method.upper(),
            path,
            operation.get("description", operation.get("summary", "")),
            operation.get("parameters", []),
            _schema(operation.get("requestBody", {})),
            next(
                (_schema(body) for status, body in operation["responses"].items() if status.startswith("2")),
                {},
            ),
        )
        for path, methods in openapi["paths"].items()
        for method, operation in methods.items()
    ]


def _schema(body: dict[str, Any]) -> dict[str, Any]:
    return next((content.get("schema", {}) for content in body.get("content", {}).values()), {})


def type_name(schema: dict[str, Any], link: Callable[[str], str] = str) -> str:
    """Describe a schema in a few words; `link` renders the name of a schema that has one."""

    def name(part: dict[str, Any]) -> str:
        return type_name(part, link)

    if "$ref" in schema:
        return link(schema["$ref"].rpartition("/")[2])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " or ".join(dict.fromkeys(filter(None, map(name, schema[union]))))
    if "enum" in schema or "const" in schema:
        return ", ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {name(schema.get('items', {})) or 'anything'}"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {name(schema['additionalProperties']) or 'anything'}"
    return str(schema.get("type", ""))


@router.get("/docs")
def reference(request: Request) -> HTMLResponse:
    """Return a page with every operation of the API, its request and its response."""
    entries = map(_entry, operations(request.app.openapi()))
    return page(
        "Partie: the API",
        "<h1>The API of Partie</h1>"
        '<p>The OpenAPI description is at <a href="/api/openapi.json"><code>/api/openapi.json</code></a>. '
        "How to use the API, its errors and live updates are described in <code>docs/api.md</code>.</p>"
        f"<dl>{''.join(entries)}</dl>",
    )


def _entry(operation: Operation) -> str:
    names = filter(None, map(type_name, (operation.request, operation.response)))
    bodies = " → ".join(f"<code>{escape(name)}</code>" for name in names)
    return (
        f"<dt><b>{operation.method}</b> <code>{escape(operation.path)}</code></dt>"
        f"<dd>{escape(operation.description)} {bodies}</dd>"
    )
