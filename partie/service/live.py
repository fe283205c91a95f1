"""Live updates: what happens at a table, told to everybody who watches it over a WebSocket. A client hears what is new to it, never the whole history again."""

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
"""A client that hears nothing for two of these and a bit knows that the line is cut."""
HELLO_SECONDS = 10.0
CLOSE_CODES = {"not_found": 4404, "forbidden": 4403, "bad_request": 1008}
TRY_LATER = 1013


@dataclass(frozen=True)
class Changed:
    """Something happened at a table: how it was right after that. Every watcher is sent what they may see of it."""

    table: Table
    thinking: bool


_EXPECTED = 'send {"secrets": ["the secret of your seat"], "since": 7} first; both may be left out.'

Message = models.LiveTable | models.LiveUpdate | models.LiveHint | models.LiveThinking | models.LivePing
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
    def watching(self, table_id: str) -> Iterator[Queue]:
        """A queue that gets the news of a table."""
        queue: Queue = asyncio.Queue()
        self._watchers[table_id].add(queue)
        try:
            yield queue
        finally:
            self._watchers[table_id].discard(queue)
            if not self._watchers[table_id]:
                del self._watchers[table_id]


class Follower:
    """What one client has been told about a table, and what it has to be told next. `since` is the last event it knows of."""

    def __init__(self, secrets: Sequence[str], since: int | None) -> None:
        self._secrets, self._since = secrets, since
        self._seen: Seen | None = None

    def catch_up(self, table: Table, thinking: bool) -> Message | None:
        """What the client does not know yet, if anything. Call once, first, with the table locked."""
        mine = table.opened_by(self._secrets)
        seat = table.seat_of(mine)
        self._seen = Seen(table.seq, seat)
        if self._since == table.seq and not (table.hint or table.trouble):
            return None
        # Whoever plays several seats does not say from which of them they looked last: moves may have been hidden from that one.
        sure = self._since == table.seq or len(mine) < 2 or not any(table.match.hidden)
        before = Seen(self._since, seat) if sure and self._since is not None else None
        return _told(table, mine, before, thinking)

    def tell(self, news: Changed) -> Message | None:
        """What is new in this to the client, if anything."""
        assert self._seen is not None
        table, before = news.table, self._seen
        if table.seq < before.seq or (table.seq == before.seq and table.trouble is None):
            return None  # it was in what we began with
        mine = table.opened_by(self._secrets)
        self._seen = Seen(table.seq, table.seat_of(mine))
        return _told(table, mine, before, news.thinking)


def _told(table: Table, mine: frozenset[int], before: Seen | None, thinking: bool) -> Message:
    update = show.update_shown(table, mine, before, thinking) if before else None
    if update is None:
        return models.LiveTable(table=show.table_shown(table, mine, thinking))
    return models.LiveUpdate(**vars(update))


async def greeting(socket: WebSocket) -> models.Hello:
    """The first message of a client. It has the secrets, because addresses end up in histories and in the logs of proxies."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            message = await socket.receive()
    except TimeoutError:
        raise PartieError(f"Nothing was said for {HELLO_SECONDS:g} seconds: {_EXPECTED}") from None
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
    following: Callable[[Changed], Message | None],
) -> None:
    """Send what happens until the client leaves. `first` and `following` give what this client has to be told: to begin with, and after an event."""
    await _send(socket, first)
    leaving = asyncio.create_task(_until_left(socket))
    try:
        while not leaving.done():
            message = await _next(queue, leaving)
            if isinstance(message, Changed):
                await _send(socket, partial(following, message))
            elif message is not None:
                await socket.send_text(message.model_dump_json())
    finally:
        leaving.cancel()


async def _send(socket: WebSocket, prepare: Callable[[], Message | None]) -> None:
    """Send a message that takes some time to prepare, if there is one."""

    def prepared() -> str | None:
        message = prepare()
        return message.model_dump_json() if message else None

    text = await run_in_threadpool(prepared)
    if text is not None:
        await socket.send_text(text)


async def _next(queue: Queue, leaving: asyncio.Task[None]) -> Message | Changed | None:
    """The next message, a ping after a silence, or None when the client has left."""
    news = asyncio.create_task(queue.get())
    done, _ = await asyncio.wait({news, leaving}, timeout=PING_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    if news in done:
        return news.result()
    news.cancel()
    return None if done else models.LivePing()


async def _until_left(socket: WebSocket) -> None:
    """Read and forget what the client sends, because that is how one learns that it has gone."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
