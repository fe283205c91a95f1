"""The lobby: who waits for company, at which table, and how to get there."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from partie.core import registry
from partie.core.errors import PartieError
from partie.service import models as tables_models
from partie.service import secret, show
from partie.service.clock import usual_program
from partie.service.errors import NotFound
from partie.service.lobby import models, store
from partie.service.lobby.host import Host
from partie.service.presence import Presence
from partie.service.storage import LobbyRow, Storage
from partie.service.table import Table
from partie.service.tables import Tables

_LISTED_FOR = timedelta(days=30)
_ABSENT_SECONDS = 900.0
"""A table without anybody is listed this long, unless its clock leaves days for a move."""
_SLOW_CLOCK = 43_200.0
_MOST_LISTED = 200


class Lobby:
    """The tables with open seats."""

    def __init__(self, storage: Storage, tables: Tables, presence: Presence) -> None:
        self._storage, self._tables, self._presence = storage, tables, presence
        self.host = Host(storage, self._fill)

    def add(self, table: Table, request: tables_models.LobbyRequest | None) -> None:
        """Give a new table with open seats a code, and list it if it was asked for."""
        if not has_room(table):
            return
        fill_at, agent = None, None
        if request is not None and request.seconds is not None:
            fill_at = table.created + timedelta(seconds=request.seconds)
            agent = request.agent or usual_program(table.game)
        store.add(self._storage, table.id, request is not None, table.created, fill_at, agent)
        if fill_at is not None:
            self.host.notice()

    def check(self, game: str, request: tables_models.LobbyRequest | None) -> None:
        """Refuse a program that does not exist, before a table is created."""
        if request is not None and request.agent is not None:
            registry.check_agent(registry.game(game), request.agent)

    def update(self, table: Table) -> None:
        """Forget a table at which no seat is open any more."""
        if not has_room(table):
            store.remove(self._storage, table.id)

    def tables(self, game: str | None) -> list[models.LobbyEntry]:
        """Return the tables that wait for people, newest first. Abandoned ones are not even opened."""
        now, found = datetime.now(UTC), []
        attended, here = self._presence.attended(_ABSENT_SECONDS), self._presence.attended(0.0)
        for listed in store.listed(self._storage, now - _LISTED_FOR, game):
            row = listed.row
            recent = (now - row.created).total_seconds() < _ABSENT_SECONDS
            slow = listed.clock is not None and listed.clock.seconds >= _SLOW_CLOCK
            if not (recent or slow or row.table_id in attended):
                continue
            try:
                table = self._tables.find(row.table_id)
            except PartieError:
                continue
            with table.lock:
                if has_room(table):
                    found.append(_entry(row, table, row.table_id in here))
            if len(found) == _MOST_LISTED:
                break
        return found

    def find(self, code: str) -> models.TableCode:
        """Return the table to which a code leads."""
        table_id = store.found(self._storage, secret.read_code(code))
        if table_id is None:
            raise NotFound("This code is unknown, or the game has begun.", code=code[:32])
        return self.code_of(table_id)

    def code_of(self, table_id: str) -> models.TableCode:
        """Return the code of a table, and when a program takes its open seats."""
        row = store.entry(self._storage, table_id)
        if row is None:
            return models.TableCode(table=table_id, code=None, listed=False, fill_at=None, agent=None)
        return models.TableCode(
            table=table_id, code=row.code, listed=row.listed, fill_at=row.fill_at, agent=row.agent
        )

    def _fill(self, table_id: str, agent: str) -> None:
        self._tables.fill(self._tables.find(table_id), agent)


def _entry(row: LobbyRow, table: Table, here: bool) -> models.LobbyEntry:
    shown = show.render_table(show.Scene(table, thinking=False), frozenset())
    return models.LobbyEntry(
        table=table.id,
        game=shown.game,
        options=shown.options,
        seats=shown.seats,
        clock=shown.clock,
        hints=shown.hints,
        created=shown.created,
        here=here,
        fill_at=row.fill_at,
        agent=row.agent,
    )


def has_room(table: Table) -> bool:
    """Whether anybody may still sit down at a table."""
    return table.status == "waiting" and any(
        seat.kind == "open" and seat.kept_for is None for seat in table.seats
    )
