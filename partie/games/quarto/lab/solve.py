"""`partie solve quarto`: prove the value of a position."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from partie.core import registry
from partie.core.errors import PartieError
from partie.core.parameters import parse_pairs
from partie.games.quarto.players.exact.solver import Solver
from partie.shell import Options, say, show_compilation


def solve(
    position: Annotated[str, typer.Argument(metavar="TEXT", help="The position, e.g. '0.......f.....3a 5'.")],
    options: Options = "",
    nodes: Annotated[int | None, typer.Option(min=1, help="Maximum number of positions to search.")] = None,
) -> None:
    """Prove whether the side to move wins, draws or loses a Quarto position, and show the best move."""
    state = registry.game("quarto").position(position, parse_pairs(options))
    if state.over:
        raise PartieError("The game is over in this position: there is nothing to prove.")
    record = state.record
    with show_compilation():
        Solver().solve([-1] * 16, 0, nodes=1)
        began = time.perf_counter()
        solution = Solver().solve(record.board, int(record.hand), int(record.lines) >> 10 != 0, nodes=nodes)
        took = time.perf_counter() - began
    cost = f"{solution.nodes:,} positions, {took:.3f} s"
    if solution.value is None:
        say(f"not proven ({cost})")
        return
    move = state.text(solution.square << 5 | solution.gift)
    word = {1: "win", 0: "draw", -1: "loss"}[solution.value]
    say(f"{word} with {move} ({cost})")
