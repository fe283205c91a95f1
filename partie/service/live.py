"""Live updates: what happens at a table, told to everybody who watches it over a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, Final

from fastapi import WebSocket, WebSocketDisconnect

PING_SECONDS = 20.0
CLOSE_CODES = {"not_found": 4404, "forbidden": 4403}
TRY_LATER = 1013

CHANGED: Final[dict[str, Any]] = {"type": "changed"}
"""Put into a watcher's queue when it should fetch and send the table as it is now."""

Queue = asyncio.Queue[dict[str, Any]]


class Hub:
    """Passes news from any thread to the watchers of a table, on the event loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: defaultdict[str, set[Queue]] = defaultdict(set)

    def bind(self, loop: asyncio.AbstractEventLoop) -> None:
        """Say on which loop the watchers live."""
        self._loop = loop

    def tell(self, table_id: str, message: dict[str, Any]) -> None:
        """Pass a message on; from any thread, in the order of the calls."""
        if self._loop is not None:
            # While the server shuts down the loop may be closed already; nobody listens then.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._spread, table_id, message)

    def _spread(self, table_id: str, message: dict[str, Any]) -> None:
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


async def follow(
    socket: WebSocket, queue: Queue, since: int | None, current: Callable[[], Awaitable[dict[str, Any]]]
) -> None:
    """Send what happens until the client leaves. `current` fetches the table as this client may see it."""
    table = await current()
    if since is None or since < table["seq"]:
        await socket.send_json({"type": "table", "table": table})
    leaving = asyncio.create_task(_until_left(socket))
    try:
        while not leaving.done():
            message = await _next(queue, leaving)
            if message is CHANGED:
                message = {"type": "table", "table": await current()}
            if message is not None:
                await socket.send_json(message)
    finally:
        leaving.cancel()


async def _next(queue: Queue, leaving: asyncio.Task[None]) -> dict[str, Any] | None:
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
