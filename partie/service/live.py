"""Live connections: sends what happens at a table to everybody who follows it over a WebSocket, and receives
their moves."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from typing import Protocol

from fastapi import WebSocket, WebSocketDisconnect
from fastapi.concurrency import run_in_threadpool
from pydantic import ValidationError

from partie.core.errors import PartieError
from partie.service import models
from partie.service.answers import problem
from partie.service.following import Follower, Message, TableChange
from partie.service.limits import Meter, too_often
from partie.service.table import Table

log = logging.getLogger(__name__)

PING_SECONDS = 4.0
"""Time between pings. A client without a message for more than two of these has lost the connection."""
HELLO_SECONDS = 10.0
CLOSE_CODES = {"not_found": 4404, "forbidden": 4403, "closed": 4410, "bad_request": 1008}
TRY_LATER = 1013
_MAX_WAITING = 500
"""Messages that may wait for a client that reads slowly; then it has to connect again."""
_TICK_SECONDS = 0.5


_EXPECTED = 'send {"secrets": ["the secret of your seat"], "since": 7} first; both may be left out.'
_PING = models.LivePing().model_dump_json()


class Late(Protocol):
    """A client that is told later (`spectators.LateFollower`)."""

    def message(self) -> Message | None:
        """Return what is new to the client now, if anything."""

    def patience(self) -> float:
        """Return how many seconds to wait for news."""


class Line:
    """A client that follows a table. Messages for it wait here until the event loop sends them.

    `table` is kept, so that it stays in memory as long as somebody follows it. A client that is `late` learns
    about changes from there; of the rest it is sent who is there, and what people say. `become_late` is asked
    with every change, for a spectator: who came before the game began is late from then on."""

    def __init__(self, follower: Follower) -> None:
        self.follower = follower
        self.table: Table | None = None
        self.late: Late | None = None
        self.become_late: Callable[[], Late | None] | None = None
        self._is_late = asyncio.Event()
        self._waiting: asyncio.Queue[str | PartieError] = asyncio.Queue()
        self._changed = asyncio.Event()
        self._meter = Meter()
        self._last_sent = asyncio.get_running_loop().time()

    def require_pause(self) -> None:
        """Raise `TooMany` if this client sends moves too fast."""
        missing = self._meter.wait("", "moves")
        if missing > 0:
            raise too_often("Too many moves on this connection", missing)

    def put(self, item: str | PartieError) -> None:
        """Send a message soon, or the error that ends the connection. Call on the event loop."""
        if item:
            self._waiting.put_nowait(item)
        if self.late is not None:
            self._is_late.set()
        self._changed.set()

    def text_for(self, message: Message | TableChange) -> str | PartieError | None:
        """Return what this client is sent about a message; None for nothing, an empty text for late clients,
        who find out themselves."""
        if isinstance(message, TableChange):
            if self.late is None and self.become_late is not None:
                self.late = self.become_late()
            if self.late is not None:
                return ""
            try:
                return message.text_for(self.follower)
            except PartieError as error:
                return error
        if self.late is not None and not isinstance(message, models.LivePresence | models.LiveWord):
            return None
        return message.model_dump_json()

    def ping(self, now: float) -> None:
        """Send a ping if nothing was sent for a while."""
        if now - self._last_sent >= PING_SECONDS and self._waiting.empty():
            self.put(_PING)

    async def _send_to(self, socket: WebSocket) -> None:
        clock = asyncio.get_running_loop().time
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while self._waiting.qsize() <= _MAX_WAITING:
                item = await self._waiting.get()
                if isinstance(item, PartieError):
                    await end(socket, item)
                    return
                await socket.send_text(item)
                self._last_sent = clock()
            await socket.close(TRY_LATER)

    async def _follow_late(self) -> None:
        """Send what is new as soon as it may be seen, once this client is late."""
        await self._is_late.wait()
        late = self.late
        assert late is not None
        while True:
            self._changed.clear()
            try:
                news = await run_in_threadpool(late.message)
            except PartieError as error:
                self.put(error)
                return
            if news is not None:
                self._waiting.put_nowait(news.model_dump_json())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(late.patience()):
                    await self._changed.wait()

    async def follow(self, socket: WebSocket, read: Callable[[str | None], None]) -> None:
        """Send messages, and pass those of the client to `read`, until the client leaves."""
        if self.late is not None:
            self._is_late.set()
        tasks = [asyncio.create_task(self._send_to(socket))]
        if self.become_late is not None:
            tasks.append(asyncio.create_task(self._follow_late()))
        try:
            while (message := await socket.receive())["type"] != "websocket.disconnect":
                read(message.get("text"))
        finally:
            for task in tasks:
                task.cancel()


class Hub:
    """Passes messages from any thread to those who follow a table, on the event loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = threading.Lock()
        self._lines: defaultdict[str, set[Line]] = defaultdict(set)
        self._outbox: deque[tuple[Line, str | PartieError]] = deque()
        self._is_scheduled = False

    @contextlib.contextmanager
    def running(self, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
        """Deliver messages on this event loop, and pings to those who get none."""
        self._loop = loop
        ticking = loop.create_task(self._tick())
        try:
            yield
        finally:
            ticking.cancel()

    async def _tick(self) -> None:
        assert self._loop is not None
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            now = self._loop.time()
            with self._lock:
                lines = [line for followers in self._lines.values() for line in followers]
            for line in lines:
                line.ping(now)

    def has_watchers(self, table_id: str) -> bool:
        """Whether anybody follows a table.

        May be called from any thread; those who come later start with the whole table."""
        return table_id in self._lines

    def count(self) -> int:
        """Return how many clients follow a table."""
        with self._lock:
            return sum(map(len, self._lines.values()))

    def add(self, table_id: str, line: Line) -> None:
        """Send the messages of a table to a client from now on."""
        with self._lock:
            self._lines[table_id].add(line)

    def remove(self, table_id: str, line: Line) -> None:
        """Send nothing more to a client."""
        with self._lock:
            self._lines[table_id].discard(line)
            if not self._lines[table_id]:
                del self._lines[table_id]

    def publish(self, table_id: str, message: Message | TableChange) -> None:
        """Send a message to all who follow a table.

        May be called from any thread; the order of calls is kept. A change is rendered here, once for all
        who may see the same of it: call with the table locked."""
        with self._lock:
            lines = list(self._lines.get(table_id, ()))
        if not lines:
            return
        for line in lines:
            item = line.text_for(message)
            if item is not None:
                self.send(line, item)

    def send(self, line: Line, item: str | PartieError) -> None:
        """Send a message to one client. May be called from any thread."""
        self._outbox.append((line, item))
        if not self._is_scheduled and self._loop is not None:
            self._is_scheduled = True
            # While the server shuts down, the loop may already be closed.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        self._is_scheduled = False
        while self._outbox:
            line, item = self._outbox.popleft()
            line.put(item)


async def end(socket: WebSocket, error: PartieError) -> None:
    """Tell a client what is wrong, and close its connection."""
    await socket.send_text(models.LiveError(error=models.Problem(**problem(error))).model_dump_json())
    await socket.close(CLOSE_CODES.get(error.code, TRY_LATER))


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
