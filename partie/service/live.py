"""Live updates: sends what happens at a table to everybody who watches it over a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial

from fastapi import WebSocket, WebSocketDisconnect
from fastapi.concurrency import run_in_threadpool
from pydantic import ValidationError

from partie.core.errors import PartieError
from partie.service import models
from partie.service.following import Message, TableChange

PING_SECONDS = 4.0
"""Time between pings. A client without a message for more than two of these has lost the connection."""
HELLO_SECONDS = 10.0
CLOSE_CODES = {"not_found": 4404, "forbidden": 4403, "closed": 4410, "bad_request": 1008}
TRY_LATER = 1013


_EXPECTED = 'send {"secrets": ["the secret of your seat"], "since": 7} first; both may be left out.'

Queue = asyncio.Queue[Message | TableChange]


class Hub:
    """Passes messages from any thread to the watchers of a table, on the event loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: defaultdict[str, set[Queue]] = defaultdict(set)

    def bind(self, loop: asyncio.AbstractEventLoop) -> None:
        """Set the event loop on which the watchers run."""
        self._loop = loop

    def has_watchers(self, table_id: str) -> bool:
        """Whether anybody watches a table.

        May be called from any thread; later watchers start with the whole table."""
        return table_id in self._watchers

    def publish(self, table_id: str, message: Message | TableChange) -> None:
        """Send a message to all watchers of a table.

        May be called from any thread; the order of calls is kept."""
        if self._loop is not None:
            # While the server shuts down, the loop may already be closed.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._deliver, table_id, message)

    def _deliver(self, table_id: str, message: Message | TableChange) -> None:
        for queue in self._watchers.get(table_id, ()):
            queue.put_nowait(message)

    @contextlib.contextmanager
    def watching(self, table_id: str) -> Iterator[Queue]:
        """Yield a queue that receives the messages of a table."""
        queue: Queue = asyncio.Queue()
        self._watchers[table_id].add(queue)
        try:
            yield queue
        finally:
            self._watchers[table_id].discard(queue)
            if not self._watchers[table_id]:
                del self._watchers[table_id]


async def receive_hello(socket: WebSocket) -> models.Hello:
    """Receive the first message of a client.

    It carries the secrets, because URLs end up in histories and logs."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            message = await socket.receive()
    except TimeoutError:
        raise PartieError(f"No message arrived within {HELLO_SECONDS:g} seconds: {_EXPECTED}") from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    try:
        return models.Hello.model_validate_json(message.get("text") or "")
    except ValidationError:
        raise PartieError(f"The first message was not understood: {_EXPECTED}") from None


async def follow(
    socket: WebSocket,
    queue: Queue,
    first: Callable[[], Message | None],
    following: Callable[[TableChange], Message | None],
) -> None:
    """Send messages until the client leaves.

    `first` returns the first message for this client, `following` the one for a change."""
    await _send(socket, first)
    leaving = asyncio.create_task(until_left(socket))
    try:
        while not leaving.done():
            message = await _next(queue, leaving)
            if isinstance(message, TableChange):
                await _send(socket, partial(following, message))
            elif message is not None:
                await socket.send_text(message.model_dump_json())
    finally:
        leaving.cancel()


async def _send(socket: WebSocket, prepare: Callable[[], Message | None]) -> None:
    """Send the message that `prepare` returns, if any; preparing it may take some time."""

    def prepared() -> str | None:
        message = prepare()
        return message.model_dump_json() if message else None

    text = await run_in_threadpool(prepared)
    if text is not None:
        await socket.send_text(text)


async def _next(queue: Queue, leaving: asyncio.Task[None]) -> Message | TableChange | None:
    """Return the next message, a ping if there is none for a while, or None when the client has left."""
    message = asyncio.create_task(queue.get())
    done, _ = await asyncio.wait(
        {message, leaving}, timeout=PING_SECONDS, return_when=asyncio.FIRST_COMPLETED
    )
    if message in done:
        return message.result()
    message.cancel()
    return None if done else models.LivePing()


async def until_left(socket: WebSocket) -> None:
    """Read and discard what the client sends until it disconnects."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
