"""All tables: creating and finding them, and everything that may happen at one. Every change is written before it counts."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from weakref import WeakValueDictionary

from partie.core import registry
from partie.core.errors import PartieError
from partie.core.game import Game
from partie.core.match import Match
from partie.service import secret
from partie.service.errors import Forbidden, NotFound, OutOfDate, SeatKept, SeatTaken, Unavailable
from partie.service.storage import Event, Kind, SeqTaken, Storage, TableRow
from partie.service.table import Seat, Table, seat_row

log = logging.getLogger(__name__)

_KEPT_IN_MEMORY = 500
_RESUMED_DAYS = 30
"""Older tables are not gone: their programs think again as soon as somebody looks at them."""


class Tables:
    """Tables live in memory while somebody uses them, and are rebuilt from their events otherwise.

    `watch` is called after every change, with the table locked."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._lock = threading.Lock()
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._recent: deque[Table] = deque(maxlen=_KEPT_IN_MEMORY)
        self.watch: Callable[[Table], None] = lambda table: None

    def create(
        self,
        game_name: str,
        options: Mapping[str, Any],
        seats: Sequence[Seat],
        lang: str,
        hints: str | None = None,
        previous: str | None = None,
    ) -> tuple[Table, dict[int, str]]:
        """A new table, and the secrets of the seats where persons sit. `previous` is the table whose next game it is."""
        game = registry.game(game_name)
        values = Match(game, options, 0, len(seats)).options
        secrets = {number: secret.new_secret() for number, seat in enumerate(seats) if seat.kind == "person"}
        seed = secret.new_seed()
        row = TableRow(
            id=secret.new_id(),
            game=game.name,
            version=game.version,
            options=dict(values),
            seed=seed,
            seed_hash=secret.fingerprint(seed),
            seats=[
                _seat_to_store(game, seat, secrets.get(number), lang) for number, seat in enumerate(seats)
            ],
            created=datetime.now(UTC),
            hints=hints,
            previous=previous,
        )
        self._storage.add_table(row)
        return self.find(row.id), secrets

    def find(self, table_id: str) -> Table:
        """The table of that id, with everything that happened at it."""
        if not secret.is_id(table_id):
            raise _no_such_table(table_id)
        with self._lock:
            known = self._alive.get(table_id)
        table = known or self._load(table_id)
        with table.lock:
            if self._catch_up(table) or known is None:
                self.watch(table)
        return table

    def _load(self, table_id: str) -> Table:
        row = self._storage.table(table_id)
        if row is None:
            raise _no_such_table(table_id)
        table = Table(row)
        with self._lock:
            table = self._alive.setdefault(table_id, table)
            self._recent.append(table)
        return table

    def _catch_up(self, table: Table) -> bool:
        """Apply what is written and not yet applied: all of it after loading, else what another process wrote."""
        missed = self._storage.events(table.id, table.seq)
        for event in missed:
            try:
                table.apply(event)
            except (PartieError, KeyError, IndexError) as error:
                log.exception("table %s cannot be replayed at event %s", table.id, event.seq)
                raise Unavailable(
                    f"This table cannot be replayed: event {event.seq} does not fit."
                ) from error
        return bool(missed)

    def active(self, game: str) -> Iterator[Table]:
        """The tables of a game that were used lately, newest first."""
        return self._found(self._storage.active(game, datetime.now(UTC) - timedelta(days=_RESUMED_DAYS)))

    def every(self, game: str | None) -> Iterator[Table]:
        """All tables of a game, or of all games, oldest first."""
        return self._found(self._storage.table_ids(game))

    def _found(self, ids: Iterable[str]) -> Iterator[Table]:
        for table_id in ids:
            try:
                yield self.find(table_id)
            except PartieError as error:
                log.warning("table %s is left alone: %s", table_id, error)

    def move(self, table: Table, mine: frozenset[int], seq: int, text: str) -> None:
        """Play the move written so, for the one of these seats whose turn it is."""
        with table.lock:
            table.require(seq, mine)
            seat = table.require_turn(mine)
            self._move(table, seat, table.match.state.legal(text))

    def decide(self, table: Table, seat: int, seq: int, move: int) -> None:
        """Play a move for a program, which was found to be legal at event `seq`."""
        with table.lock:
            table.require(seq, frozenset({seat}))
            self._move(table, table.require_turn(frozenset({seat})), move)

    def _move(self, table: Table, seat: int, move: int) -> None:
        self._happen(table, "move", seat, {"move": table.match.state.text(move)}, move)

    def take_back(self, table: Table, mine: frozenset[int], seq: int) -> None:
        """Back to the previous decision of these seats."""
        with table.lock:
            table.require(seq, mine)
            count = table.takeback_count(mine)
            self._happen(table, "takeback", table.match.movers[-count], {"count": count})

    def resign(self, table: Table, mine: frozenset[int], seq: int) -> None:
        """The game is lost for one of these seats: the one to move, else the first. Whoever has one seat may give it up whatever programs have done meanwhile; with several it matters whose turn it was."""
        with table.lock:
            table.require(seq if len(mine) > 1 else None, mine)
            seat = table.seat_of(mine)
            assert seat is not None
            self._happen(table, "resign", seat, {})

    def sit(
        self, table: Table, mine: frozenset[int], kept: frozenset[int], seat: int, name: str | None
    ) -> str:
        """Sit down on an open seat, on one that was kept, or take over from a program that failed; the secret of the seat."""
        with table.lock:
            if not 0 <= seat < len(table.seats):
                raise NotFound(f"This table has no seat {seat}.", seat=seat)
            who = table.seats[seat]
            if who.kind != "open":
                _require_takeover(table, mine, seat)
            elif who.kept_hash is not None and seat not in kept:
                raise SeatKept(
                    f"This seat is kept for {who.name or 'somebody'} who played the game before: it takes the secret of the seat there to sit down.",
                    seat=seat,
                    name=who.name,
                )
            new = secret.new_secret()
            called = name or (who.name if who.kind == "open" else None)
            self._happen(table, "sit", seat, {"name": called, "secret_hash": secret.fingerprint(new)})
            return new

    def lead_on(self, table: Table, seat: int, table_id: str) -> None:
        """The players of a finished table find their next game at another one."""
        self._happen(table, "next", seat, {"table": table_id})

    def _happen(
        self, table: Table, kind: Kind, seat: int, data: dict[str, Any], move: int | None = None
    ) -> None:
        event = Event(table.seq + 1, kind, seat, data, datetime.now(UTC))
        try:
            self._storage.append(table.id, event)
        except SeqTaken:
            self._catch_up(table)
            self.watch(table)
            raise OutOfDate("Somebody else was faster: the table has changed.", seq=table.seq) from None
        table.apply(event, move)
        self.watch(table)


def _no_such_table(table_id: str) -> NotFound:
    return NotFound("There is no such table.", table=table_id[:40])


def _require_takeover(table: Table, mine: frozenset[int], seat: int) -> None:
    if table.trouble is None or table.trouble.seat != seat:
        raise SeatTaken(f"Somebody sits on seat {seat} already.", seat=seat)
    if not mine and any(other.kind == "person" for other in table.seats):
        raise Forbidden("Only somebody who sits at this table may take over from a program.")


def _seat_to_store(game: Game, seat: Seat, new_secret: str | None, lang: str) -> dict[str, Any]:
    if seat.kind != "program":
        return seat_row(seat, agent=None, secret_hash=new_secret and secret.fingerprint(new_secret))
    agent = seat.agent or ""
    registry.check_agent(game, agent)
    level = game.levels.get(agent)
    title = level.character if level else game.families[agent.partition(":")[0]].title
    return seat_row(seat, name=seat.name or title.get(lang) or title["en"])
