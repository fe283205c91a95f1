"""Results of finished tables, kept for their players."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from partie import __version__
from partie.arena.people import Outcome, Result
from partie.core.errors import PartieError
from partie.core.game import sides
from partie.core.match import Match
from partie.core.record import Record
from partie.service.failures import StorageFailure
from partie.service.records import events_of
from partie.service.storage import ASIDE, Event, ResultRow, Storage
from partie.service.table import Table
from partie.service.tables import Tables

log = logging.getLogger(__name__)

_LONGEST_FAVOURITE = 40
_MOST_FAVOURITES = 200


def keep(storage: Storage, table: Table) -> bool:
    """Store the results of a finished table, once; return whether it was now.

    Records that were handed in have none: nobody knows who played them (but see `keep_of_device`). A database
    that fails now does not undo the game: its results are stored when the table is opened again."""
    if table.status != "over" or table.origin != "played":
        return False
    try:
        if storage.has_results(table.id):
            return False
        events = table.events_since(0)
        return storage.keep_results(
            results_of(table, storage.events(table.id, 0) if events is None else events)
        )
    except StorageFailure:
        log.warning("the results of table %s could not be stored now", table.id)
        return False


def keep_of_device(storage: Storage, record: Record, table: Table) -> None:
    """Store the results of a game that a person has played on their device, once. `table` is that of the
    record, with them in its seats.

    They count for that person alone: nobody else saw the game."""
    rows = results_of(table, events_of(record, table.match))
    for row in rows:
        row.seconds = 0.0  # a record does not say when a move was made
    storage.keep_results(rows)


def keep_missing(storage: Storage, game: str | None = None) -> None:
    """Store the results of all finished tables that have none yet, such as those played with an earlier
    version of Partie."""
    tables = Tables(storage)
    for table_id in storage.without_results(game):
        try:
            keep(storage, tables.find(table_id))
        except PartieError as error:
            log.warning("skipping table %s: %s", table_id, error)


def results_of(table: Table, events: Sequence[Event]) -> list[ResultRow]:
    """How a finished table ended for each seat; `events` are all of its events."""
    seconds, decisions, takebacks = _effort(table.created, events, len(table.seats))
    others = _others(table)
    shares = _shares(table)
    scores = None if table.ending is not None else table.match.state.scores
    rounds = table.game.rounds and table.game.rounds(table.match.state)
    finished = next((event.at for event in reversed(events) if event.kind not in ASIDE), table.created)
    rows = []
    for number, seat in enumerate(table.seats):
        level = table.game.levels.get(seat.agent or "")
        rows.append(
            ResultRow(
                table_id=table.id,
                seat=number,
                game=table.game.name,
                kind=seat.kind,
                name=seat.name,
                player=seat.player,
                level=seat.level,
                agent=seat.agent,
                spec=level.spec if level else seat.agent,
                version=__version__ if seat.kind == "program" else None,
                score=None if scores is None else float(scores[number]),
                share=shares[number],
                rounds=rounds,
                seconds=round(seconds[number], 3),
                decisions=decisions[number],
                takebacks=takebacks[number],
                others=others[number],
                finished=finished,
                favourites=favourites_of(table, number) if seat.player else None,
            )
        )
    return rows


def _effort(began: datetime, events: Sequence[Event], seats: int) -> tuple[list[float], list[int], list[int]]:
    """Seconds, decisions and takebacks of each seat. A decision takes from the event before it to its own;
    moves that were taken back count too."""
    seconds, decisions, takebacks = [0.0] * seats, [0] * seats, [0] * seats
    for event in events:
        if event.kind == "move":
            seconds[event.seat] += (event.at - began).total_seconds()
            decisions[event.seat] += 1
        elif event.kind == "takeback":
            takebacks[event.seat] += 1
        if event.kind not in ASIDE:
            began = event.at
    return seconds, decisions, takebacks


def favourites_of(table: Table, seat: int) -> list[str]:
    """The moves of a seat that count for its favourites: what the game says, else its opening."""
    ref = table.game.can.favourites
    moves = ref.load()(table.match, seat) if ref else opening_of(table.match, seat)
    return [move for move in moves if len(move) <= _LONGEST_FAVOURITE][:_MOST_FAVOURITES]


def opening_of(match: Match, seat: int) -> list[str]:
    """The first move of a game, if this seat made it."""
    return match.moves[:1] if match.movers[:1] == [seat] else []


def _others(table: Table) -> list[int]:
    """How many decisions of each seat were made by another program than the one that has it."""
    counts = [0] * len(table.seats)
    for mover, agent in zip(table.match.movers, table.move_agents, strict=True):
        counts[mover] += agent is not None and agent != table.seats[mover].agent
    return counts


def _shares(table: Table) -> list[float]:
    """The part of the win of every seat: 1 for the members of the only side that won; divided equally among
    sides that won together, and among all in a draw."""
    groups = sides(table.game, len(table.seats))
    winners = table.winners() or list(range(len(table.seats)))
    count = sum(any(seat in winners for seat in group) for group in groups)
    return [1 / count if seat in winners else 0.0 for seat in range(len(table.seats))]


def outcomes(storage: Storage, game: str, after: int = 0, on_device: bool = False) -> list[Outcome]:
    """The finished tables of a game, oldest first; those stored after the row `after`.

    `on_device`: also games that people have played on their devices, where nobody else saw them."""
    found: dict[str, Outcome] = {}
    for row, options, origin in storage.results(game, after, on_device):
        new = Outcome(row.table_id, game, options, row.finished, on_device=origin != "played")
        one = found.setdefault(row.table_id, new)
        one.seats.append(
            Result(
                seat=row.seat,
                kind="program" if row.kind == "program" else "person",
                name=row.name,
                player=row.player,
                level=row.level,
                agent=row.agent,
                spec=row.spec,
                version=row.version,
                score=row.score,
                share=row.share,
                rounds=row.rounds,
                seconds=row.seconds,
                decisions=row.decisions,
                takebacks=row.takebacks,
                others=row.others,
            )
        )
        one.last = row.id
    return list(found.values())
