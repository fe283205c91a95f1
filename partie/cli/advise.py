"""`partie advise`: what an agent would play in a position."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from partie.core import registry
from partie.core.agent import Budget, ask
from partie.core.errors import PartieError
from partie.core.parameters import parse_pairs
from partie.shell import GameName, Options, Seats, console, show_compilation


def advise(
    game: GameName,
    position: Annotated[str, typer.Option(help="The position as text.")],
    agent: Annotated[
        str | None,
        typer.Option(help="Level or agent spec to ask; default: the one that gives hints in this game."),
    ] = None,
    options: Options = "",
    seats: Seats = None,
    seconds: Annotated[float | None, typer.Option(min=0.01, help="Thinking time in seconds.")] = None,
    seed: Annotated[int, typer.Option(help="Random seed of the agent.")] = 0,
) -> None:
    """Ask an agent what to play in a position."""
    chosen = registry.game(game)
    state = chosen.position(position, parse_pairs(options), seats)
    if state.over:
        raise PartieError("The game is over in this position: there is nothing to decide.")
    view = state.view(state.to_move)
    with show_compilation():
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
