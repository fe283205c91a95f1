"""The `partie` command."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from partie import __version__
from partie.arena import bench as benches
from partie.arena.match import MatchReport, play_match
from partie.core import registry
from partie.core.agent import Budget, ask
from partie.core.errors import BadRecord, PartieError
from partie.core.game import Game
from partie.core.parameters import Parameter, parse_pairs
from partie.core.record import Record, read_record
from partie.experiments import reproduce_app
from partie.oddscommand import odds
from partie.shell import GameName, Options, Seats, compilation_shown, console, errors
from partie.solving import solve_app
from partie.terminal import Terminal
from partie.training import train_app

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Table games, opponents that think, and the workshop in which they are made.",
)
records_app = typer.Typer(no_args_is_help=True, help="Look at and check records of games.")
app.add_typer(records_app, name="records")
app.add_typer(solve_app, name="solve")
app.add_typer(train_app, name="train")
app.add_typer(reproduce_app, name="reproduce")
app.command()(odds)


def _show_version(wanted: bool) -> None:
    if wanted:
        console.print(f"partie {__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def about(
    version: Annotated[
        bool,
        typer.Option("--version", help="Say which version this is.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command; a mistake of the user ends it with one sentence."""
    try:
        app()
    except PartieError as error:
        errors.print(str(error), style="red", markup=False, highlight=False)
        sys.exit(2)
    except KeyboardInterrupt:
        errors.print("Stopped.")
        sys.exit(130)


def _warm(game: Game, specs: list[str], options: Mapping[str, str], seats: int | None) -> None:
    """Compile what these agents need for a game like this before any bar or clock runs."""
    with compilation_shown():
        state = game.start(options, seats=seats)
        for spec in specs:
            ask(registry.build_agent(game, spec, files=True), state.view(state.to_move), Budget(seconds=0.05))


@app.command()
def games() -> None:
    """List the games."""
    table = Table("name", "game", "players", "options", "presets")
    for game in registry.games():
        low, high = game.seats
        options = ", ".join(f"{p.name}={p.text(p.default)}" for p in game.options)
        players = str(low) if low == high else f"{low}–{high}"
        presets = ", ".join(preset.name for preset in game.presets)
        table.add_row(game.name, game.title["en"], players, options, presets)
    console.print(table)


@app.command()
def agents(game: GameName) -> None:
    """List a game's levels and agents with their parameters."""
    chosen = registry.game(game)
    levels = Table("level", "plays as", "how")
    for level in chosen.levels.values():
        levels.add_row(level.name, level.spec, level.help["en"])
    families = Table("agent", "parameters", "how")
    for family in chosen.families.values():
        families.add_row(family.name, "\n".join(_describe(p) for p in family.params), family.help["en"])
    console.print(levels)
    console.print(families)


def _describe(parameter: Parameter) -> str:
    return f"{parameter.name}={parameter.text(parameter.default)} ({parameter.scope})"


@app.command()
def play(
    game: GameName,
    against: Annotated[str, typer.Option(help="The opponents: a level or an agent spec.")] = "intermediate",
    seat: Annotated[int, typer.Option(help="Where you sit; seat 0 begins.")] = 0,
    options: Options = "",
    seats: Seats = None,
    seed: Annotated[int | None, typer.Option(help="Repeat a game; otherwise every game is new.")] = None,
) -> None:
    """Play in the terminal."""
    chosen = registry.game(game)
    registry.check_specs(chosen, [against], files=True)
    wanted = parse_pairs(options)
    _warm(chosen, [against], wanted, seats)
    Terminal(chosen, against, seat, wanted, seed, console, seats).run()


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8642,
    database: Annotated[
        str | None, typer.Option(help="Database URL; default: SQLite in your data folder.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let other machines of your network in, and show the address.")
    ] = False,
    public: Annotated[
        bool, typer.Option("--public", help="Limit what every address may ask for, this machine included.")
    ] = False,
    public_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The address people use, where a proxy stands before the server."),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESSES", help="Proxies to believe about where requests come from, comma-separated."
        ),
    ] = None,
) -> None:
    """Serve the games to browsers."""
    from partie.service.serve import (
        serve as run_server,  # starting the web stack takes a while; only this command pays
    )

    run_server(host, port, database, open_browser, lan=lan, public=public, public_url=public_url, proxy=proxy)


