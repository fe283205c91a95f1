"""Whom the server does not answer: requests under a foreign name, and pages of other servers that would change something or listen."""

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

_READING = ("GET", "HEAD", "OPTIONS")


class OnlyOurNames:
    """Answers only requests that name this server, and lets no foreign page change anything or listen."""

    def __init__(self, app: ASGIApp, reach: Reach) -> None:
        self._app, self._reach = app, reach

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        error = self._objection(scope) if scope["type"] in ("http", "websocket") else None
        if error is None:
            await self._app(scope, receive, send)
        else:
            await refuse(error, scope, receive, send)

    def _objection(self, scope: Scope) -> PartieError | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._reach.is_ours(host, (scope.get("server") or [None])[0]):
            return WrongHost(
                f"This server does not answer to the name {host[:200] or '(none)'}. Open it by its number, or start it with "
                f"--public-url and the address people use.",
                host=host[:200],
            )
        reads = scope["type"] == "http" and scope["method"] in _READING
        if origin is not None and not reads and not self._reach.is_own_origin(origin, host):
            return WrongOrigin(
                f"A page of {origin[:200]} may not do this: only pages that this server serves may.",
                origin=origin[:200],
            )
        return None


async def refuse(
    error: PartieError, scope: Scope, receive: Receive, send: Send, headers: dict[str, str] | None = None
) -> None:
    """Answer a request, or a WebSocket that was not accepted yet, with an error."""
    response = answer(error) if is_api(scope) else _for_people(error)
    response.headers.update(headers or {})
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(response)
    else:
        await response(scope, receive, send)


def _for_people(error: PartieError) -> Response:
    """Somebody typed an address: no app is there yet that could translate a code."""
    translated = _FRENCH.get(error.code, "")
    return PlainTextResponse(f"{error}\n\n{translated}\n", answer(error).status_code)


_FRENCH = {
    "wrong_host": "Ce serveur ne répond pas à ce nom. Ouvrez-le par son numéro, ou lancez-le avec --public-url et l’adresse que les gens utilisent.",
}
