"""Lets the pages of sites of plain files hand in records of finished games, which are played without a
server."""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from partie.core.errors import PartieError

_RECORDS = "/api/records"
_MAY = {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "Content-Type",
    "Access-Control-Max-Age": "86400",
}


def origin_of(address: str) -> str:
    """Return the origin of the pages of a site, as browsers send it, given the site's address.

    >>> origin_of("https://Someone.example/games/")
    'https://someone.example'
    """
    try:
        parts = urlsplit(address)
        name, port = parts.hostname, parts.port
    except ValueError:
        parts, name, port = urlsplit(""), None, None
    if parts.scheme not in ("http", "https") or not name:
        raise PartieError(f"{address} is no address of a site: use one like https://someone.example/games/.")
    usual = {"http": 80, "https": 443}[parts.scheme]
    host = f"[{name}]" if ":" in name else name
    return f"{parts.scheme}://{host}" + ("" if port in (None, usual) else f":{port}")


def hands_in(scope: Scope, sites: frozenset[str]) -> bool:
    """Whether a page of one of these origins hands in a record, or asks whether it may."""
    handing_in = scope["type"] == "http" and scope["path"] == _RECORDS
    return handing_in and scope["method"] in ("POST", "OPTIONS") and _origin(scope) in sites


class LetSites:
    """Tells browsers that pages of these origins may hand in records, and read the answer."""

    def __init__(self, app: ASGIApp, sites: frozenset[str]) -> None:
        self._app, self._sites = app, sites

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not hands_in(scope, self._sites):
            await self._app(scope, receive, send)
            return

        async def let(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Access-Control-Allow-Origin"] = _origin(scope) or ""
                headers.add_vary_header("Origin")
            await send(message)

        if scope["method"] == "OPTIONS":
            await Response(status_code=204, headers=_MAY)(scope, receive, let)
        else:
            await self._app(scope, receive, let)


def _origin(scope: Scope) -> str | None:
    return Headers(scope=scope).get("origin")