@app.command()
def match(
    game: GameName,
    specs: Annotated[list[str], typer.Argument(metavar="SPEC SPEC […]", help="Agents or levels.")],
    games: Annotated[int, typer.Option(min=1, help="How many games at least; seats rotate.")] = 100,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 0,
    options: Options = "",
    seats: Seats = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes; does not change the result.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Let agents play each other, and say who is better with what certainty."""
    chosen = registry.game(game)
    registry.check_specs(chosen, specs, files=True)
    wanted = parse_pairs(options)
    _warm(chosen, specs, wanted, seats)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
    ) as bar:
        task = bar.add_task("games", total=games)
        report = play_match(
            chosen,
            specs,
            games=games,
            seed=seed,
            options=wanted,
            seats=seats,
            jobs=jobs,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    if as_json:
        print(json.dumps(report.as_json(), ensure_ascii=False))
    else:
        _show_report(report)


def _show_report(report: MatchReport) -> None:
    table = Table("agent", "games", "mean score", "95 %", "win share", "95 %", "ms/move")
    for result in report.results:
        table.add_row(
            result.spec,
            str(result.games),
            f"{result.mean:+.3f}",
            "[{:+.3f}, {:+.3f}]".format(*result.ci95),
            f"{result.win_share:.1%}",
            "[{:.1%}, {:.1%}]".format(*result.win_share_ci95),
            f"{result.ms_per_move:.2f}",
        )
    console.print(table)
    mean, (low, high) = report.difference
    first, second = report.results[0].spec, report.results[1].spec
    verdict = "a clear difference" if low > 0 or high < 0 else "no clear difference yet: play more games"
    console.print(
        f"{first} − {second}: {mean:+.3f}, 95 % between {low:+.3f} and {high:+.3f} ({verdict}).",
        highlight=False,
    )


@app.command()
def advise(
    game: GameName,
    position: Annotated[str, typer.Option(help="The position as text.")],
    agent: Annotated[
        str | None,
        typer.Option(help="Who advises, a level or an agent spec; default: who gives hints in this game."),
    ] = None,
    options: Options = "",
    seats: Seats = None,
    seconds: Annotated[float | None, typer.Option(min=0.01, help="Time to think.")] = None,
    seed: Annotated[int, typer.Option()] = 0,
) -> None:
    """Ask an agent what to play in a position."""
    chosen = registry.game(game)
    state = chosen.position(position, parse_pairs(options), seats)
    if state.over:
        raise PartieError("The game is over in this position: there is nothing to decide.")
    view = state.view(state.to_move)
    with compilation_shown():
        decision = ask(
            registry.build_agent(chosen, agent or chosen.hinter, seed, files=True), view, Budget(seconds)
        )
    console.print(view.text(decision.move), style="bold", highlight=False)
    if decision.why is not None:
        console.print(chosen.phrase(decision.why.key, decision.why.data)["en"], highlight=False, markup=False)
    table = Table("move", "value", "visits")
    for candidate in decision.candidates[:10]:
        bound = "" if candidate.exact else "≤ "
        table.add_row(
            view.text(candidate.move), f"{bound}{candidate.value:+.3f}", str(candidate.visits or "")
        )
    if decision.candidates:
        console.print(table)


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game.")] = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="How long each measurement runs.")] = 1.0,
) -> None:
    """Measure speed on this machine."""
    for chosen in [registry.game(game)] if game else registry.games():
        with compilation_shown():
            rows = benches.measure(chosen, seconds)
        table = Table("what", "measured", title=chosen.title["en"])
        for what, measured in rows:
            table.add_row(what, measured)
        console.print(table)


@records_app.command("show")
def show_record(file: Annotated[Path, typer.Argument(help="A record file.")]) -> None:
    """Print a game move by move."""
    record = _read(file)
    chosen = registry.game(record.game)
    console.print(f"{chosen.title['en']}: {' – '.join(record.seats)}", markup=False, highlight=False)
    for match, move in record.steps():
        if move is not None:
            console.print(f"\n{len(match.moves)}. {move}", style="bold", highlight=False, markup=False)
        console.print(chosen.draw(match.view(-1)), highlight=False, markup=False)


@records_app.command("verify")
def verify_record(file: Annotated[Path, typer.Argument(help="A record file.")]) -> None:
    """Replay a record and check its result."""
    record = _read(file)
    match = record.replay()
    if record.seed is None:
        console.print("The moves are legal; the seed is still secret, so dice and cards cannot be checked.")
    else:
        end = "ends as it says" if match.state.over else "is legal so far"
        console.print(f"{file.name} replays: {len(record.moves)} moves, the game {end}.", highlight=False)
    if record.origin == "handed_in":
        console.print(
            "The server it comes from was handed this record: nobody there saw the game being played."
        )


@records_app.command("export")
def export_records(
    folder: Annotated[Path, typer.Argument(help="Where the record files go.")],
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only this game.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="Where the tables are; default: as `partie serve`.")
    ] = None,
) -> None:
    """Write every finished table to a record file: for replaying, for statistics, for training."""
    from partie.service.records import export
    from partie.service.storage import Storage

    chosen = registry.game(game).name if game else None
    written = sum(1 for _ in export(Storage(database), folder, chosen))
    console.print(f"{written} new records in {folder}.", highlight=False, markup=False)


def _read(file: Path) -> Record:
    try:
        return read_record(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadRecord(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{file} is not a text file.") from None
