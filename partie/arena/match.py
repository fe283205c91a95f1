"""Matches of many games between agents with rotated seats. Results do not depend on the number of processes.

Everything is counted in *blocks*. A block is one deal (one seed), played once for every seating, so that each
agent sits everywhere with the same cards. Blocks are independent, so statistics are computed from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, isfinite
from statistics import fmean
from typing import Any

from partie.arena.deals import Block, Deal, average, play_deal, scored_sides, seatings
from partie.arena.pool import spread
from partie.arena.statistics import Interval, mean_interval, share_interval
from partie.core.errors import BadSpec
from partie.core.game import Game, sides
from partie.core.registry import check_specs
from partie.core.registry import game as game_named


@dataclass(frozen=True)
class Result:
    """The result of one spec over all its games."""

    spec: str
    games: int
    mean: float
    ci95: Interval
    win_share: float
    win_share_ci95: Interval
    ms_per_move: float


@dataclass(frozen=True)
class MatchReport:
    """The result of a match.

    `difference` is the mean over blocks of the first spec's score minus the second's."""

    game: str
    version: int
    options: Mapping[str, Any]
    seats: int
    seed: int
    games: int
    results: list[Result]
    difference: tuple[float, Interval]

    def as_json(self) -> dict[str, Any]:
        """The report as printed by `partie match --json`."""
        return {
            "game": self.game,
            "version": self.version,
            "options": dict(self.options),
            "seats": self.seats,
            "seed": self.seed,
            "games": self.games,
            "results": [
                {
                    "spec": result.spec,
                    "games": result.games,
                    "mean": result.mean,
                    "ci95": _finite(result.ci95),
                    "win_share": result.win_share,
                    "win_share_ci95": _finite(result.win_share_ci95),
                    "ms_per_move": result.ms_per_move,
                }
                for result in self.results
            ],
            "difference": {"mean": self.difference[0], "ci95": _finite(self.difference[1])},
        }


def _finite(interval: Interval) -> list[float | None]:
    """An interval for JSON, which has no infinity: an infinite end is null."""
    return [end if isfinite(end) else None for end in interval]


def play_block(deal: Deal, number: int) -> Block:
    """Play one deal in every seating, and average."""
    groups = sides(game_named(deal.game), deal.seats)
    return average(play_deal(deal, number), len(deal.agents), groups)


def play_match(
    game: Game,
    specs: Sequence[str],
    *,
    games: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    seats: int | None = None,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> MatchReport:
    """Play at least `games` games (a whole number of blocks) and report the result.

    `progress(done, total)` is called with numbers of games."""
    if len(specs) < 2:
        raise BadSpec("A match needs at least two agents.")
    values = game.read_options(options)
    check_specs(game, specs, files=True)
    seats = seats or game.table_size_with(values)
    per_block = len(seatings(len(sides(game, seats)), len(specs)))
    count = max(1, ceil(games / per_block))
    blocks = spread(
        partial(play_block, Deal(game.name, tuple(specs), values, seats, seed)),
        range(count),
        jobs,
        lambda done: progress(done * per_block, count * per_block),
    )
    return _report(game, specs, values, seed, count * per_block, blocks, seats)


def _report(
    game: Game,
    specs: Sequence[str],
    options: Mapping[str, Any],
    seed: int,
    games: int,
    blocks: list[Block],
    seats: int,
) -> MatchReport:
    groups = len(sides(game, seats))
    table = seatings(groups, len(specs))
    results = []
    for number, spec in enumerate(specs):
        means = [block.scores[number] for block in blocks]
        wins = [block.wins[number] for block in blocks]
        moves = max(1, sum(block.decisions[number] for block in blocks))
        results.append(
            Result(
                spec,
                len(blocks)
                * sum(number in [seating[side] for side in scored_sides(seating)] for seating in table),
                fmean(means),
                mean_interval(means),
                fmean(wins),
                share_interval(wins),
                1000 * sum(block.seconds[number] for block in blocks) / moves,
            )
        )
    differences = [block.scores[0] - block.scores[1] for block in blocks]
    return MatchReport(
        game.name,
        game.version,
        options,
        seats,
        seed,
        games,
        results,
        (fmean(differences), mean_interval(differences)),
    )
