"""Several processes, on one machine or many, that serve tables from one PostgreSQL.

They tell each other what happens with LISTEN and NOTIFY, and note every second that they are alive. What one
stores, the others read; what is not stored (who is there, what people say, hints) is sent."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import queue
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, func, insert, literal_column, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from partie.service import secret
from partie.service.failures import StorageFailure
from partie.service.storage import LeaseRow, NewEvents, NoticeRow, ProcessRow, Storage

log = logging.getLogger(__name__)

CHANNEL = "partie"
BEAT_SECONDS = 1.0
ALIVE_SECONDS = 5.0
"""A process that has not been seen for so long counts as dead."""
_FORGET = timedelta(minutes=10)
_MAX_PAYLOAD = 7_500
"""PostgreSQL refuses notifications of 8,000 bytes."""
_MAX_NEWS = 1_000
"""Bytes of the events of a table that are sent; longer ones are read from the database."""

_TAKE_LEASE = text(
    f"""INSERT INTO leases (table_id, seq, holder) VALUES (:table, :seq, :process)
    ON CONFLICT (table_id) DO UPDATE SET seq = :seq, holder = :process
    WHERE leases.holder = :process OR leases.seq < :seq OR NOT EXISTS (
        SELECT FROM processes WHERE id = leases.holder
        AND seen > (now() AT TIME ZONE 'utc') - interval '{ALIVE_SECONDS:g} seconds')
    RETURNING holder"""
)

Message = dict[str, Any]


class Cluster:
    """This process among others.

    `hear(message)` is called for what other processes say, `met()` when one is there that was not before,
    `lost(process)` when one has gone, `missed()` after messages may have been lost, and `beat()` every
    second; all from threads of this object.
    `figures()` returns what this process measures, for all to see."""

    def __init__(self, storage: Storage, kind: str) -> None:
        self.id, self.kind = secret.new_id(), kind
        self._storage = storage
        self._closed = threading.Event()
        self._threads: list[threading.Thread] = []
        self._outgoing: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self.others: frozenset[str] = frozenset()
        self.thinkers = 0
        self.hear: Callable[[Message], None] = lambda message: None
        self.met: Callable[[], None] = lambda: None
        self.lost: Callable[[str], None] = lambda process: None
        self.missed: Callable[[], None] = lambda: None
        self.beat: Callable[[], None] = lambda: None
        self.figures: Callable[[], Mapping[str, Any]] = dict

    def start(self) -> None:
        """Join the others."""
        self._storage.on_events = self._announce_events
        now = datetime.now(UTC)
        row = {"id": self.id, "kind": self.kind, "host": _name_of_host(), "figures": {}}
        with self._storage.engine.begin() as connection:
            connection.execute(insert(ProcessRow).values(**row, started=now, seen=_database_time()))
        self._look_around()
        for run in (self._listen, self._live, self._speak):
            thread = threading.Thread(target=run, name=f"cluster{run.__name__}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def close(self) -> None:
        """Leave the others, who take over at once."""
        self._closed.set()
        self._outgoing.put(None)
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()
        with contextlib.suppress(SQLAlchemyError), self._storage.engine.begin() as connection:
            connection.execute(delete(ProcessRow).where(ProcessRow.id == self.id))
            _notify(connection, {"kind": "bye", "from": self.id})

    def tell(self, kind: str, **data: Any) -> None:
        """Send a message to all other processes soon. This waits for nothing."""
        self._outgoing.put({"kind": kind, "from": self.id, **data})

    def _speak(self) -> None:
        """Send messages, all that wait at once. One that is long is stored, and its number sent."""
        is_open = True
        while is_open:
            batch = [self._outgoing.get()]
            while not self._outgoing.empty():
                batch.append(self._outgoing.get())
            messages = [message for message in batch if message is not None]
            is_open = len(messages) == len(batch)
            try:
                with self._storage.engine.begin() as connection:
                    for message in messages:
                        _notify(connection, self._shortened(connection, message))
            except SQLAlchemyError as error:
                log.warning("other processes could not be told: %s", error)

    def _shortened(self, connection: Connection, message: Message) -> Message:
        body = json.dumps(message)
        if len(body.encode()) <= _MAX_PAYLOAD:
            return message
        stored = insert(NoticeRow).values(body=body, at=datetime.now(UTC)).returning(NoticeRow.id)
        return {"kind": "notice", "from": self.id, "id": connection.execute(stored).scalar()}

    def take_lease(self, table_id: str, seq: int) -> bool:
        """Whether this process is to think about the turn at a table that began with event `seq`.

        Only one process is, until it is no longer alive."""
        facts = {"table": table_id, "seq": seq, "process": self.id}
        try:
            with self._storage.engine.begin() as connection:
                return connection.execute(_TAKE_LEASE, facts).first() is not None
        except SQLAlchemyError as error:
            log.warning("no lease could be taken: %s", error)
            return False  # it is tried again with the next beat

    def has_lease(self, table_id: str, seq: int) -> bool:
        """Whether this process has taken the turn at a table that began with event `seq`."""
        with self._storage.session() as session:
            lease = session.get(LeaseRow, table_id)
            return lease is not None and (lease.holder, lease.seq) == (self.id, seq)

    def processes(self) -> list[ProcessRow]:
        """Return all processes that are alive, the oldest first."""
        with self._storage.session() as session:
            query = select(ProcessRow).where(ProcessRow.seen > _oldest()).order_by(ProcessRow.started)
            return list(session.scalars(query))

    def _announce_events(self, connection: Connection, new: Sequence[NewEvents]) -> None:
        """Tell the others, when the transaction is committed, what happened at which tables: as much at once
        as a notification holds, because each is a question to the database."""
        news = ([one.table_id, *(event.packed() for event in one.events)] for one in new)
        for some in _groups(news, _MAX_PAYLOAD - 100):
            _notify(connection, {"kind": "events", "from": self.id, "news": some})

    def _live(self) -> None:
        """Show every second that this process is alive, and look who else is."""
        while not self._closed.wait(BEAT_SECONDS):
            try:
                with self._storage.engine.begin() as connection:
                    seen = update(ProcessRow).where(ProcessRow.id == self.id)
                    seen = seen.values(seen=_database_time(), figures=dict(self.figures()))
                    if not connection.execute(seen).rowcount:
                        log.warning("this process was taken for dead")
                        self._rejoin(connection)
                self._look_around()
                self.beat()
            except (SQLAlchemyError, StorageFailure) as error:
                log.warning("the database cannot be told that this process is alive: %s", error)
            except Exception:
                log.exception("a heartbeat failed")

    def _rejoin(self, connection: Connection) -> None:
        row = {"id": self.id, "kind": self.kind, "host": _name_of_host(), "figures": {}}
        connection.execute(insert(ProcessRow).values(**row, started=datetime.now(UTC), seen=_database_time()))

    def _look_around(self) -> None:
        with self._storage.engine.begin() as connection:
            found = connection.execute(
                select(ProcessRow.id, ProcessRow.kind).where(ProcessRow.seen > _oldest())
            ).all()
            connection.execute(delete(ProcessRow).where(ProcessRow.seen < _oldest(_FORGET.total_seconds())))
            connection.execute(delete(NoticeRow).where(NoticeRow.at < datetime.now(UTC) - _FORGET))
        others = frozenset(row.id for row in found) - {self.id}
        self.thinkers = sum(row.kind == "think" for row in found)
        came, gone, self.others = others - self.others, self.others - others, others
        if came:
            self.met()
        for process in gone:
            log.warning("process %s has gone", process)
            # Elsewhere: it may take longer than a process may be silent before it counts as dead itself.
            threading.Thread(
                target=self._take_over, args=[process], name="cluster_take_over", daemon=True
            ).start()

    def _take_over(self, process: str) -> None:
        try:
            self.lost(process)
        except Exception:
            log.exception("the work of process %s could not be taken over", process)

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                self._listen_once()
            except Exception as error:
                if not self._closed.is_set():
                    log.warning("other processes cannot be heard: %s", error)
                    self._closed.wait(BEAT_SECONDS)

    def _listen_once(self) -> None:
        raw = self._storage.engine.raw_connection()
        connection: Any = raw.driver_connection
        raw.detach()
        try:
            connection.rollback()
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            self.missed()
            while not self._closed.is_set():
                for notice in connection.notifies(timeout=0.5):
                    self._receive(json.loads(notice.payload))
                    if self._closed.is_set():
                        return
        finally:
            connection.close()

    def _receive(self, message: Message) -> None:
        if message["from"] == self.id:
            return
        try:
            if message["kind"] == "bye":
                self._look_around()
                return
            if message["kind"] == "notice":
                with self._storage.session() as session:
                    body = session.scalar(select(NoticeRow.body).where(NoticeRow.id == message["id"]))
                if body is None:
                    return
                message = json.loads(body)
            self.hear(message)
        except Exception:
            log.exception("a message of another process failed: %s", message.get("kind"))


def _groups(news: Iterable[list[Any]], most: int) -> Iterator[list[list[Any]]]:
    """Cut what happened at tables into parts of so many bytes at most. Where that is long at one table, only
    the table is named: then the others read it."""
    group: list[list[Any]] = []
    total = 0
    for one in news:
        size = _size(one)
        if size > _MAX_NEWS:
            one = one[:1]
            size = _size(one)
        if group and total + size > most:
            yield group
            group, total = [], 0
        group.append(one)
        total += size
    if group:
        yield group


def _size(news: list[Any]) -> int:
    return len(json.dumps(news)) + 2


def _notify(connection: Connection, message: Message) -> None:
    connection.execute(select(func.pg_notify(CHANNEL, json.dumps(message))))


def _database_time() -> Any:
    """The time of the database, in UTC: machines may disagree about it."""
    return literal_column("(now() AT TIME ZONE 'utc')")


def _oldest(seconds: float = ALIVE_SECONDS) -> Any:
    return text(f"((now() AT TIME ZONE 'utc') - interval '{seconds:g} seconds')")


def _name_of_host() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"[:120]
