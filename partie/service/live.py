"""Live updates: what happens at a table, told to everybody who watches it over a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from partie.core.errors import PartieError
from partie.service.models import Hello
from partie.service.table import Table

PING_SECONDS = 4.0
"""A client that hears nothing for two of these and a bit knows that the line is cut."""
HELLO_SECONDS = 10.0
CLOSE_CODES = {"not_found": 4404, "forbidden": 4403, "bad_request": 1008}
TRY_LATER = 1013


@dataclass(frozen=True)
class Changed:
    """Something happened at a table: how it was right after that. Every watcher sends what he may see of it."""

    table: Table
    thinking: bool


_EXPECTED = 'send {"secrets": ["the secret of your seat"], "since": 7} first; both may be left out.'

Message = dict[str, Any]
Queue = asyncio.Queue[Message | Changed]


class Hub:
    """Passes news from any thread to the watchers of a table, on the event loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: defaultdict[str, set[Queue]] = defaultdict(set)

    def bind(self, loop: asyncio.AbstractEventLoop) -> None:
        """Say on which loop the watchers live."""
        self._loop = loop

    def watched(self, table_id: str) -> bool:
        """Whether anybody watches a table; from any thread. Who comes later sees the table as it is then."""
        return table_id in self._watchers

    def tell(self, table_id: str, message: Message | Changed) -> None:
        """Pass a message on; from any thread, in the order of the calls."""
        if self._loop is not None:
            # While the server shuts down the loop may be closed already; nobody listens then.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._spread, table_id, message)

    def _spread(self, table_id: str, message: Message | Changed) -> None:
        for queue in self._watchers.get(table_id, ()):
            queue.put_nowait(message)

    @contextlib.contextmanager
    def watching(self, table_id: str) -> Any:
        """A queue that gets the news of a table."""
        queue: Queue = asyncio.Queue()
        self._watchers[table_id].add(queue)
        try:
            yield queue
        finally:
            self._watchers[table_id].discard(queue)
            if not self._watchers[table_id]:
                del self._watchers[table_id]


async def greeting(socket: WebSocket) -> Hello:
    """The first message of a client. It has the secrets, because addresses end up in histories and in the logs of proxies."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            message = await socket.receive()
    except TimeoutError:
        raise PartieError(f"Nothing was said for {HELLO_SECONDS:g} seconds: {_EXPECTED}") from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    try:
        return Hello.model_validate_json(message.get("text") or "")
    except ValidationError:
        raise PartieError(f"The first message was not understood: {_EXPECTED}") from None


async def follow(
    socket: WebSocket,
    queue: Queue,
    since: int | None,
    current: Callable[[], Awaitable[Message]],
    shown: Callable[[Changed], Awaitable[Message]],
) -> None:
    """Send what happens until the client leaves. `current` and `shown` give a table as this client may see it: now, and after an event."""
    table = await current()
    # Behind, or ahead where an older copy of the database was restored; or something was said that is no event.
    if since != table["seq"] or table["hint"] or table["trouble"]:
        await socket.send_json({"type": "table", "table": table})
    told = table["seq"]
    leaving = asyncio.create_task(_until_left(socket))
    try:
        while not leaving.done():
            message = await _next(queue, leaving)
            if isinstance(message, Changed):
                if message.table.seq <= told and message.table.trouble is None:
                    continue  # it was in the table we began with
                told = message.table.seq
                message = {"type": "table", "table": await shown(message)}
            if message is not None:
                await socket.send_json(message)
    finally:
        leaving.cancel()


async def _next(queue: Queue, leaving: asyncio.Task[None]) -> Message | Changed | None:
    """The next message, a ping after a silence, or None when the client has left."""
    news = asyncio.create_task(queue.get())
    done, _ = await asyncio.wait({news, leaving}, timeout=PING_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    if news in done:
        return news.result()
    news.cancel()
    return None if done else {"type": "ping"}


async def _until_left(socket: WebSocket) -> None:
    """Read and forget what the client sends, because that is how one learns that it has gone."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
