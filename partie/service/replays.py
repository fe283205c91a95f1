"""Replays and verifies games, step by step. This may take long, so it runs as a job of the thread pool."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from partie.core.agent import Budget, check_budget
from partie.core.match import Match
from partie.core.record import Record
from partie.core.seeds import mixed_seed
from partie.service import models, records, show
from partie.service.errors import NotFound
from partie.service.secret import fingerprint
from partie.service.table import Table

MAX_STEPS = 500
MAX_BYTES = 2_000_000
"""Size of the positions in one response; clients request the rest again."""


def of_table(
    table: models.Table, record: Record, seen_by: int | None, plies: str | None, budget: Budget
) -> bytes:
    """Return a finished table and its positions as JSON, with nothing hidden or as one seat saw it."""
    pages = _Positions(record, table.seat, seen_by, plies)
    for match, move in _steps(record, budget):
        pages.add(match, move)
    return pages.answer(table, match)


def of_record(
    record: Record,
    seen_by: int | None,
    plies: str | None,
    store: Callable[[Record, Match], str] | None,
    budget: Budget,
) -> bytes:
    """Return positions of a record as JSON, with nothing hidden or as one seat saw it.

    `store`, if given, stores the replayed record and returns the id of its table."""
    pages = _Positions(record, None, seen_by, plies)
    for match, move in _steps(record, budget):
        pages.add(match, move)
    table = records.table_of(record, match)
    rendered = show.render_table(show.Scene(table, thinking=False), frozenset())
    rendered = rendered.model_copy(update={"seed": record.seed})
    if store is not None:
        rendered.id = store(record, match)
    return pages.answer(rendered, match)


def verification(table: Table, budget: Budget) -> models.Verification:
    """Recompute a finished table from its seed and moves, and compare."""
    for match, _ in _steps(table.record(), budget):
        replayed = match
    played = table.origin == "played"
    promised = fingerprint(table.server_part) == table.seed_hash
    seed_matches = promised and table.seed == mixed_seed(table.server_part, table.parts) if played else None
    replay_matches = replayed.state == table.match.state and replayed.movers == table.match.movers
    return models.Verification(
        ok=bool(seed_matches) and replay_matches,
        origin=table.origin,
        seed_matches=seed_matches,
        replay_matches=replay_matches,
        plies=len(replayed.moves),
    )


def _steps(record: Record, budget: Budget) -> Iterator[tuple[Match, str | None]]:
    for step in record.steps():
        check_budget(budget)
        yield step


class _Positions:
    """Collects the positions of a replay that were requested, as many as fit into one response."""

    def __init__(self, record: Record, seat: int | None, seen_by: int | None, plies: str | None) -> None:
        if seen_by is not None and seen_by >= len(record.seats):
            raise NotFound(f"This table has no seat {seen_by}.", seat=seen_by)
        self._seat, self._seen_by = seat if seen_by is None else seen_by, seen_by
        self._requested = iter(read_plies(plies, len(record.moves)))
        self._next: int | None = next(self._requested, None)
        self._steps: list[bytes] = []
        self._room = MAX_BYTES

    def add(self, match: Match, move: str | None) -> None:
        """Add this position if it was requested and there is room."""
        if len(match.moves) != self._next:
            return
        step = self._step(match, move).model_dump_json().encode()
        if self._steps and (len(step) > self._room or len(self._steps) == MAX_STEPS):
            self._next = None
            return
        self._steps.append(step)
        self._room -= len(step)
        self._next = next(self._requested, None)

    def _step(self, match: Match, move: str | None) -> models.Step:
        return show.render_step(match, move, self._seat, self._seen_by)

    def answer(self, table: models.Table, match: Match) -> bytes:
        """Return the whole response; `match` is the game at its end, which the table shows."""
        last = self._step(match, None)
        ended = table.model_copy(update={"seat": self._seat, "view": last.view, "position": last.position})
        seen_by = "null" if self._seen_by is None else str(self._seen_by)
        parts = (
            f'{{"seen_by":{seen_by},"table":'.encode(),
            ended.model_dump_json().encode(),
            b',"steps":[',
            b",".join(self._steps),
            b"]}",
        )
        return b"".join(parts)


def read_plies(text: str | None, last: int) -> list[int]:
    """Return the numbers in `0-99` or `0,17,35`, in order and up to `last`; all of them if `text` is None."""
    if text is None:
        return list(range(last + 1))
    found: set[int] = set()
    for part in text.split(","):
        first, _, end = part.partition("-")
        found.update(range(int(first), min(int(end or first), last) + 1))
    return sorted(ply for ply in found if ply <= last)
