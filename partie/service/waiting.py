"""Waiting for something that is computed, as long as the client waits too."""

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


class Patience:
    """Waits for jobs in the name of one request."""

    def __init__(self, request: Request) -> None:
        self._request = request

    async def answer(self, begin: Callable[..., Job[T]], *arguments: Any) -> T:
        """What a job comes to; `begin(*arguments)` prepares and submits it, off the event loop. It is cancelled when the client goes away, or the server stops."""
        return await self.outcome(await run_in_threadpool(begin, *arguments))

    async def outcome(self, job: Job[T]) -> T:
        """What a job comes to, which is cancelled when the client goes away, or the server stops."""
        answer = asyncio.wrap_future(job.future)
        leaving = asyncio.create_task(self._until_left())
        either: set[asyncio.Future[Any]] = {answer, leaving}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if answer.cancelled():
                raise Unavailable("The server is stopping: try again in a moment.")
            if answer.done():
                return answer.result()
            raise Unavailable("The client has left.")
        finally:
            leaving.cancel()
            job.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                answer.cancel()

    async def _until_left(self) -> None:
        while (await self._request.receive())["type"] != "http.disconnect":
            pass


Patient = Annotated[Patience, Depends(Patience)]
