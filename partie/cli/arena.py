"""`partie arena`: tournaments, their reports, studies of parameters, and results of people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from partie.arena.live import LiveRatings
from partie.arena.people import Outcome, against, as_csv, as_json_lines
from partie.arena.report import SERVER, write_report
from partie.arena.standings import Standings
from partie.arena.study import Study, write_study
from partie.arena.tournament import Journal, Played, Tournament
from partie.core import registry
from partie.core.errors import PartieError
from partie.core.external import is_external
from partie.core.game import Game
from partie.service.arena.arena import anonymous
from partie.service.results import keep_missing, outcomes
from partie.service.storage import Storage
from partie.shell import Cluster, Jobs, errors, say, show_progress, show_table, warm_up

arena_app = typer.Typer(
    no_args_is_help=True, help="Run tournaments and studies, write their reports, and show how people fare."
)

File = Annotated[Path, typer.Argument(metavar="FILE.toml", help="What to play; see the tournament tutorial.")]
Out = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Folder for the results; by default named after the file.")
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
        (*study.parameters, "difference", "95 %", "win share", "ms/move"),
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
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE.toml]", help="The tournament, if the folder does not say it."),
    ] = None,
    server: Server = SERVER,
) -> None:
    """Write the report again from games already played."""
    tournament = Tournament.read(file) if file else Tournament.described(folder)
    show_standings(write_report(folder, Played(tournament, Journal(folder, tournament).units), server))
    say(f"The report is in {folder / 'report.html'}.")


@arena_app.command()
def people(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="Database URL or file; default: as for `partie serve`.")
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write every seat of every table to FILE.csv or FILE.jsonl."),
    ] = None,
    names: Annotated[bool, typer.Option("--names", help="Export the names of people, too.")] = False,
    on_device: Annotated[
        bool,
        typer.Option(
            "--on-device",
            help="Count games that people have played on their devices, too: no server saw them being played.",
        ),
    ] = False,
) -> None:
    """Show how people fared against each program at the tables of a server, by the level they declared.

    Also shows the live ratings of people and programs, and exports all results for statistics."""
    if export is not None and export.suffix not in EXPORTS:
        raise PartieError(
            f"Results are exported to a file ending in {' or '.join(EXPORTS)}, not {export.name}."
        )
    chosen = [registry.game(game)] if game else registry.games()
    storage = Storage(database)
    with errors.status("Reading finished tables …"):
        keep_missing(storage, chosen[0].name if game else None)
    found = [(each, outcomes(storage, each.name, on_device=on_device)) for each in chosen]
    storage.close()
    if export is not None:
        listed = [one if names else anonymous(one) for _, tables in found for one in tables]
        export.write_text(EXPORTS[export.suffix](listed), encoding="utf-8")
        say(f"{len(listed)} tables in {export}.")
        return
    for each, tables in found:
        if tables:
            _show_people(each, tables)
    if not any(tables for _, tables in found):
        say("No table has been finished yet.")


EXPORTS = {".csv": as_csv, ".jsonl": as_json_lines}


def _show_people(game: Game, tables: list[Outcome]) -> None:
    def called(spec: str) -> str:
        return next((level.name for level in game.levels.values() if level.spec == spec), spec)

    show_table(
        ("people who declared", "against", "games", "ahead", "95 %", "score", "95 %", "s per move"),
        (
            [
                one.level or "nothing",
                called(one.program),
                str(one.games),
                f"{one.ahead:.1%}",
                "[{:.1%}, {:.1%}]".format(*one.ahead_ci95),
                "–" if one.difference is None else f"{one.difference:+.2f}",
                "–" if one.difference_ci95 is None else "[{:+.2f}, {:+.2f}]".format(*one.difference_ci95),
                f"{one.seconds_per_move:.1f}",
            ]
            for one in against(tables)
        ),
        f"{game.title['en']}: {len(tables)} finished tables",
    )
    show_table(
        ("player", "rating", "95 %", "games", "won", "ms per move"),
        (
            [
                called(one.key.id) if one.key.kind == "program" else f"{one.name or 'somebody'} (a person)",
                f"{one.rating:.0f}",
                "[{:.0f}, {:.0f}]".format(*one.ci95),
                str(one.games),
                f"{one.won:g}",
                f"{one.ms_per_move:.0f}",
            ]
            for one in LiveRatings(tables).ladder()
        ),
        f"{game.title['en']}: live ratings",
    )


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
