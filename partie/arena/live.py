"""Live ratings of people and programs at tables: one scale per game, brought up to date after every game.

The model is that of Plackett and Luce in its Bayesian form (Weng and Lin 2011, package `openskill`): teams,
several players and free-for-all. Ratings are shown on the scale of tournaments: 1500 is a newcomer, and 400
points are odds of ten to one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log, sqrt
from statistics import fmean
from typing import Literal

from openskill.models import PlackettLuce, PlackettLuceRating

from partie.arena.people import Outcome, Result
from partie.arena.statistics import Interval

MEAN = 1500.0
_MODEL = PlackettLuce()
_POINTS = 400 / log(10) / (_MODEL.beta * sqrt(2))
"""Points of Elo's scale for one of the model: between two certain ratings it expects the same share of
wins."""
_SURE = 1.959964


@dataclass(frozen=True)
class Key:
    """Who is rated: a program by its exact spec, a person by their key."""

    kind: Literal["person", "program"]
    id: str


@dataclass
class Rated:
    """A person or program with its rating. `name` is the one it used last."""

    key: Key
    name: str | None = None
    level: str | None = None
    games: int = 0
    won: float = 0.0
    seconds: float = 0.0
    decisions: int = 0
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def rating(self) -> float:
        """The rating on Elo's scale."""
        return MEAN + _POINTS * (self.mu - _MODEL.mu)

    @property
    def ci95(self) -> Interval:
        """Where the true strength is with a probability of 95 %."""
        half = _SURE * _POINTS * self.sigma
        return self.rating - half, self.rating + half

    @property
    def ms_per_move(self) -> float:
        """Milliseconds spent on a decision."""
        return 1000 * self.seconds / max(1, self.decisions)


class LiveRatings:
    """The ratings of one game. Games are added in the order in which they ended."""

    def __init__(self, outcomes: Iterable[Outcome] = ()) -> None:
        self.rated: dict[Key, Rated] = {}
        for outcome in outcomes:
            self.add(outcome)

    def ladder(self) -> list[Rated]:
        """Everybody, the strongest first."""
        return sorted(self.rated.values(), key=lambda one: -one.rating)

    def add(self, outcome: Outcome) -> None:
        """Rate a finished game.

        Not rated are games in which a move was taken back, or made by a program for another player, in which
        somebody plays whom nothing identifies, and those of one player against itself. Who sits on several
        sides is moved by the mean of them."""
        groups = [[(key_of(one), one) for one in group] for group in outcome.groups]
        keys = {key for group in groups for key, _ in group}
        if None in keys or outcome.is_mixed or any(one.takebacks for one in outcome.seats):
            return
        if all({key for key, _ in group} == keys for group in groups):
            return
        teams = [list(dict.fromkeys(key for key, _ in group if key is not None)) for group in groups]
        before = [
            [_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in map(self._rated, team)] for team in teams
        ]
        after = _MODEL.rate(before, scores=[_strength(group[0][1]) for group in groups])
        moved: dict[Key, list[PlackettLuceRating]] = {}
        for team, ratings in zip(teams, after, strict=True):
            for key, rating in zip(team, ratings, strict=True):
                moved.setdefault(key, []).append(rating)
        for key, ratings in moved.items():
            one = self._rated(key)
            one.mu = fmean(rating.mu for rating in ratings)
            one.sigma = fmean(rating.sigma for rating in ratings)
        self._count(outcome)

    def _rated(self, key: Key) -> Rated:
        return self.rated.setdefault(key, Rated(key))

    def _count(self, outcome: Outcome) -> None:
        seats: dict[Key, list[Result]] = {}
        for result in outcome.seats:
            key = key_of(result)
            assert key is not None
            seats.setdefault(key, []).append(result)
        for key, results in seats.items():
            one = self._rated(key)
            one.name, one.level = results[-1].name, results[-1].level
            one.games += 1
            one.won += fmean(result.share for result in results)
            one.seconds += sum(result.seconds for result in results)
            one.decisions += sum(result.decisions for result in results)


def key_of(result: Result) -> Key | None:
    """Who had a seat; None if nothing identifies them."""
    if result.kind == "program":
        return Key("program", result.spec) if result.spec else None
    return Key("person", result.player) if result.player else None


def _strength(result: Result) -> float:
    """What sides are ranked by: the score, or the part of the win where somebody resigned."""
    return result.share if result.score is None else result.score
