"""`partie reproduce axisallies`: runs the reference experiment and prints its tables, which are also in the
docs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from statistics import fmean
from typing import Annotated

import typer

from partie.arena.experiment import make_folder, write_experiment
from partie.arena.pages import Stint
from partie.arena.statistics import mean_interval
from partie.core import registry
from partie.games.axisallies.lab.experiment import (
    ORIGINALS,
    OTHERS,
    PLAYERS,
    ROUNDS,
    War,
    advantage,
    axis_and_allies,
    plot_axis_and_allies,
)
from partie.games.axisallies.lab.report import as_json, tell
from partie.games.axisallies.rules.board import GERMANY, POWER_NAMES
from partie.learn.extras import check_plot
from partie.shell import (
    Jobs,
    Plot,
    ReportFolder,
    Seed,
    command_line,
    say,
    show_progress,
    show_table,
    split_specs,
)

Rows = list[list[str]]
ENDS = (
    "Germany by",
    "other powers by",
    "games",
    "IPC after five rounds, 95 %",
    "Axis wins by production, 95 %",
    "Axis wins",
    "Allies win",
)
"""The header of the table of `end_rows`."""
ROUND_BY_ROUND = (
    "Germany by",
    "power",
    "start",
    *(f"round {number}" for number in range(1, ROUNDS + 1)),
    "change, 95 %",
)
"""The header of the table of `round_rows`."""


def reproduce(
    games: Annotated[int, typer.Option(min=2, help="Games with each player as Germany.")] = 100,
    seed: Seed = 0,
    players: Annotated[
        str, typer.Option(metavar="SPEC;…", help="Agents that play Germany in turn.")
    ] = ";".join(PLAYERS),
    others: Annotated[
        str, typer.Option(metavar="SPEC;…", help="Agents that play the other four powers in turn.")
    ] = ";".join(OTHERS),
    plot: Plot = None,
    out: ReportFolder = None,
    jobs: Jobs = 1,
) -> None:
    """Compare Germany played by the expert system of 2009 and by others, against several opponents:
    production after each of five rounds.
    """
    specs, opponents = split_specs(players), split_specs(others)
    registry.check_specs(registry.game("axisallies"), [*specs, *opponents], files=True)
    if plot is not None:
        check_plot(plot)
    if out is not None:
        make_folder(out)
    wars: list[War] = []
    with show_progress() as show:

        def progress(done: int, of_these: int) -> None:
            show(len(wars) * games + done, of_these * len(opponents))

        for opponent in opponents:
            wars += axis_and_allies(specs, opponent, games, seed, jobs, progress)
    first = wars[: len(specs)]
    show_table(ROUND_BY_ROUND, round_rows(first), f"IPC produced, the other powers by {opponents[0]}")
    show_table(ENDS, end_rows(wars), "Germany after five rounds, or when the war was over")
    if len(first) > 1:
        more, (low, high) = advantage(wars[0], wars[1])
        say(
            f"With {wars[0].player} Germany produces {more:+.1f} [{low:+.1f}, {high:+.1f}] compared with {wars[1].player}."
        )
    if plot is not None:
        say(f"Drawn: {', '.join(map(str, plot_axis_and_allies(first, plot)))}.")
    if out is not None:
        stint = Stint.of(command_line(), sum(war.games for war in wars))
        write_experiment(out, partial(tell, wars), as_json(wars), [stint])
        say(f"The report is in {out / 'report.html'}.")


def round_rows(wars: Sequence[War]) -> Rows:
    """Production of every power after each round, and the change from the start."""
    rows = []
    for war in wars:
        for power, name in enumerate(POWER_NAMES):
            means = [f"{war.mean(power, number)[0]:.1f}" for number in range(ROUNDS + 1)]
            change, (low, high) = war.change(power)
            rows.append([war.player, name["en"], *means, f"{change:+.1f} [{low:+.1f}, {high:+.1f}]"])
    return rows


def end_rows(wars: Sequence[War]) -> Rows:
    """Germany's production at the end, with the original figures, and how the wars ended."""
    rows = []
    for war in wars:
        mean, (low, high) = war.mean(GERMANY)
        share, (least, most) = war.economic_share()
        rows.append(
            [
                war.player,
                war.others,
                str(war.games),
                f"{mean:.1f} [{low:.1f}, {high:.1f}]",
                f"{share:.0%} [{least:.0%}, {most:.0%}]",
                f"{war.axis_wins.mean():.0%}",
                f"{war.allied_wins.mean():.0%}",
            ]
        )
    for original in ORIGINALS:
        figures = [float(figure) for figure in original.figures]
        low, high = mean_interval(figures)
        rows.append(
            [
                f"{original.player}: {', '.join(map(str, original.figures))}",
                ORIGINALS[-1].player,
                str(len(figures)),
                f"{fmean(figures):.1f} [{low:.1f}, {high:.1f}]",
                f"{original.economic / len(figures):.0%}",
                "",
                "",
            ]
        )
    return rows
