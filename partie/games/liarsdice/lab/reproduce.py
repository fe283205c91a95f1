"""`partie reproduce liarbot`: the reference experiment on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated

import typer

from partie.arena.experiment import make_folder, write_experiment
from partie.arena.pages import Stint
from partie.core import registry
from partie.games.liarsdice.lab.experiment import OUT_BY, STAND_INS, Course, liarbot, plot_liarbot
from partie.games.liarsdice.lab.report import as_json, tell
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


def reproduce(
    games: Annotated[
        int, typer.Option(min=1, help="Minimum number of games per player; seats rotate.")
    ] = 200,
    seed: Seed = 0,
    players: Annotated[
        str, typer.Option(metavar="SPEC;…", help="The programs that play alone, one after another.")
    ] = ";".join(STAND_INS),
    bots: Annotated[
        str, typer.Option(metavar="SPEC", help="The program in the other four seats.")
    ] = "weighted",
    plot: Plot = None,
    out: ReportFolder = None,
    jobs: Jobs = 1,
) -> None:
    """Play one program against four `weighted` bots at Liar's Dice: dice left per round, and win shares."""
    specs = split_specs(players)
    registry.check_specs(registry.game("liarsdice"), [*specs, bots], files=True)
    if plot is not None:
        check_plot(plot)
    if out is not None:
        make_folder(out)
    with show_progress() as show:
        courses = liarbot(specs, bots, games, seed, jobs, show)
    show_table(
        ("round", *(f"{course.player} / bot" for course in courses)),
        _dice_rows(courses),
        "Dice left after each round",
    )
    show_table(
        (
            "player",
            "games",
            "win share",
            "95 %",
            "dice left when winning",
            f"still in after {OUT_BY} rounds",
            "rounds per game",
        ),
        map(_win_row, courses),
        "Par is 20 %",
    )
    say(
        f"In the report, beginners were out within {OUT_BY} rounds, intermediate players finished slightly ahead of the bot, "
        "and experts won with three dice left. Here programs stand in for people; docs/liarsdice.md says where they differ."
    )
    if plot is not None:
        say(f"Plot written to {', '.join(map(str, plot_liarbot(courses, plot)))}.")
    if out is not None:
        played = sum(course.games for course in courses)
        stint = Stint.of(command_line(), played)
        write_experiment(out, partial(tell, courses, bots), as_json(courses), [stint])
        say(f"The report is in {out / 'report.html'}.")


def _dice_rows(courses: list[Course]) -> Iterator[list[str]]:
    """Dice left after each round, of the player and of the mean bot at the same table."""
    for number in range(max(len(course.dice) for course in courses)):
        left = [course.dice[min(number, len(course.dice) - 1)] for course in courses]
        yield [str(number), *(f"{own:.2f} / {bot:.2f}" for own, bot in left)]


def _win_row(course: Course) -> list[str]:
    """The single player's results; a win share of a fifth is par."""
    return [
        course.player,
        str(course.games),
        f"{course.win_share:.1%}",
        "[{:.1%}, {:.1%}]".format(*course.interval),
        f"{course.dice_when_won:.2f}",
        f"{course.still_in():.0%}",
        f"{course.rounds:.1f}",
    ]
