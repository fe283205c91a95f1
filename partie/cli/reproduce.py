"""`partie reproduce`: reference experiments on the command line."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from partie.arena.axisallies import (
    ORIGINALS,
    PLAYERS,
    ROUNDS,
    War,
    advantage,
    axis_and_allies,
    plot_axis_and_allies,
)
from partie.arena.coinche import ENCOUNTERS, Encounter, Outcome, coinche_matches
from partie.arena.reproduce import OUT_BY, STAND_INS, Course, liarbot, plot_liarbot
from partie.arena.statistics import mean_interval
from partie.cli.shell import console, errors
from partie.core import registry
from partie.core.errors import BadOption
from partie.games.axisallies import GAME as AXIS_AND_ALLIES
from partie.games.axisallies.rules.board import (
    GERMANY,
    POWER_NAMES,
)
from partie.learn.extras import check_plot

reproduce_app = typer.Typer(no_args_is_help=True, help="Repeat reference experiments.")


@reproduce_app.callback()
def _reproduce() -> None:
    """Repeat reference experiments."""


@reproduce_app.command("liarbot")
def reproduce_liarbot(
    games: Annotated[int, typer.Option(min=1, help="Games of each player at least; seats rotate.")] = 200,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 0,
    players: Annotated[
        str, typer.Option(metavar="SPEC;…", help="Who plays alone, one after another.")
    ] = ";".join(STAND_INS),
    bots: Annotated[str, typer.Option(metavar="SPEC", help="Who sits in the other four seats.")] = "weighted",
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw it, as PNG and SVG.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes; does not change the result.")] = 1,
) -> None:
    """One player against four `weighted` bots at Liar's Dice: dice left after each round, and who wins."""
    specs = [spec.strip() for spec in players.split(";") if spec.strip()]
    registry.check_specs(registry.game("liarsdice"), [*specs, bots], files=True)
    if plot is not None:
        check_plot(plot)
    with _progress() as bar:
        task = bar.add_task("games", total=None)
        courses = liarbot(
            specs, bots, games, seed, jobs, lambda done, total: bar.update(task, completed=done, total=total)
        )
    show_dice(courses)
    show_wins(courses)
    console.print(
        f"The report saw beginners out within {OUT_BY} rounds, people with practice slightly ahead of the bot, and experts win with three dice left; "
        "programs stand in for its people here, and where they do not agree with it is in docs/liarsdice.md.",
        highlight=False,
    )
    if plot is not None:
        console.print(
            f"Drawn: {', '.join(str(file) for file in plot_liarbot(courses, plot))}.", highlight=False
        )


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=errors, transient=True)


@reproduce_app.command("coinche")
def reproduce_coinche(
    deals: Annotated[int, typer.Option(min=2, help="Deals of each match at least; sides change.")] = 3000,
    seed: Annotated[int, typer.Option(help="Same seed, same deals.")] = 0,
    only: Annotated[
        str,
        typer.Option(metavar="N,…", help="Only these matches, by their number: 1,2,3 are the original's."),
    ] = "",
    jobs: Annotated[int, typer.Option(min=1, help="Processes; does not change the result.")] = 1,
) -> None:
    """The three matches of the original program of Coinche, and the ones it could not play."""
    encounters = _chosen(only)
    with _progress() as bar:
        task = bar.add_task("", total=None)

        def show(encounter: Encounter, done: int, total: int) -> None:
            bar.update(task, description=encounter.first, completed=done, total=total)

        outcomes = coinche_matches(encounters, deals, seed, jobs, show)
    console.print(matches_table(outcomes))
    console.print(
        "The original program needed 400 ms for a card at 1.8 GHz, and ten hours for match 3.",
        highlight=False,
    )


@reproduce_app.command("axisallies")
def reproduce_axisallies(
    games: Annotated[int, typer.Option(min=2, help="Games with each player as Germany.")] = 100,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 0,
    players: Annotated[
        str, typer.Option(metavar="SPEC;…", help="Who plays Germany, one after another.")
    ] = ";".join(PLAYERS),
    others: Annotated[str, typer.Option(metavar="SPEC", help="Who plays the other four powers.")] = "greedy",
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw it, as PNG and SVG.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes; does not change the result.")] = 1,
) -> None:
    """Germany by the expert system of 2009 and by `greedy`: production after each of five rounds of Axis & Allies."""
    specs = [spec.strip() for spec in players.split(";") if spec.strip()]
    registry.check_specs(AXIS_AND_ALLIES, [*specs, others], files=True)
    if plot is not None:
        check_plot(plot)
    with _progress() as bar:
        task = bar.add_task("games", total=None)
        wars = axis_and_allies(
            specs,
            others,
            games,
            seed,
            jobs,
            lambda done, total: bar.update(task, completed=done, total=total),
        )
    for war in wars:
        console.print(rounds_table(war))
    console.print(ends_table(wars))
    if len(wars) > 1:
        more, (low, high) = advantage(wars[0], wars[1])
        console.print(
            f"With {wars[0].player} Germany produces {more:+.1f} [{low:+.1f}, {high:+.1f}] compared with {wars[1].player}.",
            highlight=False,
        )
    if plot is not None:
        console.print(
            f"Drawn: {', '.join(str(file) for file in plot_axis_and_allies(wars, plot))}.", highlight=False
        )


