"""The capabilities of cups besides being played: a solver, an experiment, a benchmark and a command."""

from __future__ import annotations

import time
from functools import cache
from typing import Annotated

import typer

from partie.arena.match import play_match
from partie.core import registry
from partie.core.parameters import parse_pairs
from partie.shell import Jobs, Options, Seed, say, show_progress, show_table

Scores = tuple[float, ...]


@cache
def worth(cups: tuple[int, ...], ply: int, faces: int) -> Scores:
    """The expected scores when all dice are seen and every seat plays for itself."""
    if ply == 2 * len(cups):
        best = max(cups)
        return tuple((1.0 if cup == best else -1.0) * (cups.count(best) == 1) for cup in cups)
    seat = ply % len(cups)
    return max(choices(cups, ply, faces).values(), key=lambda scores: scores[seat])


def choices(cups: tuple[int, ...], ply: int, faces: int) -> dict[str, Scores]:
    """The expected scores after keeping and after rolling."""
    seat = ply % len(cups)
    rolled = [worth((*cups[:seat], face, *cups[seat + 1 :]), ply + 1, faces) for face in range(1, faces + 1)]
    mean = tuple(sum(column) / faces for column in zip(*rolled, strict=True))
    return {"keep": worth(cups, ply + 1, faces), "roll": mean}


def solve(
    position: Annotated[str, typer.Argument(metavar="TEXT", help="The position, e.g. '35 0'.")],
    options: Options = "",
) -> None:
    """Show the values of keeping and rolling when all dice are seen."""
    seats = len(position.partition(" ")[0])
    state = registry.game("cups").position(position, parse_pairs(options), seats)
    cups = tuple(int(cup) for cup in state.record.cups[:seats])
    found = choices(cups, int(state.record.ply), int(state.record.faces))
    show_table(("move", "worth"), ([move, f"{scores[state.to_move]:+.3f}"] for move, scores in found.items()))


def reproduce(
    games: Annotated[int, typer.Option(min=2, help="Number of games.")] = 100, seed: Seed = 0, jobs: Jobs = 1
) -> None:
    """Compare rolling low dice again with rolling at random."""
    with show_progress() as show:
        report = play_match(
            registry.game("cups"), ["threshold", "random"], games=games, seed=seed, jobs=jobs, progress=show
        )
    say(f"threshold wins {report.results[0].win_share:.0%} of {report.games} games.")


def bench_rows() -> list[tuple[str, str]]:
    """The speed of the solver."""
    began = time.perf_counter()
    choices((1, 1), 0, 6)
    return [("positions solved/s", f"{1 / (time.perf_counter() - began):,.0f}")]


def shake(number: Annotated[int, typer.Argument(help="Number of dice.")] = 2) -> None:
    """Show the mean of the sum of this many dice."""
    say(f"{3.5 * number:g}")


def train_luck(games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 10) -> None:
    """Try to learn luck."""
    say(f"Nothing was learned from {games} games.")
