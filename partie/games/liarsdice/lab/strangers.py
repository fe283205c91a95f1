"""The panel of strangers: every program against players it has never met, and against the programs.

The strangers are the scripted players, which no training may use. One program plays alone against two, three
… seats of the same opponent, takes every seat with the same dice, and its share of the games won is counted.
The average and the worst case over the strangers say how good it is against anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean

from partie.arena.deals import win_shares
from partie.arena.pool import spread
from partie.arena.statistics import Interval, share_interval
from partie.core.match import Match, play_out
from partie.core.registry import build_agent, game
from partie.games.liarsdice.players.scripted.styles import STYLES

STRANGERS = tuple(f"scripted:style={style}" for style in STYLES)
HEROES = ("beginner", "intermediate", "expert", "master", "master@v1", "weighted", "equilibrium")
"""The programs measured: the levels, the former master, and the programs that are no level."""
PROGRAMS = ("naive", "odds", "weighted", "reader", "watchful", "equilibrium")
"""The opponents from the repository."""
SEATS = (2, 5)


@dataclass(frozen=True)
class Share:
    """The share of games a program won alone against one kind of opponent, with its 95 % interval."""

    share: float
    interval: Interval
    games: int


Shares = Mapping[tuple[str, str, int], Share]
"""By program, opponent and number of seats."""


def meet(
    heroes: Sequence[str] = HEROES,
    opponents: Sequence[str] = STRANGERS + PROGRAMS,
    seats: Sequence[int] = SEATS,
    games: int = 200,
    seed: int = 0,
    jobs: int = 1,
    options: Mapping[str, str] | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Shares:
    """Let every program play alone against every opponent, at least `games` games each."""
    tasks = [(hero, other, count) for hero in heroes for other in opponents for count in seats]
    played = spread(
        partial(_meet_one, games, seed, dict(options or {})),
        tasks,
        jobs,
        lambda done: progress(done, len(tasks)),
    )
    return dict(zip(tasks, played, strict=True))


def _meet_one(games: int, seed: int, options: Mapping[str, str], task: tuple[str, str, int]) -> Share:
    hero, other, seats = task
    blocks = [
        fmean(_play(hero, other, seats, seat, f"{seed}/{other}/{block}", options) for seat in range(seats))
        for block in range(max(2, -(-games // seats)))
    ]
    return Share(fmean(blocks), share_interval(blocks), len(blocks) * seats)


def _play(hero: str, other: str, seats: int, lone: int, seed: str, options: Mapping[str, str]) -> float:
    rules = game("liarsdice")
    agents = [
        build_agent(rules, hero if seat == lone else other, f"{seed}/{lone}/{seat}", files=True)
        for seat in range(seats)
    ]
    scores = play_out(Match(rules, seed=seed, seats=seats, options=options), agents).scores
    return win_shares(scores, [(seat,) for seat in range(seats)])[lone]


def summary(shares: Shares, hero: str, opponents: Sequence[str], seats: int) -> tuple[float, float]:
    """The average and the worst share of a program against some opponents."""
    found = [shares[hero, other, seats].share for other in opponents]
    return fmean(found), min(found)


def rows(
    shares: Shares, heroes: Sequence[str], opponents: Sequence[str], seats: int, intervals: bool = False
) -> list[list[str]]:
    """A row for every opponent, with the share of each program, then the average and the worst case over
    the strangers and over all."""
    table = [
        [other, *(_cell(shares[hero, other, seats], intervals) for hero in heroes)] for other in opponents
    ]
    strangers = [other for other in opponents if other in STRANGERS]
    for name, some in (("strangers", strangers), ("all", list(opponents))):
        if some and (name == "strangers" or some != strangers):
            totals = [summary(shares, hero, some, seats) for hero in heroes]
            table.append([f"{name}, average", *(f"{average:.1%}" for average, _ in totals)])
            table.append([f"{name}, worst case", *(f"{worst:.1%}" for _, worst in totals)])
    return table


def _cell(share: Share, intervals: bool) -> str:
    return f"{share.share:.1%}" + (" [{:.0%}, {:.0%}]".format(*share.interval) if intervals else "")
