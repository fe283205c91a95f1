"""Logs: one line of text, or of JSON, for everything worth noting, each with the request it belongs to.

They have no secrets: no headers, no bodies, and of addresses only the route, because the address of a table
is an invitation to it."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from partie.service import secret
from partie.service.metrics import METRICS

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the current request."""
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_HEADER = "X-Request-Id"
access = logging.getLogger("partie.access")


class _Json(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := REQUEST.get():
            line["request"] = request
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def set_up(as_json: bool) -> None:
    """Write logs to standard error: warnings as text, or everything including requests as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if as_json else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    access.setLevel(logging.INFO if as_json else logging.WARNING)


class NoteRequests:
    """Gives every request an id, that of the proxy if it sends one, and counts, times and logs it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get(_HEADER, "")
        number = given if _ID.fullmatch(given) else secret.new_id()
        token = REQUEST.set(number)
        began, status = time.perf_counter(), 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[_HEADER] = number
            await send(message)

        try:
            await self._app(scope, receive, noting if scope["type"] == "http" else send)
        finally:
            _note(scope, status, time.perf_counter() - began)
            REQUEST.reset(token)


def _note(scope: Scope, status: int, seconds: float) -> None:
    route = getattr(scope.get("route"), "path", None) or ("pages" if status < 400 else "none")
    if scope["type"] == "http":
        method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST", "OPTIONS") else "other"
        METRICS.count("partie_requests_total", method=method, route=route, status=str(status))
        METRICS.observe("partie_request_seconds", seconds)
    else:
        method = "WEBSOCKET"
    if access.isEnabledFor(logging.INFO):
        facts = {"method": method, "route": route, "status": status, "seconds": round(seconds, 4)}
        access.info("%s %s %s", method, route, status, extra={"facts": facts})
