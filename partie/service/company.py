"""What processes that share a database tell each other about tables, and what each does with it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from pydantic import TypeAdapter
from sqlalchemy import select

from partie.core.errors import PartieError
from partie.service import models
from partie.service.callers import CALLER
from partie.service.cluster import Cluster
from partie.service.live import Hub
from partie.service.presence import Presence, Visits
from partie.service.storage import Event, LeaseRow, Storage
from partie.service.table import Table, Trouble
from partie.service.tables import Tables
from partie.service.thinking import Thinking

log = logging.getLogger(__name__)

_REMIND_BEATS = 5
_LIVE: TypeAdapter[Any] = TypeAdapter(models.LiveMessage)


class House(Protocol):
    """What the others may change in this process: its tables, those who follow them, and its programs."""

    storage: Storage
    tables: Tables
    hub: Hub
    presence: Presence
    thinking: Thinking

    def publish_change(self, table: Table) -> None:
        """Send a table to those who follow it here."""

    def publish_presence(self, table: Table) -> None:
        """Tell those who follow a table here who is there."""


class Company:
    """The other processes. `kind` is what this one does: it serves (`serve`), or only thinks (`think`)."""

    def __init__(self, house: House, kind: str, figures: Callable[[], dict[str, Any]]) -> None:
        self._house, self._kind = house, kind
        self.cluster = Cluster(house.storage, kind)
        self.cluster.hear, self.cluster.met, self.cluster.lost = self._hear, self._ask_who, self._lost
        self.cluster.missed, self.cluster.figures = self._catch_up, figures
        self.cluster.beat = self._beat
        self._beats = 0
        self._telling_visits = threading.Lock()
        self.on_reload: Callable[[], None] = lambda: None
        self._listeners: dict[str, Callable[[dict[str, Any]], None]] = {
            "events": self._hear_events,
            "visits": self._hear_visits,
            "who": self._hear_who,
            "live": self._hear_live,
            "trouble": self._hear_trouble,
            "doubt": self._hear_doubt,
            "turn": self._hear_turn,
            "reload": self._hear_reload,
        }

    def start(self) -> None:
        """Join the others, and ask them who is where."""
        self.cluster.start()
        self._house.thinking.lease = self.cluster.take_lease
        self._house.thinking.on_turn = self._tell_turn
        self._house.presence.on_change = self._tell_visits
        self._ask_who()

    def _beat(self) -> None:
        """Look after turns that another process had taken, or was told about: it may not have heard. That a
        program has failed there we may not have heard ourselves."""
        thinking = self._house.thinking
        self._beats += 1
        if self._beats % _REMIND_BEATS == 0:
            for table_id, seq in thinking.elsewhere():
                self.cluster.tell("doubt", table=table_id, seq=seq)
            if not thinking.thinks:
                thinking.announce_turns()
        thinking.retry()

    def close(self) -> None:
        """Leave the others."""
        self.cluster.close()

    def tell_live(self, table_id: str, message: Any) -> None:
        """Send a message that is not stored to those who follow a table elsewhere."""
        self.cluster.tell("live", table=table_id, message=message.model_dump_json())

    def tell_trouble(self, table: Table) -> None:
        """Tell the others that a program has failed."""
        if table.trouble is not None:
            trouble = {"seat": table.trouble.seat, "agent": table.trouble.agent}
            self.cluster.tell("trouble", table=table.id, seq=table.turn_seq, **trouble)

    def tell_reload(self, ids: Sequence[str]) -> None:
        """Let the others read these tables again, which were changed."""
        self.cluster.tell("reload", tables=list(ids))

    def _tell_turn(self, table: Table, caller: str) -> None:
        if self._kind != "think" and (self.cluster.thinkers or not self._house.thinking.thinks):
            self.cluster.tell("turn", table=table.id, caller=caller)

    def _ask_who(self) -> None:
        self.cluster.tell("who")

    def _tell_visits(self, table_id: str) -> None:
        with self._telling_visits:  # or who was there before could be told after who is there now
            visits = self._house.presence.visits(table_id)
            seats = {str(seat): count for seat, count in visits.seats.items()}
            self.cluster.tell("visits", table=table_id, seats=seats, watchers=visits.watchers)

    def _hear(self, message: dict[str, Any]) -> None:
        listener = self._listeners.get(message["kind"])
        if listener is not None:  # a newer version may say more
            listener(message)

    def _known(self, table_id: str) -> Table | None:
        return self._house.tables.known(table_id)

    def _hear_events(self, message: dict[str, Any]) -> None:
        for table_id, *events in message["news"]:
            table = self._known(table_id)
            # Who only thinks looks at a table again when asked to, on behalf of who waits there.
            if table is not None and (self._kind != "think" or self._house.thinking.is_thinking(table)):
                self._catch_up_one(table, [Event.unpacked(event) for event in events])

    def _catch_up_one(self, table: Table, heard: Sequence[Event] = ()) -> None:
        try:
            with table.lock:
                self._house.tables.catch_up(table, heard)
        except PartieError as error:
            log.warning("table %s could not be read: %s", table.id, error)

    def _catch_up(self) -> None:
        """Read all tables in memory again, and ask who is where: messages about it may have been lost."""
        self._ask_who()
        for table in self._house.tables.all_known():
            self._catch_up_one(table)

    def _hear_visits(self, message: dict[str, Any]) -> None:
        seats = {int(seat): count for seat, count in message["seats"].items()}
        self._house.presence.hear(message["from"], message["table"], Visits(seats, message["watchers"]))
        self._publish_presence([message["table"]])

    def _publish_presence(self, ids: Sequence[str]) -> None:
        for table_id in ids:
            table = self._known(table_id)
            if table is not None:
                self._house.publish_presence(table)

    def _hear_who(self, message: dict[str, Any]) -> None:
        for table_id in self._house.presence.tables():
            self._tell_visits(table_id)

    def _hear_live(self, message: dict[str, Any]) -> None:
        if self._house.hub.has_watchers(message["table"]):
            self._house.hub.publish(message["table"], _LIVE.validate_json(message["message"]))

    def _hear_trouble(self, message: dict[str, Any]) -> None:
        table = self._known(message["table"])
        if table is None:
            return
        with table.lock:
            if table.turn_seq == message["seq"] and table.trouble is None:
                table.trouble = Trouble(message["seat"], message["agent"])
                self._house.thinking.schedule(table)  # it is not tried here, too
                self._house.publish_change(table)

    def _hear_doubt(self, message: dict[str, Any]) -> None:
        """Tell a process that waits for a program's move if the program has failed here; let it think again
        if that was forgotten with the table."""
        table = self._known(message["table"])
        if table is not None and table.trouble is not None and table.turn_seq == message["seq"]:
            self.tell_trouble(table)
        elif table is None and self.cluster.has_lease(message["table"], message["seq"]):
            self._house.tables.find(message["table"])

    def _hear_turn(self, message: dict[str, Any]) -> None:
        if self._kind == "think":
            CALLER.set(message["caller"])
            table = self._house.tables.find(message["table"])
            with table.lock:
                self._house.thinking.schedule(table)

    def _hear_reload(self, message: dict[str, Any]) -> None:
        self._house.tables.reload(message["tables"])
        self.on_reload()

    def _lost(self, process: str) -> None:
        """Take over from a process that has gone: its programs, its clocks, and those who were connected."""
        self._publish_presence(self._house.presence.lose(process))
        with self._house.storage.session() as session:
            left = session.scalars(select(LeaseRow.table_id).where(LeaseRow.holder == process)).all()
        for table_id in [*left, *self._house.storage.with_clocks()]:
            try:
                table = self._house.tables.find(table_id)
            except PartieError as error:
                log.warning("skipping table %s: %s", table_id, error)
                continue
            with table.lock:
                self._house.thinking.schedule(table)
        self._house.thinking.retry()
