"""The solver's time on random positions."""

from __future__ import annotations

import time
from statistics import fmean

from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.game import State
from partie.core.registry import game
from partie.games.quarto.players.exact.solver import Solver

COUNTS = {7: 40, 6: 40, 5: 20, 4: 6}
"""How many positions are solved for each number of pieces on the board."""


def random_position(pieces: int, seed: int) -> State:
    """A random position with `pieces` on the board, where the piece in hand does not win at once."""
    for attempt in range(1000):
        chance = new_chance("position", pieces, seed, attempt)
        state = game("quarto").start()
        while not state.over and state.record.placed < pieces:
            moves = state.moves
            state.play(moves[int(below(chance, len(moves)))])
        if not state.over and all(move & 31 != 16 for move in state.moves):
            return state
    raise RuntimeError(f"no position with {pieces} pieces found")


def bench_rows() -> list[tuple[str, str]]:
    """Mean and worst time to solve random positions, each with an empty transposition table."""
    rows = []
    Solver().solve([-1] * 16, 0, nodes=1000)  # compiles
    for pieces, count in COUNTS.items():
        took = []
        for seed in range(count):
            state = random_position(pieces, seed)
            began = time.perf_counter()
            solution = Solver().solve(state.record.board, int(state.record.hand))
            took.append(time.perf_counter() - began)
            assert solution.proven
        rows.append(
            (
                f"solver, {pieces} pieces on the board, {count} positions, cold table",
                f"mean {1000 * fmean(took):,.1f} ms, worst {1000 * max(took):,.1f} ms",
            )
        )
    return rows
