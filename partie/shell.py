"""What all commands share, those of the house and those of games: one console, common arguments, progress bars, tables, and a word about compiling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

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

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Which game; `partie games` lists them.")]
Options = Annotated[
    str,
    typer.Option(
        "--options",
        metavar="K=V,…",
        help="Options of the game; preset=NAME sets them as a preset does, and what else is given changes that.",
    ),
]
Seats = Annotated[int | None, typer.Option(help="How many seats, where a game leaves the choice.")]
Seed = Annotated[int, typer.Option(help="Same seed, same games.")]
Jobs = Annotated[int, typer.Option(min=1, help="Processes; does not change the result.")]
Plot = Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw it, as PNG and SVG.")]


@contextmanager
def compilation_shown() -> Iterator[None]:
    """Tell people why the very first run takes a while."""
    compiled = 0
    with errors.status("") as status:
        status.stop()

        def notice(name: str) -> None:
            nonlocal compiled
            compiled += 1
            status.update(f"Compiling for this machine, the first time only: {name} ({compiled})")
            status.start()

        with watch_compilation(notice):
            yield


@contextmanager
def progress_shown(what: str = "games") -> Iterator[Callable[..., None]]:
    """A bar, moved by calling what this gives: `show(done, total)`, or `show(done, total, what)` to say what is going on now."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total, now=what: bar.update(task, completed=done, total=total, description=now)


def warm_up(game: Game, specs: Sequence[str], options: Mapping[str, str], seats: int | None) -> None:
    """Compile what these agents need for a game like this before any bar or clock runs."""
    with compilation_shown():
        state = game.start(options, seats=seats)
        for spec in specs:
            ask(registry.build_agent(game, spec, files=True), state.view(state.to_move), Budget(seconds=0.05))


def say(text: str) -> None:
    """Print a sentence as it is."""
    console.print(text, markup=False, highlight=False)


def show_table(head: Sequence[str], rows: Iterable[Sequence[str]], title: str | None = None) -> None:
    """Print a table."""
    table = Table(*head, title=title)
    for row in rows:
        table.add_row(*row)
    console.print(table)


def specs_in(text: str) -> list[str]:
    """The agents of a list such as `random;mcts:iterations=100,c=1.4`, in which commas belong to the specs."""
    return [spec.strip() for spec in text.split(";") if spec.strip()]
