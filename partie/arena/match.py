"""Matches of many games between agents with rotated seats. Results do not depend on the number of processes.

Everything is counted in *blocks*. A block is one deal (one seed), played once for every seating, so that each
agent sits everywhere with the same cards. Blocks are independent, so statistics are computed from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import ceil, isfinite
from statistics import fmean
from typing import Any

from partie.arena.pool import spread
from partie.arena.statistics import Interval, mean_interval, share_interval
from partie.core.errors import BadSpec
from partie.core.game import Game, sides
from partie.core.match import Match, play_out
from partie.core.registry import build_agent, check_specs
from partie.core.registry import game as game_named

Seating = tuple[int, ...]
"""The number of the spec on each side."""


def seatings(sides: int, specs: int) -> list[Seating]:
    """All seatings of a block. Every spec sits on every side equally often.

    If there are as many specs as sides, they rotate. With two specs and more than two sides, each spec in
    turn sits alone against copies of the other, and only the lone side counts (`scored_sides`). If there are
    more specs than sides, every selection of them rotates."""
    if specs == 2 and sides > 2:
        return [
            tuple(lone if side == place else 1 - lone for side in range(sides))
            for lone in range(2)
            for place in range(sides)
        ]
    if specs < sides:
        rows = [tuple((i + shift) % specs for i in range(sides)) for shift in range(specs)]
    else:
        rows = list(combinations(range(specs), sides))
    return [row[turn:] + row[:turn] for row in rows for turn in range(sides)]


def scored_sides(seating: Seating) -> list[int]:
    """The sides of a seating whose results count: a lone spec against copies of another, or else all."""
    lone = [side for side, spec in enumerate(seating) if seating.count(spec) == 1]
    return lone if len(lone) == 1 and len(set(seating)) == 2 else list(range(len(seating)))


@dataclass(frozen=True)
class Block:
    """The result of one block: for every spec its mean score, win share, thinking time and decisions."""

    scores: list[float]
    wins: list[float]
    seconds: list[float]
    decisions: list[int]


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


def play_block(
    game_name: str, specs: Sequence[str], options: Mapping[str, Any], seats: int, seed: int, block: int
) -> Block:
    """Play one block: the same deal in every seating."""
    game = game_named(game_name)
    scores: list[list[float]] = [[] for _ in specs]
    wins: list[list[float]] = [[] for _ in specs]
    seconds, decisions = [0.0] * len(specs), [0] * len(specs)
    groups = sides(game, seats)
    for number, seating in enumerate(seatings(len(groups), len(specs))):
        spec_of_seat = {seat: seating[side] for side, group in enumerate(groups) for seat in group}
        agents = [
            build_agent(game, specs[spec_of_seat[seat]], f"{seed}/{block}/{number}/seat {seat}", files=True)
            for seat in range(seats)
        ]
        played = play_out(Match(game, options, f"{seed}/{block}", seats), agents)
        shares = win_shares(played.scores, groups)
        for side in scored_sides(seating):
            scores[seating[side]].append(played.scores[groups[side][0]])
            wins[seating[side]].append(shares[side])
        for seat, spec in spec_of_seat.items():
            seconds[spec] += played.seconds[seat]
            decisions[spec] += played.decisions[seat]
    return Block([fmean(row) for row in scores], [fmean(row) for row in wins], seconds, decisions)


def win_shares(scores: Sequence[float], groups: Sequence[Sequence[int]]) -> list[float]:
    """The share of the win of each side: 1 for the highest score, split equally in a tie."""
    best = max(scores)
    winners = [scores[group[0]] == best for group in groups]
    return [won / sum(winners) for won in winners]


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
    seats = seats or game.table_size
    per_block = len(seatings(len(sides(game, seats)), len(specs)))
    count = max(1, ceil(games / per_block))
    blocks = spread(
        partial(play_block, game.name, specs, values, seats, seed),
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
