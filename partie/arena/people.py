"""Games of people at tables: how they fare against each program, by the level they declare."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from io import StringIO
from statistics import fmean
from typing import Any, Literal

from partie.arena.statistics import Interval, mean_interval, share_interval
from partie.core.game import sides
from partie.core.registry import game as game_named

LEVELS = ("beginner", "intermediate", "expert")
"""What people may say of their own strength."""


@dataclass(frozen=True)
class Result:
    """How a game ended for one seat. `share` is the part of the win; `score` is None if the game was broken
    off. `others` of the decisions were made by another program, such as a stand-in."""

    seat: int
    kind: Literal["person", "program"]
    name: str | None
    player: str | None
    level: str | None
    agent: str | None
    spec: str | None
    version: str | None
    score: float | None
    share: float
    rounds: int | None
    seconds: float
    decisions: int
    takebacks: int
    others: int = 0


@dataclass
class Outcome:
    """A finished table. `on_device`: it was played on a device, where no server saw it. `last` is the number
    of its last row in the database."""

    table: str
    game: str
    options: Mapping[str, Any]
    finished: datetime
    seats: list[Result] = field(default_factory=list)
    last: int = 0
    on_device: bool = False

    @property
    def is_mixed(self) -> bool:
        """Whether a program made moves for another player: then the result says little about either."""
        return any(one.others for one in self.seats)

    @property
    def groups(self) -> list[list[Result]]:
        """The seats of each side."""
        by_seat = {result.seat: result for result in self.seats}
        return [[by_seat[seat] for seat in group] for group in sides(game_named(self.game), len(self.seats))]


@dataclass(frozen=True)
class Against:
    """People of one declared level (None: those who declared none) against one program.

    `ahead` is the share of games in which they did better than the program (an equal result counts half);
    `difference` is their mean score minus the program's, where games were not resigned."""

    program: str
    level: str | None
    games: int
    ahead: float
    ahead_ci95: Interval
    difference: float | None
    difference_ci95: Interval | None
    seconds_per_move: float


def against(outcomes: Iterable[Outcome]) -> list[Against]:
    """How people fared against each program, by declared level; programs in alphabetical order.

    A table counts once for each person and program on different sides, whatever the number of its copies;
    tables at which a program made moves for another player are left out."""
    ahead: dict[tuple[str, str | None], list[float]] = {}
    differences: dict[tuple[str, str | None], list[float]] = {}
    effort: dict[tuple[str, str | None], list[tuple[float, int]]] = {}
    for outcome in outcomes:
        if outcome.is_mixed:
            continue
        for person, program, rows in _meetings(outcome):
            key = (program, person.level)
            decided = [value for row in rows if (value := _ahead(person, row)) is not None]
            if not decided:
                continue
            ahead.setdefault(key, []).append(fmean(decided))
            effort.setdefault(key, []).append((person.seconds, person.decisions))
            if person.score is not None:
                others = fmean(row.score for row in rows if row.score is not None)
                differences.setdefault(key, []).append(person.score - others)
    return [
        _row(key, ahead[key], differences.get(key, []), effort[key])
        for key in sorted(ahead, key=lambda key: (key[0], _order(key[1])))
    ]


def _meetings(outcome: Outcome) -> Iterator[tuple[Result, str, list[Result]]]:
    """Every person with each program on another side: its spec, and the seats it has."""
    groups = outcome.groups
    for side, group in enumerate(groups):
        others = [one for other, members in enumerate(groups) if other != side for one in members]
        specs = dict.fromkeys(one.spec for one in others if one.kind == "program" and one.spec)
        for person in _people(group):
            for spec in specs:
                yield person, spec, [one for one in others if one.spec == spec]


def _people(group: Sequence[Result]) -> list[Result]:
    """The people of a side; somebody with several seats counts once."""
    met: dict[str, Result] = {}
    for one in group:
        if one.kind == "person":
            met.setdefault(one.player or one.name or f"seat {one.seat}", one)
    return list(met.values())


def _ahead(person: Result, program: Result) -> float | None:
    """1 if the person did better, 0 if the program did, 0.5 if neither; None if somebody else gave up before
    that was known."""
    if person.score is not None and program.score is not None:
        return 0.5 + 0.5 * ((person.score > program.score) - (person.score < program.score))
    if person.share == program.share:
        return None
    return float(person.share > program.share)


def _order(level: str | None) -> int:
    return LEVELS.index(level) if level in LEVELS else len(LEVELS)


def _row(
    key: tuple[str, str | None],
    ahead: list[float],
    differences: list[float],
    effort: list[tuple[float, int]],
) -> Against:
    return Against(
        program=key[0],
        level=key[1],
        games=len(ahead),
        ahead=fmean(ahead),
        ahead_ci95=share_interval(ahead),
        difference=fmean(differences) if differences else None,
        difference_ci95=mean_interval(differences) if differences else None,
        seconds_per_move=sum(spent for spent, _ in effort) / max(1, sum(moves for _, moves in effort)),
    )


def rows(outcomes: Iterable[Outcome]) -> Iterator[dict[str, Any]]:
    """One row per seat of every table, for an export."""
    for outcome in outcomes:
        for result in outcome.seats:
            yield {
                "table": outcome.table,
                "game": outcome.game,
                "options": dict(outcome.options),
                "finished": outcome.finished.isoformat(),
                "on_device": outcome.on_device,
                **asdict(result),
            }


def as_json_lines(outcomes: Iterable[Outcome]) -> str:
    """Every seat of every table as a line of JSON."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows(outcomes))


def as_csv(outcomes: Iterable[Outcome]) -> str:
    """Every seat of every table as a line of CSV; options are JSON in one column."""
    table = list(rows(outcomes))
    if not table:
        return ""
    text = StringIO()
    writer = csv.DictWriter(text, list(table[0]), lineterminator="\n")
    writer.writeheader()
    for row in table:
        writer.writerow(row | {"options": json.dumps(row["options"], ensure_ascii=False)})
    return text.getvalue()
