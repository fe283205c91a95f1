"""`partie reproduce`: reference experiments on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from partie.arena.reproduce import STAND_INS, Course, liarbot, plot_liarbot
from partie.core import registry

reproduce_app = typer.Typer(no_args_is_help=True, help="Repeat reference experiments.")
console = Console()


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
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=None)
        courses = liarbot(
            specs, bots, games, seed, jobs, lambda done, total: bar.update(task, completed=done, total=total)
        )
    show_dice(courses)
    show_wins(courses)
    if plot is not None:
        console.print(
            f"Drawn: {', '.join(str(file) for file in plot_liarbot(courses, plot))}.", highlight=False
        )


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
        "player", "games", "win share", "95 %", "dice left when winning", "rounds a game", title="Par is 20 %"
    )
    for course in courses:
        table.add_row(
            course.player,
            str(course.games),
            f"{course.win_share:.1%}",
            "[{:.1%}, {:.1%}]".format(*course.interval),
            f"{course.dice_when_won:.2f}",
            f"{course.rounds:.1f}",
        )
    console.print(table)
