"""Refuses requests for other host names, and requests of foreign pages that change or follow a table."""

from __future__ import annotations

from fastapi import Response
from fastapi.responses import PlainTextResponse
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from partie.core.errors import PartieError
from partie.service.answers import answer
from partie.service.errors import WrongHost, WrongOrigin
from partie.service.headers import is_api
from partie.service.reach import Reach
from partie.service.sites import hands_in

_READING = ("GET", "HEAD", "OPTIONS")


class CheckHost:
    """Passes on requests for this server's names only, and from foreign pages only those that read.

    Pages of `sites`, given as origins, may hand in records, too."""

    def __init__(self, app: ASGIApp, reach: Reach, sites: frozenset[str] = frozenset()) -> None:
        self._app, self._reach, self._sites = app, reach, sites

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        error = self._refusal(scope) if scope["type"] in ("http", "websocket") else None
        if error is None:
            await self._app(scope, receive, send)
        else:
            await refuse(error, scope, receive, send)

    def _refusal(self, scope: Scope) -> PartieError | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._reach.is_own_host(host, (scope.get("server") or [None])[0]):
            return WrongHost(
                f"This server does not answer to the name {host[:200] or '(none)'}. Open it by its IP address, or start it with "
                f"--public-url and the address people use.",
                host=host[:200],
            )
        reads = scope["type"] == "http" and scope["method"] in _READING
        foreign = origin is not None and not self._reach.is_own_origin(origin, host)
        if foreign and not reads and not hands_in(scope, self._sites):
            assert origin is not None
            return WrongOrigin(
                f"A page from {origin[:200]} may not do this: only this server's own pages may.",
                origin=origin[:200],
            )
        return None


async def refuse(
    error: PartieError, scope: Scope, receive: Receive, send: Send, headers: dict[str, str] | None = None
) -> None:
    """Answer a request, or a WebSocket that is not yet accepted, with an error."""
    response = answer(error) if is_api(scope) else _plain_text(error)
    response.headers.update(headers or {})
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(response)
    else:
        await response(scope, receive, send)


def _plain_text(error: PartieError) -> Response:
    """Return an error as text in both languages: no app is loaded yet that could translate its code."""
    translated = _FRENCH.get(error.code, "")
    return PlainTextResponse(f"{error}\n\n{translated}\n", answer(error).status_code)


_FRENCH = {
    "wrong_host": "Ce serveur ne répond pas à ce nom. Ouvrez-le par son adresse IP, ou lancez-le avec --public-url et l’adresse que les gens utilisent.",
}
