"""Who is at which table now, and who is away since when.

A player is here while a page with the secret of their seat is connected, to this process or another. This is
not stored: after a restart everybody is away since the server started."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

GRACE_SECONDS = 60.0
"""How long a player may be away before the others may go on without them."""
_MAX_KEYS = 50_000
_MAX_SEATS = 16


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Visit:
    """A connection to a table with the secrets of these seats; a spectator has none."""

    table: str
    seats: frozenset[int]


@dataclass(frozen=True)
class Visits:
    """How many connections a process has to a table: for every seat, and of spectators."""

    seats: Mapping[int, int]
    watchers: int


class Presence:
    """Counts connections, and remembers when players were last seen. Safe to use from any thread."""

    def __init__(self, grace: float = GRACE_SECONDS, now: Callable[[], datetime] = _now) -> None:
        self.grace = grace
        self._now = now
        self._started = now()
        self._lock = threading.Lock()
        self._here: Counter[tuple[str, int]] = Counter()
        self._watchers: Counter[str] = Counter()
        self._seen: dict[tuple[str, int], datetime] = {}
        self._elsewhere: dict[str, dict[str, Visits]] = {}
        """For every other process and table, how many connections it has there."""
        self.on_change: Callable[[str], None] = lambda table: None
        """Called with a table after a connection has come or gone, for other processes."""

    def arrive(self, visit: Visit) -> None:
        """Count a new connection."""
        with self._lock:
            for seat in visit.seats:
                self._here[visit.table, seat] += 1
            if not visit.seats:
                self._watchers[visit.table] += 1
        self.on_change(visit.table)

    def leave(self, visit: Visit) -> None:
        """Count a connection that has ended."""
        with self._lock:
            for seat in visit.seats:
                self._uncount(self._here, (visit.table, seat))
            if not visit.seats:
                self._uncount(self._watchers, visit.table)
        self.see(visit.table, visit.seats)
        self.on_change(visit.table)

    def visits(self, table: str) -> Visits:
        """Return how many connections this process has to a table."""
        with self._lock:
            seats = {seat: count for seat in range(_MAX_SEATS) if (count := self._here.get((table, seat), 0))}
            return Visits(seats, self._watchers.get(table, 0))

    def tables(self) -> list[str]:
        """Return the tables to which this process has connections."""
        with self._lock:
            return sorted({table for table, _ in self._here} | set(self._watchers))

    def hear(self, process: str, table: str, visits: Visits) -> None:
        """Take from another process how many connections it has to a table."""
        with self._lock:
            known = self._elsewhere.setdefault(process, {})
            before = known.pop(table, Visits({}, 0))
            if visits.seats or visits.watchers:
                known[table] = visits
        self.see(table, before.seats.keys() | visits.seats.keys())

    def lose(self, process: str) -> list[str]:
        """Forget a process that has gone; return the tables to which it had connections."""
        with self._lock:
            known = self._elsewhere.pop(process, {})
        for table, visits in known.items():
            self.see(table, visits.seats)
        return list(known)

    @staticmethod
    def _uncount(counter: Counter[Any], key: Any) -> None:
        counter[key] -= 1
        if counter[key] <= 0:
            del counter[key]

    def see(self, table: str, seats: Iterable[int]) -> None:
        """Note a sign of life of these seats."""
        now = self._now()
        with self._lock:
            for seat in seats:
                self._seen.pop((table, seat), None)  # inserted again, so that the oldest come first
                self._seen[table, seat] = now
            while len(self._seen) > _MAX_KEYS:
                del self._seen[next(iter(self._seen))]

    def is_here(self, table: str, seat: int) -> bool:
        """Whether a page with the secret of this seat is connected."""
        if (table, seat) in self._here:
            return True
        elsewhere = [known.get(table) for known in list(self._elsewhere.values())]
        return any(visits is not None and seat in visits.seats for visits in elsewhere)

    def away_since(self, table: str, seat: int) -> datetime | None:
        """Return when a player was last seen, or when the server started if that was later; None while they
        are here."""
        with self._lock:
            return None if self.is_here(table, seat) else self._seen.get((table, seat), self._started)

    def seconds_away(self, table: str, seat: int) -> float:
        """Return how long a player has been away; 0 while they are here."""
        since = self.away_since(table, seat)
        return 0.0 if since is None else max(0.0, (self._now() - since).total_seconds())

    def attended(self, within: float) -> set[str]:
        """Return the tables at which a player is, or was within so many seconds; the start of the server does
        not count, unlike for `seconds_away`."""
        now = self._now()
        with self._lock:
            elsewhere = [known.items() for known in self._elsewhere.values()]
            found = {table for known in elsewhere for table, visits in known if visits.seats}
            found |= {table for table, _ in self._here}
            for (table, _), seen in reversed(self._seen.items()):
                if (now - seen).total_seconds() > within:
                    break  # the latest are the last
                found.add(table)
        return found

    def watchers(self, table: str) -> int:
        """Return how many spectators are connected."""
        with self._lock:
            elsewhere = sum(known[table].watchers for known in self._elsewhere.values() if table in known)
            return self._watchers.get(table, 0) + elsewhere
