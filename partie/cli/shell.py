"""What the commands share: where they print, the arguments they have in common, and a word about compiling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console

from partie.core import registry
from partie.core.agent import Budget, ask
from partie.core.compiled.kernel import watch_compilation
from partie.core.game import Game

console = Console()
errors = Console(stderr=True)

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="Which game, e.g. quarto; `partie games` lists them.")
]
Options = Annotated[
    str,
    typer.Option(
        "--options",
        metavar="K=V,…",
        help="Options of the game; preset=NAME sets them as a preset does, and what else is given changes that.",
    ),
]
Seats = Annotated[int | None, typer.Option(help="How many seats, where a game leaves the choice.")]


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


def warm_up(game: Game, specs: list[str], options: Mapping[str, str], seats: int | None) -> None:
    """Compile what these agents need for a game like this before any bar or clock runs."""
    with compilation_shown():
        state = game.start(options, seats=seats)
        for spec in specs:
            ask(registry.build_agent(game, spec, files=True), state.view(state.to_move), Budget(seconds=0.05))
