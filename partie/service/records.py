"""Conversion between records and tables: imports a record as a table, exports finished tables as records."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from partie.core import registry
from partie.core.errors import BadRecord
from partie.core.game import Game
from partie.core.match import Match
from partie.core.record import Ending, Record
from partie.service.secret import derived_id, fingerprint
from partie.service.storage import Event, IdTaken, Storage, TableRow
from partie.service.table import UNNAMED, Person, Seat, Table, seat_row
from partie.service.tables import Tables


def row_of(record: Record, table_id: str, device: str | None = None) -> TableRow:
    """Return the database row of a table at which this record was played.

    `device`: a secret of the browser that hands it in; people of a game played on a device are its own."""
    game = registry.game(record.game)
    on_device = record.origin == "on_device"
    owner = device if on_device else None
    return TableRow(
        id=table_id,
        game=game.name,
        version=record.version,
        options=dict(record.options),
        seed=record.seed if record.seed is not None else "0",
        seed_hash="" if record.seed is None else fingerprint(record.seed),
        seats=[seat_row(_seat_from_name(game, name, owner)) for name in record.seats],
        created=datetime.now(UTC),
        origin="on_device" if on_device else "handed_in",
    )


def events_of(record: Record, match: Match) -> list[Event]:
    """Return the events of such a table. `match` is the replayed record."""
    now = datetime.now(UTC)
    made_by = _programs(record)
    events = [
        Event(seq, "move", mover, {"move": move} | ({"agent": made_by[seq]} if seq in made_by else {}), now)
        for seq, (mover, move) in enumerate(zip(match.movers, match.moves, strict=True), 1)
    ]
    if record.ending is not None:
        events.append(_event_of(record.ending, len(events) + 1, now))
    return events


def _event_of(ending: Ending, seq: int, at: datetime) -> Event:
    """Return the event that broke a game off."""
    first = min(ending.seats, default=0)
    if ending.kind == "abandoned":
        return Event(seq, "claim", first, {"away": list(ending.seats)}, at)
    if ending.kind == "out-of-time":
        return Event(seq, "timeout", first, {"agent": None}, at)
    return Event(seq, "draw" if ending.kind == "drawn" else "resign", first, {}, at)


def _programs(record: Record) -> dict[int, str]:
    """Return the programs that made moves for other players, by the numbers of the moves."""
    return {number: agent for agent, numbers in record.made_by for number in numbers}


def table_of(record: Record, match: Match, table_id: str = "", device: str | None = None) -> Table:
    """Return a table with the events of the record, without storing it. `match` is the replayed record."""
    table = Table(row_of(record, table_id, device))
    table.match = match
    table.move_seqs = list(range(1, len(match.moves) + 1))
    made_by = _programs(record)
    table.move_agents = [
        made_by.get(number, table.seats[mover].agent) for number, mover in enumerate(match.movers, 1)
    ]
    table.ending = record.ending
    table.seq = table.turn_seq = len(match.moves) + (record.ending is not None)
    return table


def _seat_from_name(game: Game, name: str, owner: str | None) -> Seat:
    """Return the seat for a name in a record: a program if the name is an agent spec, else a person, whose
    browser has the secret `owner` if that is known."""
    if name in game.levels or name.partition(":")[0] in game.families:
        return Seat("program", name, name)
    return Person(device=owner).seat(None if name == UNNAMED else name)


def require_finished(record: Record) -> None:
    """Raise `BadRecord` for a game that cannot be stored."""
    if record.seed is None or (record.scores is None and record.ending is None):
        raise BadRecord("Only finished games whose seed is known can be kept.")


def store_record(record: Record, match: Match, storage: Storage, device: str | None = None) -> str:
    """Store a finished game that was played elsewhere, marked as handed in, or as played on a device; return
    its id.

    The same record is stored only once. `match` is the replayed record; `device`: a secret of the browser
    that hands it in."""
    require_finished(record)
    table_id = derived_id(
        str(replace(record, origin="played"))
    )  # records got their origin later: ids must not change
    with contextlib.suppress(IdTaken):
        storage.add_table(row_of(record, table_id, device), events_of(record, match))
    return table_id


def export(storage: Storage, folder: Path, game: str | None = None) -> Iterator[Path]:
    """Write every finished table to its own file in `folder`, and yield the new files.

    Existing files are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    tables = Tables(storage)
    for table in tables.all_tables(game):
        path = folder / f"{table.game.name}-{table.id}.txt"
        if table.status == "over" and not path.exists():
            path.write_text(str(table.record()), encoding="utf-8")
            yield path
