"""The page `/api/docs`: what the API offers, made from its contract. It needs no script and no other host."""

from __future__ import annotations

import base64
import hashlib
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
    """A page of our own that stands outside the app; its style, and nothing else, is allowed to be in it."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    text = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n<body>{body}</body></html>\n"
    )
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return HTMLResponse(text, status, headers={"Content-Security-Policy": policy})


@router.get("/docs")
def reference(request: Request) -> HTMLResponse:
    """Every operation with what it takes and gives."""
    contract: dict[str, Any] = request.app.openapi()
    entries = [
        _entry(method, path, operation)
        for path, methods in contract["paths"].items()
        for method, operation in methods.items()
    ]
    return page(
        "Partie: the API",
        "<h1>The API of Partie</h1>"
        '<p>The contract with every shape is <a href="/api/openapi.json"><code>/api/openapi.json</code></a>: most tools that try out or generate '
        "clients read it. Words, errors, live updates over WebSocket and the views of each game are described in <code>docs/api.md</code>.</p>"
        f"<dl>{''.join(entries)}</dl>",
    )


def _entry(method: str, path: str, operation: dict[str, Any]) -> str:
    takes = _shape(operation.get("requestBody", {}))
    gives = next(
        (_shape(answer) for status, answer in operation["responses"].items() if status.startswith("2")), ""
    )
    shapes = " → ".join(f"<code>{escape(shape)}</code>" for shape in (takes, gives) if shape)
    return (
        f"<dt><b>{method.upper()}</b> <code>{escape(path)}</code></dt>"
        f"<dd>{escape(operation.get('description', ''))} {shapes}</dd>"
    )


def _shape(part: dict[str, Any]) -> str:
    """The name of what a body holds."""
    schema: dict[str, Any] = next(
        (content.get("schema", {}) for content in part.get("content", {}).values()), {}
    )
    many = schema.get("type") == "array"
    name = str((schema["items"] if many else schema).get("$ref", "")).rpartition("/")[2]
    return f"[{name}]" if many and name else name