def rounds_table(war: War) -> Table:
    """Production of every power after each round, and the change from the start."""
    table = Table(
        "power", "start", *(f"round {number}" for number in range(1, ROUNDS + 1)), "change",
        title=f"IPC produced, Germany by {war.player}, {war.games} games",
    )  # fmt: skip
    for power, name in enumerate(POWER_NAMES):
        means = [f"{war.mean(power, number)[0]:.1f}" for number in range(ROUNDS + 1)]
        change, (low, high) = war.change(power)
        table.add_row(name["en"], *means, f"{change:+.1f} [{low:+.1f}, {high:+.1f}]")
    return table


def ends_table(wars: list[War]) -> Table:
    """Germany at the end, beside the original figures, and how the wars ended."""
    table = Table(
        "Germany by", "games", "after five rounds", "95 %", "Axis wins by production", "Axis wins", "Allies win",
        title="Germany after five rounds, or when the war was over",
    )  # fmt: skip
    for war in wars:
        mean, (low, high) = war.mean(GERMANY)
        share, (least, most) = war.economic_share()
        table.add_row(
            war.player,
            str(war.games),
            f"{mean:.1f}",
            f"[{low:.1f}, {high:.1f}]",
            f"{share:.0%} [{least:.0%}, {most:.0%}]",
            f"{war.axis_wins.mean():.0%}",
            f"{war.allied_wins.mean():.0%}",
        )
    for original in ORIGINALS:
        figures = [float(figure) for figure in original.figures]
        low, high = mean_interval(figures)
        table.add_row(
            original.player,
            str(len(figures)),
            f"{fmean(figures):.1f} ({', '.join(map(str, original.figures))})",
            f"[{low:.1f}, {high:.1f}]",
            f"{original.economic / len(figures):.0%}",
            "",
            "",
        )
    return table


def _chosen(only: str) -> list[Encounter]:
    """The encounters with these numbers; all where there are none."""
    numbers = [word.strip() for word in only.split(",") if word.strip()]
    if any(not word.isdecimal() or not 1 <= int(word) <= len(ENCOUNTERS) for word in numbers):
        raise BadOption(f"Matches are numbered from 1 to {len(ENCOUNTERS)}: write --only 1,3 for example.")
    return [ENCOUNTERS[int(word) - 1] for word in numbers] or list(ENCOUNTERS)


def matches_table(outcomes: list[Outcome]) -> Table:
    """Who won how much, beside what the original reports."""
    table = Table(
        "player", "against", "counts", "deals", "wins", "original (run again)", "points", "original", "ms a card",
        title="Deals won, and points beyond the other's",
    )  # fmt: skip
    for outcome in outcomes:
        first, original = outcome.report.results[0], outcome.encounter.original
        low, high = first.win_share_ci95
        table.add_row(
            first.spec,
            outcome.encounter.second,
            outcome.encounter.counts,
            str(first.games),
            f"{first.win_share:.1%} [{low:.1%}, {high:.1%}]",
            f"{original.wins:.0%} ({original.again:.1%})" if original else "",
            f"{outcome.points:+.1%}",
            f"{original.points:+.0%}" if original else "",
            f"{first.ms_per_move:.1f}",
        )
    return table


def show_dice(courses: list[Course]) -> None:
    """Dice left after each round, of the player and of the mean bot at his table."""
    table = Table(
        "round", *(f"{course.player} / bot" for course in courses), title="Dice left after each round"
    )
    for number in range(max(len(course.dice) for course in courses)):
        cells = []
        for course in courses:
            row = min(number, len(course.dice) - 1)
            cells.append(f"{course.dice[row, 0]:.2f} / {course.dice[row, 1]:.2f}")
        table.add_row(str(number), *cells)
    console.print(table)


def show_wins(courses: list[Course]) -> None:
    """Win share of the single player; a fifth is par."""
    table = Table(
        "player",
        "games",
        "win share",
        "95 %",
        "dice left when winning",
        f"still in after {OUT_BY} rounds",
        "rounds a game",
        title="Par is 20 %",
    )
    for course in courses:
        table.add_row(
            course.player,
            str(course.games),
            f"{course.win_share:.1%}",
            "[{:.1%}, {:.1%}]".format(*course.interval),
            f"{course.dice_when_won:.2f}",
            f"{course.still_in():.0%}",
            f"{course.rounds:.1f}",
        )
    console.print(table)
