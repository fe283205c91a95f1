"""`partie arena`: tournaments, their reports, and studies of parameters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from partie.arena.report import SERVER, write_report
from partie.arena.standings import Standings
from partie.arena.study import Study, write_study
from partie.arena.tournament import Journal, Played, Tournament
from partie.core import registry
from partie.core.external import is_external
from partie.shell import Jobs, say, show_progress, show_table, warm_up

arena_app = typer.Typer(no_args_is_help=True, help="Run tournaments and studies, and write their reports.")

File = Annotated[Path, typer.Argument(metavar="FILE.toml", help="What to play; see the tournament tutorial.")]
Out = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Folder for the results; by default named after the file.")
]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Workers of a Dask scheduler (tcp://host:8786), or local:N for N processes here.",
    ),
]
Server = Annotated[str, typer.Option(metavar="URL", help="Where links in the report open replays.")]


@arena_app.command()
def run(
    file: File, out: Out = None, jobs: Jobs = 1, cluster: Cluster = None, server: Server = SERVER
) -> None:
    """Play a tournament, or what is left of it, and write its report.

    Interrupt it with Ctrl-C at any time: the same command goes on where it stopped."""
    tournament = Tournament.read(file)
    folder = out or Path(file.stem)
    game = registry.game(tournament.game)
    options = {name: str(value) for name, value in tournament.options.items()}
    own = [spec for spec in tournament.agents if not is_external(spec)]
    warm_up(game, own, options, tournament.seats)
    with show_progress() as show:
        played = tournament.run(folder, jobs=jobs, cluster=cluster, progress=show)
    show_standings(write_report(folder, played, server))
    say(f"The report is in {folder / 'report.html'}.")


@arena_app.command()
def study(file: File, out: Out = None, jobs: Jobs = 1, cluster: Cluster = None) -> None:
    """Vary parameters of an agent against an opponent, and plot how the result responds."""
    study = Study.read(file)
    folder = out or Path(file.stem)
    options = {name: str(value) for name, value in study.options.items()}
    warm_up(registry.game(study.game), [study.opponent, study.agents[0]], options, study.seats)
    with show_progress() as show:
        responses = study.run(folder, jobs=jobs, cluster=cluster, progress=show)
    write_study(folder, study, responses)
    show_table(
        (*study.vary, "difference", "95 %", "win share", "ms/move"),
        (
            [
                *(str(value) for value in one.setting.values()),
                f"{one.difference:+.3f}",
                "[{:+.3f}, {:+.3f}]".format(*one.difference_ci95),
                f"{one.win_share:.1%}",
                f"{one.ms_per_move:.2f}",
            ]
            for one in responses
        ),
    )
    say(f"The report is in {folder / 'report.html'}.")


@arena_app.command()
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a tournament.")],
    file: File,
    server: Server = SERVER,
) -> None:
    """Write the report again from games already played."""
    tournament = Tournament.read(file)
    show_standings(write_report(folder, Played(tournament, Journal(folder, tournament).units), server))
    say(f"The report is in {folder / 'report.html'}.")


def show_standings(result: Standings) -> None:
    """Print the ladder."""
    show_table(
        ("agent", "rating", "95 %", "games", "mean score", "ms/move", "failures"),
        (
            [
                one.agent,
                f"{one.rating:.0f}",
                "[{:.0f}, {:.0f}]".format(*one.rating_ci95),
                str(one.games),
                f"{one.mean:+.3f}",
                f"{one.ms_per_move:.2f}",
                ", ".join(f"{kind} {count}" for kind, count in one.failures.items()),
            ]
            for one in result.table
        ),
    )
    say(f"One number per agent explains {result.explained:.0%} of who beats whom.")
    for a, b, c in result.cycles:
        say(f"Not transitive: {a} beats {b}, {b} beats {c}, {c} beats {a}.")
