"""`partie play`: a game in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from partie.cli.terminal import Terminal
from partie.core import registry
from partie.core.parameters import parse_pairs
from partie.shell import GameName, Options, Seats, console, warm_up


def play(
    game: GameName,
    against: Annotated[str, typer.Option(help="Level or agent spec of the opponents.")] = "intermediate",
    seat: Annotated[int, typer.Option(help="Your seat; seat 0 starts.")] = 0,
    options: Options = "",
    seats: Seats = None,
    seed: Annotated[
        int | None, typer.Option(help="Random seed, to repeat a game; default: a new game each time.")
    ] = None,
) -> None:
    """Play in the terminal."""
    chosen = registry.game(game)
    registry.check_specs(chosen, [against], files=True)
    pairs = parse_pairs(options)
    warm_up(chosen, [against], pairs, seats)
    Terminal(chosen, against, seat, pairs, seed, console, seats).run()
