"""The database: one row for each table, one row for each event. Everything else is derived from these."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import platformdirs
from sqlalchemy import (
    JSON,
    Connection,
    DateTime,
    Engine,
    Float,
    ForeignKey,
    LargeBinary,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
    bindparam,
    create_engine,
    exists,
    false,
    insert,
    make_url,
    or_,
    select,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from partie.core.errors import PartieError
from partie.service.commits import Entry, GroupCommit
from partie.service.failures import StorageFailure, ValueTooLong, diagnosis
from partie.service.migrate import migrate
from partie.service.sqlite import Syncing

log = logging.getLogger(__name__)

Kind = Literal[
    "move",
    "takeback",
    "resign",
    "sit",
    "next",
    "stand_in",
    "return",
    "claim",
    "ask",
    "answer",
    "draw",
    "pause",
    "resume",
    "level",
    "timeout",
    "part",
    "fill",
    "doors",
]
ASIDE: frozenset[Kind] = frozenset({"next", "ask", "answer", "doors"})
"""Events beside the game: whose turn it is stays as it was."""


class Moment(TypeDecorator[datetime]):
    """A point in time, in UTC: SQLite does not keep time zones."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


class _Base(DeclarativeBase):
    pass


class TableRow(_Base):
    """How a table began; never changed afterwards.

    `seats` holds fingerprints of secrets, never secrets; `origin` is `handed_in` for an imported record, or
    `on_device` if that game was played on a device; `hints` is None if the request did not set them;
    `previous` is the table of which this one is the rematch; `clock` is how much time people have, None for
    any. `mixed`: the people who created it have each to send a part of the seed. `closed`: nobody may
    watch."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(64))
    version: Mapped[int]
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    seed: Mapped[str] = mapped_column(String(64))
    seed_hash: Mapped[str] = mapped_column(String(64))
    seats: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    created: Mapped[datetime] = mapped_column(Moment, index=True)
    origin: Mapped[str] = mapped_column(String(16), default="played", server_default="played")
    hints: Mapped[str | None] = mapped_column(String(8))
    previous: Mapped[str | None] = mapped_column(String(32))
    clock: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    mixed: Mapped[bool] = mapped_column(default=False, server_default=false())
    closed: Mapped[bool] = mapped_column(default=False, server_default=false())


class EventRow(_Base):
    """An event at a table. The primary key gives a sequence number to only one of two concurrent writers."""

    __tablename__ = "events"

    table_id: Mapped[str] = mapped_column(String(32), ForeignKey("tables.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int]
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(Moment, index=True)


class ResultRow(_Base):
    """How a finished table ended for one seat: who had it, and how they fared.

    `player` is the key of a person (`secret.player_key`), by which their games are recognised; `level` is
    what they declared. `spec` is what the program `agent` stood for, and `version` that of Partie.
    `score` is None if the game was broken off; `share` is the part of the win. All `decisions` together took
    `seconds`; `others` of them were made by another program, such as a stand-in. `favourites` are the moves
    of a person that count for the openings or bids they like best."""

    __tablename__ = "results"
    __table_args__ = (UniqueConstraint("table_id", "seat", name="uq_results_seat"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(String(32), ForeignKey("tables.id"))
    seat: Mapped[int]
    game: Mapped[str] = mapped_column(String(64), index=True)
    kind: Mapped[str] = mapped_column(String(8))
    name: Mapped[str | None] = mapped_column(String(80))
    player: Mapped[str | None] = mapped_column(String(64))
    level: Mapped[str | None] = mapped_column(String(16))
    agent: Mapped[str | None] = mapped_column(String(300))
    spec: Mapped[str | None] = mapped_column(String(300))
    version: Mapped[str | None] = mapped_column(String(32))
    score: Mapped[float | None] = mapped_column(Float)
    share: Mapped[float] = mapped_column(Float)
    rounds: Mapped[int | None]
    seconds: Mapped[float] = mapped_column(Float)
    decisions: Mapped[int]
    takebacks: Mapped[int]
    others: Mapped[int] = mapped_column(default=0, server_default="0")
    finished: Mapped[datetime] = mapped_column(Moment)
    favourites: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))


class LobbyRow(_Base):
    """A table that waits for people: the short code that leads to it, and whether the lobby lists it. At
    `fill_at` the program `agent` takes the seats that are still open."""

    __tablename__ = "lobby"

    table_id: Mapped[str] = mapped_column(String(32), ForeignKey("tables.id"), primary_key=True)
    code: Mapped[str] = mapped_column(String(16), unique=True)
    listed: Mapped[bool]
    created: Mapped[datetime] = mapped_column(Moment)
    fill_at: Mapped[datetime | None] = mapped_column(Moment)
    agent: Mapped[str | None] = mapped_column(String(300))


class MemoryRow(_Base):
    """What programs of a game know of a person from earlier games (`core/memory.py`)."""

    __tablename__ = "memories"

    player: Mapped[str] = mapped_column(String(64), primary_key=True)
    game: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str | None] = mapped_column(String(80))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)


class TransferRow(_Base):
    """What a browser keeps, on its way to another device until then, encrypted (`identity/transfers.py`)."""

    __tablename__ = "transfers"

    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    bundle: Mapped[bytes] = mapped_column(LargeBinary)
    until: Mapped[datetime] = mapped_column(Moment)


class ProcessRow(_Base):
    """A process that uses this database together with others, when it was last `seen`, and what it measures
    (`cluster.py`)."""

    __tablename__ = "processes"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    host: Mapped[str] = mapped_column(String(120))
    started: Mapped[datetime] = mapped_column(Moment)
    seen: Mapped[datetime] = mapped_column(Moment)
    figures: Mapped[dict[str, Any]] = mapped_column(JSON)


class LeaseRow(_Base):
    """The process that thinks for the program whose turn at a table began with event `seq`."""

    __tablename__ = "leases"

    table_id: Mapped[str] = mapped_column(String(32), ForeignKey("tables.id"), primary_key=True)
    seq: Mapped[int]
    holder: Mapped[str] = mapped_column(String(32))


class NoticeRow(_Base):
    """A message between processes that is too long to be sent as it is."""

    __tablename__ = "notices"

    id: Mapped[int] = mapped_column(primary_key=True)
    body: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(Moment)


metadata = _Base.metadata
_INSERT_EVENTS = insert(EventRow)
_INSERT_RESULTS = insert(ResultRow)
_RESULT_COLUMNS = [column.name for column in ResultRow.__table__.columns if column.name != "id"]
_HAS_RESULTS = select(ResultRow.id).where(ResultRow.table_id == bindparam("table_id")).limit(1)


@dataclass(frozen=True)
class Event:
    """An event, independent of the database."""

    seq: int
    kind: Kind
    seat: int
    data: dict[str, Any]
    at: datetime

    def packed(self) -> list[Any]:
        """Return the event as JSON can hold it."""
        return [self.seq, self.kind, self.seat, self.data, self.at.isoformat()]

    @classmethod
    def unpacked(cls, values: Sequence[Any]) -> Event:
        """Return the event that was `packed`."""
        seq, kind, seat, data, at = values
        return cls(seq, kind, seat, data, datetime.fromisoformat(at))


@dataclass(frozen=True)
class NewEvents:
    """Events to be stored at a table, all or none."""

    table_id: str
    events: Sequence[Event]


class SeqTaken(Exception):
    """An event with this number has already been stored."""


class IdTaken(Exception):
    """A table with this id already exists."""


class Storage:
    """The database at `url`, migrated to the current schema. Safe to use from any thread.

    Every method raises a `StorageFailure` if the database fails."""

    def __init__(self, url: str | None = None) -> None:
        self._engine, self._syncing = _open(database_url(url))
        self._trouble: StorageFailure | None = None
        self._events = GroupCommit(self._write_events)
        self.on_events: Callable[[Connection, Sequence[NewEvents]], None] | None = None
        """Called in the transaction that stores events."""

    @property
    def is_shared(self) -> bool:
        """Whether several processes may use this database together."""
        return self._engine.dialect.name == "postgresql"

    @property
    def engine(self) -> Engine:
        """The engine, for `cluster.py`."""
        return self._engine

    @contextmanager
    def session(self, *, write: bool = False) -> Iterator[Session]:
        """A session of the database, for modules with queries of their own."""
        with self._writing() if write else self._reading() as session:
            yield session

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        with self._diagnosed(), Session(self._engine) as session:
            yield session

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        with self._diagnosed(), Session(self._engine, expire_on_commit=False) as session, session.begin():
            yield session
        self._recovered()

    def _recovered(self) -> None:
        """Forget a failure that has passed: something was written."""
        if self._trouble is not None and not self._trouble.lasting:
            self._trouble = None

    @contextmanager
    def _diagnosed(self) -> Iterator[None]:
        """Turn database errors into a `StorageFailure`; the last one is remembered until a write succeeds."""
        try:
            yield
        except IntegrityError:
            raise
        except (SQLAlchemyError, ValueError) as error:
            failure = diagnosis(error)
            log.error("the database failed: %s", failure.code, exc_info=error)
            if not isinstance(failure, ValueTooLong):
                self._trouble = failure
            raise failure from error

    @property
    def last_trouble(self) -> StorageFailure | None:
        """What was wrong with the database when it was last used."""
        return self._trouble

    def trouble(self) -> StorageFailure | None:
        """Return what is wrong with the database, found now or when it was last used; None if nothing is."""
        try:
            with self._reading() as session:
                session.scalars(select(TableRow.id).limit(1)).first()
        except StorageFailure as failure:
            return failure
        return self._trouble

    def add_table(self, row: TableRow, events: Iterable[Event] = ()) -> None:
        """Store a new table and the events it already has. Raise `IdTaken` if its id is in use."""
        try:
            with self._writing() as session:
                session.add(row)
                session.flush()
                session.add_all(_event_row(row.id, event) for event in events)
        except IntegrityError:
            raise IdTaken from None

    def table(self, table_id: str) -> TableRow | None:
        """Return how a table began; None if there is no such table."""
        with self._reading() as session:
            return session.get(TableRow, table_id)

    def events(self, table_id: str, after: int) -> list[Event]:
        """Return the events of a table after number `after`."""
        query = select(EventRow).where(EventRow.table_id == table_id, EventRow.seq > after)
        with self._reading() as session:
            return [_event(row) for row in session.scalars(query.order_by(EventRow.seq))]

    def append(self, table_id: str, *new: Event) -> None:
        """Store events durably, all or none: once this returns, they survive even a power cut.

        Raise `SeqTaken` if the number of one is in use."""
        (error,) = self.append_all([NewEvents(table_id, new)])
        if error is not None:
            raise error

    def append_all(self, new: Sequence[NewEvents]) -> list[Exception | None]:
        """Store the events of several tables together; return for each what went wrong, as in `append`."""
        return [entry.error for entry in self._events.store(new)]

    def _write_events(self, batch: Sequence[Entry[NewEvents]]) -> None:
        """Store events in one transaction; one by one if a number is in use."""
        try:
            self._insert_events([entry.item for entry in batch])
        except IntegrityError:
            if len(batch) == 1:
                batch[0].settle(SeqTaken())
                return
            for entry in batch:
                self._write_events([entry])
        except StorageFailure as failure:
            for entry in batch:
                entry.settle(failure)
        else:
            for entry in batch:
                entry.settle()

    def _insert_events(self, new: Sequence[NewEvents]) -> None:
        rows = [{"table_id": one.table_id, **vars(event)} for one in new for event in one.events]
        with self._diagnosed(), self._engine.begin() as connection:
            connection.execute(_INSERT_EVENTS, rows)
            if self.on_events is not None:
                self.on_events(connection, new)
        self._recovered()

    def active(self, game: str, since: datetime) -> Iterable[str]:
        """Return the tables of a game that were created or had an event since then, newest first."""
        recent = exists().where(EventRow.table_id == TableRow.id, EventRow.at >= since)
        query = select(TableRow.id).where(TableRow.game == game, or_(TableRow.created >= since, recent))
        with self._reading() as session:
            return list(session.scalars(query.order_by(TableRow.created.desc())))

    def with_clocks(self) -> list[str]:
        """Return the tables at which people have a clock, and whose game is not over."""
        over = exists().where(ResultRow.table_id == TableRow.id)
        query = select(TableRow.id).where(TableRow.clock.is_not(None), TableRow.origin == "played", ~over)
        with self._reading() as session:
            return list(session.scalars(query))

    def table_ids(self, game: str | None) -> list[str]:
        """Return all tables of a game, or of all games, oldest first."""
        query = select(TableRow.id).order_by(TableRow.created)
        with self._reading() as session:
            return list(session.scalars(query.where(TableRow.game == game) if game else query))

    def keep_results(self, rows: Sequence[ResultRow]) -> bool:
        """Store how a table ended for each seat; return False if another process has done so already."""
        values = [{name: getattr(row, name) for name in _RESULT_COLUMNS} for row in rows]
        with suppress(IntegrityError):
            with self._diagnosed(), self._engine.begin() as connection:
                connection.execute(_INSERT_RESULTS, values)
            self._recovered()
            return True
        return False

    def has_results(self, table_id: str) -> bool:
        """Whether the results of a table are stored."""
        with self._diagnosed(), self._engine.connect() as connection:
            found = connection.execute(_HAS_RESULTS, {"table_id": table_id})
            return found.first() is not None

    def results(
        self, game: str, after: int = 0, on_device: bool = False
    ) -> list[tuple[ResultRow, dict[str, Any], str]]:
        """Return the results of a game stored after the row `after`, oldest first, each with options and
        origin of its table; those of games played on devices only if asked for."""
        query = select(ResultRow, TableRow.options, TableRow.origin)
        query = query.join(TableRow, TableRow.id == ResultRow.table_id)
        query = query.where(ResultRow.game == game, ResultRow.id > after).order_by(ResultRow.id)
        with self._reading() as session:
            found = session.execute(query if on_device else query.where(TableRow.origin == "played"))
            return [(row, options, origin) for row, options, origin in found]

    def games_of(self, player: str) -> list[str]:
        """Return the games of which a person has results."""
        query = select(ResultRow.game).where(ResultRow.player == player).distinct().order_by(ResultRow.game)
        with self._reading() as session:
            return list(session.scalars(query))

    def favourites(self, player: str, game: str) -> list[str]:
        """Return the moves that count for the favourites of a person, of all their games."""
        query = select(ResultRow.favourites).where(ResultRow.player == player, ResultRow.game == game)
        with self._reading() as session:
            return [move for moves in session.scalars(query.order_by(ResultRow.id)) for move in moves or ()]

    def forget_results(self, is_theirs: Callable[[dict[str, Any]], bool]) -> tuple[int, list[str]]:
        """Delete the name, the level and the key of a person from their results; return how many there are,
        and their tables."""
        query = select(ResultRow.name, ResultRow.player).where(ResultRow.player.is_not(None)).distinct()
        with self._writing() as session:
            keys = [
                player
                for name, player in session.execute(query)
                if is_theirs({"name": name, "player": player})
            ]
            rows = list(session.scalars(select(ResultRow).where(ResultRow.player.in_(keys))))
            for row in rows:
                row.name = row.player = row.level = row.favourites = None
            return len(rows), [row.table_id for row in rows]

    def forget_seats(self, table_id: str, is_theirs: Callable[[dict[str, Any]], bool]) -> int:
        """Delete the name, the level and the key of a person from their seats at a table; return how many
        there are."""
        blank = {"name": None, "player": None, "level": None, "colour": None, "memory": None}
        sat = select(EventRow).where(EventRow.table_id == table_id, EventRow.kind == "sit")
        with self._writing() as session:
            table, count = session.get(TableRow, table_id), 0
            if table is not None:
                count = sum(map(is_theirs, table.seats))
                table.seats = [seat | blank if is_theirs(seat) else seat for seat in table.seats]
            for event in session.scalars(sat):
                if is_theirs(event.data):
                    event.data = event.data | blank
                    count += 1
            return count

    def without_results(self, game: str | None) -> list[str]:
        """Return the tables played here, of a game or of all, whose results are not stored, oldest first."""
        kept = exists().where(ResultRow.table_id == TableRow.id)
        query = select(TableRow.id).where(~kept, TableRow.origin == "played").order_by(TableRow.created)
        with self._reading() as session:
            return list(session.scalars(query.where(TableRow.game == game) if game else query))

    def close(self) -> None:
        if self._syncing is not None:
            self._syncing.close()
        self._engine.dispose()


def _event(row: EventRow) -> Event:
    return Event(row.seq, row.kind, row.seat, row.data, row.at)  # type: ignore[arg-type]


def _event_row(table_id: str, new: Event) -> EventRow:
    return EventRow(table_id=table_id, **vars(new))


def database_url(given: str | None = None) -> str:
    """Return the URL of the database.

    This is the given URL or file, else `PARTIE_DATABASE`, else a file in the user's data folder."""
    location = given or os.environ.get("PARTIE_DATABASE")
    if location is None:
        folder = Path(platformdirs.user_data_dir("partie"))
        location = str(folder / "partie.db")
    return location if "://" in location else f"sqlite:///{Path(location).expanduser().absolute()}"


_SERVER_POOL: dict[str, Any] = {"pool_pre_ping": True, "pool_size": 10, "max_overflow": 30}
"""Connections to a database server: each is checked before it is used, as the server may have restarted."""


def _open(url: str) -> tuple[Engine, Syncing | None]:
    try:
        parsed = make_url(url)
        is_sqlite = parsed.get_backend_name() == "sqlite"
        if is_sqlite and parsed.database:
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        if parsed.drivername in ("postgresql", "postgres"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        engine = create_engine(parsed, hide_parameters=True, **({} if is_sqlite else _SERVER_POOL))
        syncing = Syncing(engine) if is_sqlite else None
        with engine.begin() as connection:
            migrate(connection)
        return engine, syncing
    except (SQLAlchemyError, OSError, ImportError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise PartieError(f"The database {_without_password(url)} cannot be opened: {reason}.") from error


def _without_password(url: str) -> str:
    try:
        return make_url(url).render_as_string(hide_password=True)
    except SQLAlchemyError:
        return "given"
