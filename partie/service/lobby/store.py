"""The tables that wait for people, in the database: every process of a server sees the same."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError

from partie.service import secret
from partie.service.clock import Clock, clock_of
from partie.service.storage import LobbyRow, Storage, TableRow

_TRIES = 5


def add(
    storage: Storage,
    table_id: str,
    listed: bool,
    created: datetime,
    fill_at: datetime | None,
    agent: str | None,
) -> None:
    """Note a table that waits for people, under a new code."""
    for _ in range(_TRIES):
        row = LobbyRow(
            table_id=table_id,
            code=secret.new_code(),
            listed=listed,
            created=created,
            fill_at=fill_at,
            agent=agent,
        )
        try:
            with storage.session(write=True) as session:
                session.add(row)
            return
        except IntegrityError:  # the code is taken
            continue


def remove(storage: Storage, table_id: str) -> None:
    """Forget a table at which no seat is open any more."""
    with storage.session(write=True) as session:
        session.execute(delete(LobbyRow).where(LobbyRow.table_id == table_id))


def entry(storage: Storage, table_id: str) -> LobbyRow | None:
    """Return what is known of a table that waits for people."""
    with storage.session() as session:
        return session.get(LobbyRow, table_id)


def found(storage: Storage, code: str) -> str | None:
    """Return the table to which a code leads."""
    with storage.session() as session:
        return session.scalar(select(LobbyRow.table_id).where(LobbyRow.code == code))


@dataclass(frozen=True)
class Listed:
    """A table in the lobby, and what its clock is, as far as that is known without opening the table."""

    row: LobbyRow
    clock: Clock | None


def listed(storage: Storage, since: datetime, game: str | None) -> list[Listed]:
    """Return the tables in the lobby, of one game or of all, newest first."""
    query = select(LobbyRow, TableRow.clock).join(TableRow, TableRow.id == LobbyRow.table_id)
    query = query.where(LobbyRow.listed, LobbyRow.created >= since).order_by(LobbyRow.created.desc())
    if game is not None:
        query = query.where(TableRow.game == game)
    with storage.session() as session:
        return [Listed(row, clock_of(clock)) for row, clock in session.execute(query)]


def to_fill(storage: Storage) -> list[LobbyRow]:
    """Return the tables whose open seats a program will take, the first one first."""
    query = select(LobbyRow).where(LobbyRow.fill_at.is_not(None)).order_by(LobbyRow.fill_at)
    with storage.session() as session:
        return list(session.scalars(query))
