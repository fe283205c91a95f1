"""`partie bench`: speed on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from partie.arena import bench as benches
from partie.arena import compiling
from partie.core import registry
from partie.core.errors import PartieError
from partie.shell import errors, show_compilation, show_table

COMPILE = "compile"
_SHOWN = 15


def bench(
    what: Annotated[
        str | None,
        typer.Argument(metavar="[GAME|compile]", help="Measure only this game, or how long compiling takes."),
    ] = None,
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Compile only this game.")] = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="Duration of each measurement in seconds.")] = 1.0,
) -> None:
    """Measure speed on this machine."""
    if what == COMPILE:
        for name in [registry.game(game).name] if game else [each.name for each in registry.games()]:
            _show_compilation(name)
        return
    if game is not None:
        raise PartieError(f"Two arguments are only possible with {COMPILE!r} first, not {what!r}.")
    for chosen in [registry.game(what)] if what else registry.games():
        with show_compilation():
            rows = benches.measure(chosen, seconds)
        show_table(("what", "measured"), rows, chosen.title["en"])


def _show_compilation(game: str) -> None:
    with errors.status(f"Compiling {game} without the cache …"):
        found = compiling.measure(game)
    show_table(
        ("function", "seconds"),
        ([name, f"{own:.2f}"] for name, own in found.functions[:_SHOWN]),
        f"{game}: {found.seconds:g} s on one core, {found.compiled} functions",
    )
