"""What spectators see of games with hidden hands or dice: everything public, some time later.

A spectator may sit beside a player. What they see then is of no use to that player any more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from partie.service import live
from partie.service.errors import NotFound
from partie.service.following import Follower, Message, TableChange
from partie.service.storage import Event, Storage
from partie.service.table import Table

DELAY_SECONDS = 20.0


def is_late(table: Table, own_seats: frozenset[int], delay: float) -> bool:
    """Whether somebody with these seats sees a table later than its players."""
    return delay > 0 and not own_seats and table.game.hidden and table.status == "playing"


class LateTable:
    """A copy of a table that is behind by `delay` seconds, and shifted in time by as much.

    It catches up when the game is over: then nothing is hidden."""

    def __init__(self, storage: Storage, table_id: str, delay: float) -> None:
        row = storage.table(table_id)
        if row is None:
            raise NotFound("There is no such table.", table=table_id[:40])
        self._storage, self._delay = storage, timedelta(seconds=delay)
        self.table = Table(row)
        self.table.delay = delay
        self._waiting: list[Event] = []
        self._read = 0

    def read(self) -> None:
        """Read the events since the last time; they are shown when their time has come."""
        new = self._storage.events(self.table.id, self._read)
        self._waiting += new
        self._read += len(new)

    @property
    def next_at(self) -> datetime | None:
        """When the next event is shown; None if there is none yet."""
        return self._waiting[0].at + self._delay if self._waiting else None

    def advance(self, now: datetime, over: bool = False) -> Table:
        """Show what happened up to `now`, less the delay; everything once the game is over."""
        if over:
            self.table.delay = 0.0
        while self._waiting and (over or self._waiting[0].at + self._delay <= now):
            event = self._waiting.pop(0)
            self.table.apply(event if over else replace(event, at=event.at + self._delay))
        return self.table


class LateFollower:
    """A spectator who follows a table later than its players. `current` returns the table as it is now."""

    def __init__(self, late: LateTable, current: Callable[[], Table], since: int | None) -> None:
        self._late, self._current = late, current
        self._follower = Follower((), since)
        self._began = False

    def message(self) -> Message | None:
        """Return what is new to the spectator, if anything; raise `Closed` if they may no longer watch."""
        table = self._current()
        table.require_admission(frozenset())
        self._late.read()
        shown = self._late.advance(datetime.now(UTC), table.status == "over")
        if not self._began:
            self._began = True
            return self._follower.catch_up(shown, thinking=False)
        return self._follower.message_for(TableChange(shown, thinking=False))

    def patience(self) -> float:
        """Return how many seconds to wait for news."""
        due = self._late.next_at
        wait = live.PING_SECONDS if due is None else (due - datetime.now(UTC)).total_seconds()
        return min(live.PING_SECONDS, max(0.05, wait))
