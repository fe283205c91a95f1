"""Waits for jobs as long as the client is connected."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool

from partie.service.errors import Unavailable
from partie.service.pool import Job

T = TypeVar("T")


class Waiter:
    """Waits for jobs on behalf of one request."""

    def __init__(self, request: Request) -> None:
        self._request = request

    async def run(self, begin: Callable[..., Job[T]], *arguments: Any) -> T:
        """Submit a job with `begin(*arguments)`, off the event loop, and return its result.

        The job is cancelled when the client disconnects or the server shuts down."""
        return await self.result(await run_in_threadpool(begin, *arguments))

    async def result(self, job: Job[T]) -> T:
        """Return the result of a job; cancel it when the client disconnects or the server shuts down."""
        answer = asyncio.wrap_future(job.future)
        leaving = asyncio.create_task(self._until_left())
        either: set[asyncio.Future[Any]] = {answer, leaving}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if answer.cancelled():
                raise Unavailable("The server is shutting down: try again in a moment.")
            if answer.done():
                return answer.result()
            raise Unavailable("The client has disconnected.")
        finally:
            leaving.cancel()
            job.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                answer.cancel()

    async def _until_left(self) -> None:
        while (await self._request.receive())["type"] != "http.disconnect":
            pass


Waiting = Annotated[Waiter, Depends(Waiter)]
