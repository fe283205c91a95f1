"""`partie bench`: speed on this machine."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from partie.arena import bench as benches
from partie.arena import compiling
from partie.cli.shell import compilation_shown, console, errors
from partie.core import registry
from partie.core.errors import PartieError

COMPILE = "compile"
_SHOWN = 15


def bench(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME|compile]", help="Only this game; or how long compiling takes, and of what."
        ),
    ] = None,
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Compile only this game.")] = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="How long each measurement runs.")] = 1.0,
) -> None:
    """Measure speed on this machine."""
    if what == COMPILE:
        for name in [registry.game(game).name] if game else [each.name for each in registry.games()]:
            _show_compilation(name)
        return
    if game is not None:
        raise PartieError(f"Only {COMPILE!r} may stand before a game, not {what!r}.")
    for chosen in [registry.game(what)] if what else registry.games():
        with compilation_shown():
            rows = benches.measure(chosen, seconds)
        table = Table("what", "measured", title=chosen.title["en"])
        for label, measured in rows:
            table.add_row(label, measured)
        console.print(table)


def _show_compilation(game: str) -> None:
    with errors.status(f"Compiling {game} from nothing …"):
        found = compiling.measure(game)
    table = Table(
        "function", "seconds", title=f"{game}: {found.seconds:g} s of one core, {found.compiled} functions"
    )
    for name, own in found.functions[:_SHOWN]:
        table.add_row(name, f"{own:.2f}")
    console.print(table)
