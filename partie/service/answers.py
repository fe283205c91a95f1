"""Errors as JSON in one shape, long answers compressed, and a limit on the size of requests."""

from __future__ import annotations

import json
import logging
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from partie.core.errors import PartieError
from partie.service.errors import STATUS
from partie.service.headers import HEADERS, is_api

log = logging.getLogger(__name__)

MOST_BYTES = 300 * 1024
"""A record of 256 KB, and room for what JSON adds."""
_LONGEST_MESSAGE = 1000


def problem(error: PartieError) -> dict[str, Any]:
    """An error in the shape every client knows."""
    return {"code": error.code, "message": str(error)[:_LONGEST_MESSAGE], "data": error.data}


def answer(error: PartieError, status: int | None = None) -> Response:
    """An error as an HTTP answer."""
    # Escaped to ASCII: a message may quote anything a client sent, even what UTF-8 cannot express.
    body = json.dumps({"error": problem(error)}, default=str)
    return Response(body, status or STATUS.get(error.code, 422), media_type="application/json")


class Internal(PartieError):
    """Our own mistake."""

    code = "internal"


def add_error_answers(app: FastAPI) -> None:
    """Answer every error of the app in our shape."""

    async def known(_: Request, error: Exception) -> Response:
        assert isinstance(error, PartieError)
        return answer(error)

    async def invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return answer(_invalid(error))

    async def http(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return answer(_http(error), error.status_code)

    async def unexpected(_: Request, error: Exception) -> Response:
        refusal = answer(Internal("Something went wrong on the server; its log says what."))
        # Starlette gives this answer from outside everything that could add them.
        refusal.headers.update(HEADERS)
        return refusal

    app.add_exception_handler(PartieError, known)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Exception, unexpected)


def _with_code(code: str, message: str, **data: Any) -> PartieError:
    error = PartieError(message, **data)
    error.code = code
    return error


def _http(error: HTTPException) -> PartieError:
    if error.status_code == 404:
        return _with_code("not_found", "There is nothing at this address.")
    return PartieError(f"{str(error.detail).rstrip('.')}.")


def _invalid(error: RequestValidationError) -> PartieError:
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return PartieError("The request is not valid JSON.")
    field = ".".join(str(part) for part in first["loc"][1:]) or "body"
    return PartieError(f"{field}: {first['msg']}.", field=field)


class Compressed(GZipMiddleware):
    """Compresses long answers of the API. The pages were compressed when they were built."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        ours = scope["type"] == "http" and is_api(scope)
        await (super().__call__ if ours else self.app)(scope, receive, send)


class LimitSize:
    """Reads a request's body before the app does, and refuses it when it is too long."""

    def __init__(self, app: ASGIApp, most: int = MOST_BYTES) -> None:
        self._app, self._most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            if len(body) > self._most:
                refusal = answer(PartieError(f"This is too long: at most {self._most // 1024} KB are read."))
                await refusal(scope, receive, send)
                return
            if not message.get("more_body"):
                break
        await self._app(scope, _replaying(bytes(body), receive), send)


def _replaying(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body read before, then goes on as usual."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
