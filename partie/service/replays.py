"""Games played again, step by step: what replays show, and what a verification finds. Everything here may take long: it is computed where programs think."""

from __future__ import annotations

from collections.abc import Iterator

from partie.core.agent import Budget, check_budget
from partie.core.match import Match
from partie.core.record import Record
from partie.service import models, records, show
from partie.service.errors import NotFound
from partie.service.secret import fingerprint
from partie.service.storage import Storage
from partie.service.table import Table

MOST_STEPS = 500
MOST_BYTES = 2_000_000
"""Positions of one answer; the next ones are asked for again."""


def of_table(
    shown: models.Table, record: Record, seen_by: int | None, plies: str | None, budget: Budget
) -> bytes:
    """Positions of a finished table, and the table, as JSON: with nothing hidden, or as one seat saw it."""
    pages = _Pages(record, shown.seat, seen_by, plies)
    for match, move in _steps(record, budget):
        pages.add(match, move)
    return pages.answer(shown, match)


def of_record(
    record: Record, seen_by: int | None, plies: str | None, kept_in: Storage | None, budget: Budget
) -> bytes:
    """A record from outside, with nothing hidden or as one seat saw it; it is stored where that is asked for."""
    pages = _Pages(record, None, seen_by, plies)
    for match, move in _steps(record, budget):
        pages.add(match, move)
    table = records.table_of(record, match)
    shown = show.table_shown(table, frozenset(), thinking=False).model_copy(update={"seed": record.seed})
    if kept_in is not None:
        shown.id = records.keep(record, match, kept_in)
    return pages.answer(shown, match)


def verification(table: Table, budget: Budget) -> models.Verification:
    """A finished table, recomputed from its seed and moves."""
    for match, _ in _steps(table.record(), budget):
        again = match
    played = table.origin == "played"
    seed_matches = fingerprint(table.seed) == table.seed_hash if played else None
    replay_matches = again.state == table.match.state and again.movers == table.match.movers
    return models.Verification(
        ok=bool(seed_matches) and replay_matches,
        origin=table.origin,
        seed_matches=seed_matches,
        replay_matches=replay_matches,
        plies=len(again.moves),
    )


def _steps(record: Record, budget: Budget) -> Iterator[tuple[Match, str | None]]:
    for step in record.steps():
        check_budget(budget)
        yield step


class _Pages:
    """The positions of a replay that were asked for, as many as fit into one answer."""

    def __init__(self, record: Record, seat: int | None, seen_by: int | None, plies: str | None) -> None:
        if seen_by is not None and seen_by >= len(record.seats):
            raise NotFound(f"This table has no seat {seen_by}.", seat=seen_by)
        self._seat, self._seen_by = seat if seen_by is None else seen_by, seen_by
        self._wanted = iter(read_plies(plies, len(record.moves)))
        self._next: int | None = next(self._wanted, None)
        self._steps: list[bytes] = []
        self._room = MOST_BYTES

    def add(self, match: Match, move: str | None) -> None:
        """Take this step, if it was asked for and there is room."""
        if len(match.moves) != self._next:
            return
        step = self._step(match, move).model_dump_json().encode()
        if self._steps and (len(step) > self._room or len(self._steps) == MOST_STEPS):
            self._next = None
            return
        self._steps.append(step)
        self._room -= len(step)
        self._next = next(self._wanted, None)

    def _step(self, match: Match, move: str | None) -> models.Step:
        return show.step_shown(match, move, self._seat, self._seen_by)

    def answer(self, table: models.Table, match: Match) -> bytes:
        """The whole answer; `match` is the game at its end, which the table shows."""
        last = self._step(match, None)
        ended = table.model_copy(update={"seat": self._seat, "view": last.view, "position": last.position})
        return b'{"seen_by":%b,"table":%b,"steps":[%b]}' % (
            b"null" if self._seen_by is None else b"%d" % self._seen_by,
            ended.model_dump_json().encode(),
            b",".join(self._steps),
        )


def read_plies(text: str | None, last: int) -> list[int]:
    """The numbers meant by `0-99` or `0,17,35`, in order, as far as the game went; all of them where nothing is said."""
    if text is None:
        return list(range(last + 1))
    found: set[int] = set()
    for part in text.split(","):
        first, _, end = part.partition("-")
        found.update(range(int(first), min(int(end or first), last) + 1))
    return sorted(ply for ply in found if ply <= last)
