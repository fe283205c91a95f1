"""`partie solve`: what perfect play comes to."""

from __future__ import annotations

import time
from typing import Annotated

import typer
from rich.table import Table

from partie.cards.deck import card_sign
from partie.cli.shell import Options, compilation_shown, console
from partie.core import registry
from partie.core.errors import PartieError
from partie.core.parameters import parse_pairs
from partie.games.coinche.lab import solve as coinche
from partie.games.liarsdice.lab.solve import solve_text
from partie.games.quarto.players.exact.solver import Solver

solve_app = typer.Typer(no_args_is_help=True, help="Prove what a position is worth.")


@solve_app.command("quarto")
def solve_quarto(
    position: Annotated[str, typer.Argument(metavar="TEXT", help="The position, e.g. '0.......f.....3a 5'.")],
    options: Options = "",
    nodes: Annotated[int | None, typer.Option(min=1, help="Give up after so many positions.")] = None,
) -> None:
    """Prove win, draw or loss of a Quarto position for the side to move, with the move."""
    chosen = registry.game("quarto")
    state = chosen.position(position, parse_pairs(options))
    if state.over:
        raise PartieError("The game is over in this position: there is nothing to prove.")
    record = state.record
    with compilation_shown():
        Solver().solve([-1] * 16, 0, nodes=1)
        began = time.perf_counter()
        solution = Solver().solve(record.board, int(record.hand), int(record.lines) >> 10 != 0, nodes=nodes)
        took = time.perf_counter() - began
    cost = f"{solution.nodes:,} positions, {took:.3f} s"
    if solution.value is None:
        console.print(f"not proven ({cost})", highlight=False)
        return
    move = state.text(solution.square << 5 | solution.gift)
    word = {1: "win", 0: "draw", -1: "loss"}[solution.value]
    console.print(f"{word} with {move} ({cost})", highlight=False)


@solve_app.command("liarsdice")
def solve_liarsdice(
    dice: Annotated[
        str, typer.Option(metavar="N,M", help="Dice of the player who starts and of the other.")
    ] = "1,1",
    options: Options = "",
    iterations: Annotated[int | None, typer.Option(min=1, help="How long to improve the strategy.")] = None,
    recall: Annotated[int | None, typer.Option(min=1, help="Remember only the last so many bids.")] = None,
) -> None:
    """Compute how two perfect players play Liar's Dice, and how far from perfect the answer is."""
    with compilation_shown():
        lines = solve_text(dice, parse_pairs(options), iterations, recall)
    for line in lines:
        console.print(line, highlight=False)


@solve_app.command("coinche")
def solve_coinche(
    deal: Annotated[
        str,
        typer.Argument(
            metavar="DEAL", help="The hands of seats 0 to 3, 'c79JhTA…/…/…/…', or a position of the game."
        ),
    ],
    leader: Annotated[int, typer.Option(min=0, max=3, help="Which seat leads to the first trick.")] = 0,
    denomination: Annotated[
        str | None,
        typer.Option(metavar="c|d|s|h|sa|ta", help="Show the cards at this one, not at the best contract."),
    ] = None,
) -> None:
    """Play a deal of Coinche with all cards seen: the contracts each side can make, and what every card is worth."""
    with compilation_shown():
        answer = coinche.solve_text(deal, leader, denomination)
    pars = Table("denomination", "points 0+2", "points 1+3", "belote", "contract 0+2", "contract 1+3")
    for par in answer.pars:
        pars.add_row(
            coinche.SIGNS[par.denomination],
            *[str(points) for points in par.points],
            ", ".join(f"{who} {points}" for who, points in zip(("0+2", "1+3"), par.belote, strict=True) if points),
            *par.contracts,
        )  # fmt: skip
    console.print(pars)
    side = answer.seat & 1
    best = answer.cards[0][1]
    cards = Table(
        "card", "points 0+2", "points 1+3", "costs", title=f"seat {answer.seat} to play at {coinche.SIGNS[answer.denomination]}"
    )  # fmt: skip
    for card, points in answer.cards:
        cost = max(best[side] - points[side], points[1 - side] - best[1 - side])
        cards.add_row(card_sign(card), *[str(each) for each in points], str(cost) if cost else "")
    console.print(cards)
