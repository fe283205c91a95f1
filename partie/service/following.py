"""What a client that follows a table is sent: only what is new to it, not the whole history again."""

from __future__ import annotations

from collections.abc import Sequence

from partie.service import models, show
from partie.service.table import Seen, Table

Message = (
    models.LiveTable
    | models.LiveUpdate
    | models.LiveHint
    | models.LivePresence
    | models.LiveWord
    | models.LiveThinking
    | models.LivePing
)


Audience = tuple[frozenset[int], Seen]
"""Clients that are sent the same: their seats, and what they have seen before."""


class TableChange:
    """A change at a table, with the table right after it, which is locked. Each watcher is sent what they may
    see of it."""

    def __init__(self, table: Table, thinking: bool) -> None:
        self.table = table
        self._scene = show.Scene(table, thinking)
        self._texts: dict[Audience, str] = {}

    def text_for(self, follower: Follower) -> str | None:
        """Return the message that tells a client about the change, as text; None if it knows already."""
        audience = follower.advance(self.table)
        if audience is None:
            return None
        if audience not in self._texts:
            self._texts[audience] = self.message_for(audience).model_dump_json()
        return self._texts[audience]

    def message_for(self, audience: Audience) -> Message:
        """Return the message for clients with these seats who have seen the same before."""
        own_seats, before = audience
        return _message(self._scene, own_seats, before)


class Follower:
    """Tracks what one client knows about a table, to send it only what is new.

    `since` is the last event it has seen."""

    def __init__(self, secrets: Sequence[str], since: int | None) -> None:
        self.secrets, self.since = secrets, since
        self._seen: Seen | None = None

    def catch_up(self, table: Table, thinking: bool) -> Message | None:
        """Return what the client does not know yet, if anything. Call once, first, with the table locked."""
        own_seats = table.seats_opened_by(self.secrets)
        table.require_admission(own_seats)
        seat = table.seat_of(own_seats)
        self._seen = Seen(table.seq, seat)
        if self.since == table.seq and not (table.hint or table.trouble):
            return None
        # A client with several seats does not say which of them it last saw the table from, and moves may
        # have been hidden from that one: unless nothing was hidden, it gets the whole table.
        is_known = self.since == table.seq or len(own_seats) < 2 or not any(table.match.hidden)
        before = Seen(self.since, seat) if is_known and self.since is not None else None
        return _message(show.Scene(table, thinking), own_seats, before)

    def message_for(self, change: TableChange) -> Message | None:
        """Return the message that tells the client about a change; None if it knows already."""
        audience = self.advance(change.table)
        if audience is None:
            return None
        return change.message_for(audience)

    def advance(self, table: Table) -> Audience | None:
        """Note that the client is told about a table as it is now; return its seats, and what it knew before.

        Return None if it knows already."""
        assert self._seen is not None
        before = self._seen
        if table.seq < before.seq or (table.seq == before.seq and table.trouble is None):
            return None  # already part of the first message
        own_seats = table.seats_opened_by(self.secrets)
        table.require_admission(own_seats)
        self._seen = Seen(table.seq, table.seat_of(own_seats))
        return own_seats, before


def _message(scene: show.Scene, own_seats: frozenset[int], before: Seen | None) -> Message:
    update = show.render_update(scene, own_seats, before) if before else None
    if update is None:
        return models.LiveTable(table=show.render_table(scene, own_seats))
    return models.LiveUpdate(**vars(update))
