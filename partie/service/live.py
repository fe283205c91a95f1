"""Live updates: sends what happens at a table to everybody who watches it over a WebSocket.

A client gets only what is new to it, not the whole history again."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from fastapi import WebSocket, WebSocketDisconnect
from fastapi.concurrency import run_in_threadpool
from pydantic import ValidationError

from partie.core.errors import PartieError
from partie.service import models, show
from partie.service.table import Seen, Table

PING_SECONDS = 4.0
"""Time between pings. A client without a message for more than two of these has lost the connection."""
HELLO_SECONDS = 10.0
CLOSE_CODES = {"not_found": 4404, "forbidden": 4403, "bad_request": 1008}
TRY_LATER = 1013


@dataclass(frozen=True)
class TableChange:
    """A change at a table, with the table right after it. Each watcher is sent what they may see of it."""

    table: Table
    thinking: bool


_EXPECTED = 'send {"secrets": ["the secret of your seat"], "since": 7} first; both may be left out.'

Message = (
    models.LiveTable
    | models.LiveUpdate
    | models.LiveHint
    | models.LivePresence
    | models.LiveWord
    | models.LiveThinking
    | models.LivePing
)
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


class Follower:
    """Tracks what one client knows about a table, to send it only what is new.

    `since` is the last event it has seen."""

    def __init__(self, secrets: Sequence[str], since: int | None) -> None:
        self._secrets, self._since = secrets, since
        self._seen: Seen | None = None

    def catch_up(self, table: Table, thinking: bool) -> Message | None:
        """Return what the client does not know yet, if anything. Call once, first, with the table locked."""
        own_seats = table.seats_opened_by(self._secrets)
        seat = table.seat_of(own_seats)
        self._seen = Seen(table.seq, seat)
        if self._since == table.seq and not (table.hint or table.trouble):
            return None
        # A client with several seats does not say which of them it last saw the table from, and moves may
        # have been hidden from that one: unless nothing was hidden, it gets the whole table.
        is_known = self._since == table.seq or len(own_seats) < 2 or not any(table.match.hidden)
        before = Seen(self._since, seat) if is_known and self._since is not None else None
        return _message(table, own_seats, before, thinking)

    def message_for(self, change: TableChange) -> Message | None:
        """Return the message that tells the client about a change; None if it knows already."""
        assert self._seen is not None
        table, before = change.table, self._seen
        if table.seq < before.seq or (table.seq == before.seq and table.trouble is None):
            return None  # already part of the first message
        own_seats = table.seats_opened_by(self._secrets)
        self._seen = Seen(table.seq, table.seat_of(own_seats))
        return _message(table, own_seats, before, change.thinking)


def _message(table: Table, own_seats: frozenset[int], before: Seen | None, thinking: bool) -> Message:
    update = show.render_update(table, own_seats, before, thinking) if before else None
    if update is None:
        return models.LiveTable(table=show.render_table(table, own_seats, thinking))
    return models.LiveUpdate(**vars(update))


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
    leaving = asyncio.create_task(_until_left(socket))
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


async def _until_left(socket: WebSocket) -> None:
    """Read and discard what the client sends until it disconnects."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
