"""`partie solve kalah`, `partie reproduce kalah` and what `partie bench kalah` measures."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from partie.core.errors import PartieError
from partie.core.game import State
from partie.core.parameters import parse_pairs
from partie.core.registry import game
from partie.shell import Options, say, show_compilation, show_table
from partie_kalah.proof import Board, count_checked
from partie_kalah.solver import UNLIMITED, Solver
from partie_kalah.text import rows

SMALL = "preset=small"
BENCH_BOARDS = ((4, 3), (5, 3), (4, 4))
"""Houses per side and stones in each, of the boards solved for the benchmark."""


def solve(
    position: Annotated[
        str | None, typer.Argument(metavar="[TEXT]", help="The position; default: the start of the game.")
    ] = None,
    options: Options = SMALL,
    nodes: Annotated[int, typer.Option(min=1, help="Maximum number of positions to search.")] = UNLIMITED,
    check: Annotated[
        bool,
        typer.Option(
            help="Verify the result with a strategy for each side, using an independent implementation of the rules."
        ),
    ] = True,
) -> None:
    """Solve Kalah: compute the margin with best play and the value of every move, and verify it."""
    kalah = game("kalah")
    settings = parse_pairs(options)
    state = kalah.start(settings) if position is None else kalah.position(position, settings)
    if state.over:
        raise PartieError("The game is over in this position: there is nothing to solve.")
    with show_compilation():
        solver = Solver()
        solver.solve(kalah.start({"houses": 1, "stones": 1}))
        began = time.perf_counter()
        solution = solver.solve(state, nodes)
        took = time.perf_counter() - began
    cost = f"{solution.positions:,} positions, {took:.2f} s"
    if solution.margin is None:
        say(f"not solved ({cost})")
        return
    say(f"{_result(solution.margin)} ({cost})")
    margins = solver.margins(state)
    assert margins is not None
    ordered = sorted(margins, key=lambda move: -margins[move])
    show_table(("move", "margin"), [[state.text(move), f"{margins[move]:+d}"] for move in ordered])
    if check:
        say(_checked(solver, state, solution.margin))


def _result(margin: int) -> str:
    word = "win" if margin > 0 else "loss" if margin < 0 else "draw"
    return f"{word} by {abs(margin)}" if margin else word


def _checked(solver: Solver, state: State, margin: int) -> str:
    """Follow a strategy of each side against every reply, to prove the lower and the upper bound."""
    sizes = []
    for seat, least in ((state.to_move, margin), (1 - state.to_move, -margin)):
        found = count_checked(
            board_of(state), seat, least, lambda board: solver.best(_state_of(state, board))
        )
        if found is None:
            raise PartieError(f"The strategy for seat {seat} fails: please report this position, {state}.")
        sizes.append(found)
    return f"checked: strategies of {sizes[0]:,} and {sizes[1]:,} positions hold against every reply"


def board_of(state: State) -> Board:
    """Return a position for the rules of `proof`."""
    record = state.record
    first, second = (tuple(row) for row in rows(record))
    stores = (int(record.stores[0]), int(record.stores[1]))
    return Board((first, second), stores, int(record.turn), bool(record.empty))


def _state_of(like: State, board: Board) -> State:
    """Return a board as a state of the game, with the options of `like`."""
    state = like.copy()
    text = " ".join(",".join(map(str, row)) for row in board.houses)
    state.game.notation.read_position(
        state.record, f"{text} {board.stores[0]}:{board.stores[1]} {board.turn + 1}"
    )
    return state


PUBLISHED = ("DLWLWD", "WLLLWW", "DWWWWL", "WWWWWD", "DDWWWW", "WWWWW")
"""Win, draw or loss of the first player with 1 to 6 houses per side (rows) and 1 to 6 stones in each
(letters), if the last stone is captured across an empty house too: Irving, Donkers and Uiterwijk, "Solving
Kalah", 2000."""


def reproduce(
    stones: Annotated[int, typer.Option(min=2, max=72, help="Maximum total number of stones.")] = 24,
) -> None:
    """Solve Kalah on small boards and compare with Irving, Donkers and Uiterwijk (2000)."""
    with show_compilation():
        solver = Solver()
        for empty, title in (
            (False, "margin of the first player, capture only across stones"),
            (True, "margin of the first player, capture also across an empty house"),
        ):
            margins = {
                (houses, each): _margin(solver, houses, each, empty)
                for houses in range(1, 7)
                for each in range(1, 7)
                if 2 * houses * each <= stones
            }
            table = [
                [str(houses), *(_signed(margins.get((houses, each))) for each in range(1, 7))]
                for houses in range(1, 7)
            ]
            show_table(("houses", *(f"{each} st." for each in range(1, 7))), table, title)
    agreed, compared = _agreement(margins)
    say(f"win, draw or loss as published: {agreed} of {compared} boards")


def _signed(margin: int | None) -> str:
    return "" if margin is None else f"{margin:+d}" if margin else "0"


def _agreement(margins: dict[tuple[int, int], int]) -> tuple[int, int]:
    """Return on how many boards the result is the published one, and how many were compared."""
    found = [
        letter == ("W" if margin > 0 else "L" if margin < 0 else "D")
        for (houses, each), margin in margins.items()
        for letter in PUBLISHED[houses - 1][each - 1 : each]
    ]
    return sum(found), len(found)


def _margin(solver: Solver, houses: int, stones: int, empty: bool) -> int:
    margin = solver.solve(game("kalah").start({"houses": houses, "stones": stones, "empty": empty})).margin
    assert margin is not None
    return margin


def bench_rows() -> list[tuple[str, str]]:
    """Measure how long solving small boards takes, each with an empty table."""
    found = []
    Solver().solve(game("kalah").start({"houses": 1, "stones": 1}))  # compiles
    for houses, stones in BENCH_BOARDS:
        state = game("kalah").start({"houses": houses, "stones": stones})
        solver = Solver()
        began = time.perf_counter()
        solution = solver.solve(state)
        took = time.perf_counter() - began
        speed = solution.positions / took
        found.append(
            (
                f"solver, {houses} houses with {stones} stones, cold table",
                f"{1000 * took:,.0f} ms, {speed:,.0f} positions/s",
            )
        )
    return found
