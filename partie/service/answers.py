"""Responses: errors as JSON in one form, compression, and a limit on the size of requests."""

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

MAX_BYTES = 300 * 1024
"""A record of 256 KB, and room for the escapes of JSON."""
_LONGEST_MESSAGE = 1000


def problem(error: PartieError) -> dict[str, Any]:
    """Return an error as data for a `Problem`."""
    return {"code": error.code, "message": str(error)[:_LONGEST_MESSAGE], "data": error.data}


def answer(error: PartieError, status: int | None = None) -> Response:
    """Return an error as an HTTP response."""
    # Escaped to ASCII: a message may quote anything a client sent, even what UTF-8 cannot encode.
    body = json.dumps({"error": problem(error)}, default=str)
    return Response(body, status or STATUS.get(error.code, 422), media_type="application/json")


class Internal(PartieError):
    """An unexpected error of the server."""

    code = "internal"


def add_error_answers(app: FastAPI) -> None:
    """Answer every error of the app as a `Problem`."""

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
        refusal = answer(Internal("Something went wrong on the server; see its log."))
        # Starlette sends this response outside the middleware that adds these headers.
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


class CompressAnswers(GZipMiddleware):
    """Compresses long responses of the API. The pages were compressed when they were built."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        ours = scope["type"] == "http" and is_api(scope)
        await (super().__call__ if ours else self.app)(scope, receive, send)


class LimitSize:
    """Reads a request's body before the app does, and refuses it if it is too long."""

    def __init__(self, app: ASGIApp, max_bytes: int = MAX_BYTES) -> None:
        self._app, self._max = app, max_bytes

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
            if len(body) > self._max:
                refusal = answer(
                    PartieError(f"The request is too long: at most {self._max // 1024} KB are accepted.")
                )
                await refusal(scope, receive, send)
                return
            if not message.get("more_body"):
                break
        await self._app(scope, _replaying(bytes(body), receive), send)


def _replaying(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that first returns the body already read, then continues with `receive`."""
    sent = False

    async def again() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
