"""What all commands share, including those of games: the console, arguments, progress bars and tables."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from partie.core import registry
from partie.core.agent import Budget, ask
from partie.core.compiled.kernel import watch_compilation
from partie.core.game import Game

console = Console()
errors = Console(stderr=True)

CommandFunction = TypeVar("CommandFunction", bound=Callable[..., Any])

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game; `partie games` lists them.")]
Options = Annotated[
    str,
    typer.Option(
        "--options",
        metavar="K=V,…",
        help="Options of the game; preset=NAME selects a preset, which the other options modify.",
    ),
]
Seats = Annotated[int | None, typer.Option(help="Number of seats, if the game leaves a choice.")]
Seed = Annotated[int, typer.Option(help="Random seed; the same seed gives the same games.")]
Jobs = Annotated[int, typer.Option(min=1, help="Number of processes; does not change the result.")]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Workers of a Dask scheduler (tcp://host:8786), or local:N for N processes here.",
    ),
]
Plot = Annotated[Path | None, typer.Option(metavar="FILE", help="Also write a plot, as PNG and SVG.")]
ReportFolder = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Folder for a report, its plots and the results as JSON."),
]


@contextmanager
def show_compilation() -> Iterator[None]:
    """Show what is being compiled, so that people know why the first run takes a while."""
    compiled = 0
    with errors.status("") as status:
        status.stop()

        def notice(name: str) -> None:
            nonlocal compiled
            compiled += 1
            status.update(f"Compiling for this machine (the first time only): {name} ({compiled})")
            status.start()

        with watch_compilation(notice):
            yield


@contextmanager
def show_progress(what: str = "games") -> Iterator[Callable[..., None]]:
    """Show a progress bar.

    Yields a function that moves it: `show(done, total)`, or `show(done, total, what)`."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total, now=what: bar.update(task, completed=done, total=total, description=now)


def warm_up(game: Game, specs: Sequence[str], options: Mapping[str, str], seats: int | None) -> None:
    """Compile what these agents need for a game, before any progress bar is shown or time is measured."""
    with show_compilation():
        state = game.start(options, seats=seats)
        for spec in specs:
            ask(registry.build_agent(game, spec, files=True), state.view(state.to_move), Budget(seconds=0.05))


def command_line() -> str:
    """The command that is running, as it was typed."""
    return " ".join(["partie", *map(shlex.quote, sys.argv[1:])])


def say(text: str) -> None:
    """Print a sentence without markup."""
    console.print(text, markup=False, highlight=False)


SHORT = 14
"""Longest text in characters that is never folded, even in a narrow terminal."""


def show_table(head: Sequence[str], rows: Iterable[Sequence[str]], title: str | None = None) -> None:
    """Print a table, without the columns in which nothing stands."""
    table = Table(title=title)
    lines = list(rows)
    shown = [number for number in range(len(head)) if not lines or any(line[number] for line in lines)]
    for number in shown:
        is_short = all(len(line[number]) <= SHORT for line in lines)
        table.add_column(head[number], overflow="fold", no_wrap=is_short)
    for line in lines:
        table.add_row(*(line[number] for number in shown))
    console.print(table)


def split_specs(text: str) -> list[str]:
    """Split a list of agent specs at semicolons: `random;mcts:iterations=100,c=1.4`."""
    return [spec.strip() for spec in text.split(";") if spec.strip()]


def renamed_options(new_names: Mapping[str, str]) -> Callable[[CommandFunction], CommandFunction]:
    """Let a command function accept options by their former names: `@renamed_options({"--old": "--new"})`.

    Using a former name prints a hint with the new one. Keep it for one release."""

    def mark(function: CommandFunction) -> CommandFunction:
        function.renamed_options = new_names  # type: ignore[attr-defined]
        return function

    return mark
