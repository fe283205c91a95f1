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
    warm_up(chosen, [against], wanted, seats)
    Terminal(chosen, against, seat, wanted, seed, console, seats).run()
