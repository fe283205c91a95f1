"""What tables have shown about players: live ratings, and people against programs."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from math import isfinite

from partie.arena.live import LiveRatings, Rated
from partie.arena.people import Against, Outcome, against, as_csv, as_json_lines
from partie.arena.statistics import Interval
from partie.core import registry
from partie.service.arena import models
from partie.service.results import outcomes
from partie.service.storage import Storage


@dataclass
class _Known:
    """What is known about a game up to row `last` of the results."""

    last: int = 0
    ratings: LiveRatings = field(default_factory=LiveRatings)
    outcomes: list[Outcome] = field(default_factory=list)


class Arena:
    """Reads results as they are stored, each once."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._lock = threading.Lock()
        self._known: dict[str, _Known] = {}

    def game(self, name: str) -> models.ArenaGame:
        """Ratings of a game, and people against each program."""
        game = registry.game(name).name
        with self._lock:
            known = self._up_to_date(game)
            return models.ArenaGame(
                game=game,
                tables=len(known.outcomes),
                ratings=[_rated(one) for one in known.ratings.ladder()],
                people=[_against(one) for one in against(known.outcomes)],
            )

    def _up_to_date(self, game: str) -> _Known:
        known = self._known.setdefault(game, _Known())
        for outcome in outcomes(self._storage, game, known.last):
            known.ratings.add(outcome)
            known.outcomes.append(outcome)
            known.last = max(known.last, outcome.last)
        return known

    def reload(self) -> None:
        """Read all results again: somebody has deleted theirs."""
        with self._lock:
            self._known.clear()

    def export(self, name: str, kind: str) -> str:
        """All results of a game as CSV or JSON lines, without the names of people."""
        found = [anonymous(outcome) for outcome in outcomes(self._storage, registry.game(name).name)]
        return as_csv(found) if kind == "csv" else as_json_lines(found)


def anonymous(outcome: Outcome) -> Outcome:
    """The same table without the names of people; their keys still tell them apart."""
    seats = [one if one.kind == "program" else replace(one, name=None) for one in outcome.seats]
    return replace(outcome, seats=seats)


def _rated(one: Rated) -> models.RatedPlayer:
    return models.RatedPlayer(
        kind=one.key.kind,
        name=one.name,
        agent=one.key.id if one.key.kind == "program" else None,
        level=one.level,  # type: ignore[arg-type]  # checked when it was declared
        rating=one.rating,
        ci95=one.ci95,
        games=one.games,
        won=one.won,
        ms_per_move=one.ms_per_move,
    )


def _against(one: Against) -> models.PeopleAgainst:
    return models.PeopleAgainst(
        agent=one.program,
        level=one.level,  # type: ignore[arg-type]  # checked when it was declared
        games=one.games,
        ahead=one.ahead,
        ahead_ci95=one.ahead_ci95,
        difference=one.difference,
        difference_ci95=_ends(one.difference_ci95),
        seconds_per_move=one.seconds_per_move,
    )


def _ends(interval: Interval | None) -> models.Ends | None:
    """An interval for JSON, which has no infinity."""
    if interval is None:
        return None
    low, high = interval
    return (low if isfinite(low) else None, high if isfinite(high) else None)
