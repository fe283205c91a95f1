"""How fast games and searches run on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.game import Game, State
from partie.search.kernels.alphabeta import (
    alphabeta,
    new_table,
)
from partie.search.kernels.isuct import (
    isuct,
    new_slots,
)
from partie.search.kernels.montecarlo import montecarlo
from partie.search.kernels.playouts import playouts
from partie.search.kernels.tree import new_tree
from partie.search.kernels.uct import uct

Row = tuple[str, str]
SEARCHES = {"alphabeta", "mcts", "ismcts", "montecarlo"}


def measure(game: Game, seconds: float) -> list[Row]:
    """Playouts, tree searches and, where they apply, alpha-beta nodes per second from the first position; then what the game itself measures. A game without searches, whose playouts would take minutes, has only that."""
    own: Callable[[], list[Row]] = game.can.bench.load() if game.can.bench else list
    if not SEARCHES & set(game.families):
        return own()
    state = game.start(chance=new_chance("bench"))
    rows = [_rate("playouts/s", _playouts(state), seconds)]
    rows.append(_rate("UCT iterations/s", _uct(state), seconds))
    rows.append(_rate("information-set UCT iterations/s", _isuct(state), seconds))
    rows.append(_rate("determinised Monte Carlo playouts/s", _montecarlo(state), seconds))
    if "alphabeta" in game.families:
        rows.append(_rate("alpha-beta nodes/s", _alphabeta(state), seconds))
    return rows + own()


def _rate(what: str, run: Callable[[int], int], seconds: float) -> Row:
    """Repeat with growing counts until the time is used; the last count is the measurement."""
    count = 16
    run(count)  # compiles
    while True:
        began = time.perf_counter()
        done = run(count)
        took = time.perf_counter() - began
        if took > seconds / 2 or count >= 1 << 40:
            return what, f"{done / took:,.0f}"
        count *= 4


def _playouts(state: State) -> Callable[[int], int]:
    chance = new_chance("bench", "playouts")
    return lambda count: int(playouts(state.record, count, 0, chance, Budget().stop)[1])


def _room(state: State) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    size = state.game.rules.MOVES
    return np.empty(size, np.int64), np.zeros(size, np.int64), np.zeros(size)


def _uct(state: State) -> Callable[[int], int]:
    chance, tree = new_chance("bench", "uct"), new_tree(1 << 22)
    return lambda count: int(
        uct(state.record, state.to_move, 1, count, 0.7, 0, 64, tree, *_room(state), Budget().stop, chance)[1]
    )


def _isuct(state: State) -> Callable[[int], int]:
    chance, tree = new_chance("bench", "isuct"), new_tree(1 << 20)
    return lambda count: int(
        isuct(
            state.record, state.to_move, count, 0.7, 0, 64, tree, new_slots(len(tree)), *_room(state), Budget().stop, chance
        )[1]
    )  # fmt: skip


def _montecarlo(state: State) -> Callable[[int], int]:
    chance = new_chance("bench", "montecarlo")

    def run(count: int) -> int:
        order, visits, totals = _room(state)
        montecarlo(state.record, state.to_move, count, 1, 0, order, visits, totals, Budget().stop, chance)
        return int(visits.sum())

    return run


def _alphabeta(state: State) -> Callable[[int], int]:
    chance = new_chance("bench", "alphabeta")

    def run(count: int) -> int:
        order, _, values = _room(state)
        exact = np.empty(len(order), np.bool_)
        arguments = (state.record, 12, count, 0.0, new_table(18), order, values, exact, Budget().stop, chance)
        return int(alphabeta(*arguments)[2])

    return run
