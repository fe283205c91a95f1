"""Measuring the speed of games and searches on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable

from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.game import Game, State
from partie.search.kernels.alphabeta import Limits, alphabeta, new_ranking, new_table
from partie.search.kernels.answer import new_answer
from partie.search.kernels.isuct import IsuctSettings, hashed, isuct
from partie.search.kernels.montecarlo import MonteCarloSettings, montecarlo
from partie.search.kernels.playouts import playouts
from partie.search.kernels.tree import new_nodes
from partie.search.kernels.uct import UctSettings, new_tree, uct

Row = tuple[str, str]
SEARCHES = {"alphabeta", "mcts", "ismcts", "montecarlo"}


def measure(game: Game, seconds: float) -> list[Row]:
    """Measure the speed of playouts and searches from the starting position, then what the game measures.

    A game without any search family, whose playouts would take minutes, has only its own measurements."""
    own: Callable[[], list[Row]] = game.can.bench.load() if game.can.bench else list
    if not SEARCHES & set(game.families):
        return own()
    state = game.start(chance=new_chance("bench"))
    rows = [_rate("playouts/s", _playouts(state), seconds)]
    rows.append(_rate("UCT iterations/s", _uct(state), seconds))
    rows.append(_rate("information-set UCT iterations/s", _isuct(state), seconds))
    rows.append(_rate("determinized Monte Carlo playouts/s", _montecarlo(state), seconds))
    if "alphabeta" in game.families:
        rows.append(_rate("alpha-beta nodes/s", _alphabeta(state), seconds))
    return rows + own()


def _rate(what: str, run: Callable[[int], int], seconds: float) -> Row:
    """Repeat with growing counts until a run takes long enough; that run is the measurement."""
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


def _uct(state: State) -> Callable[[int], int]:
    chance, tree, answer = new_chance("bench", "uct"), new_tree(1 << 22), new_answer(state.game.rules.MOVES)

    def run(count: int) -> int:
        settings = UctSettings(1, count, 0.7, 0, 64)
        return int(uct(state.record, state.to_move, settings, tree, answer, None, Budget().stop, chance)[1])

    return run


def _isuct(state: State) -> Callable[[int], int]:
    chance, nodes, answer = (
        new_chance("bench", "isuct"),
        new_nodes(1 << 20),
        new_answer(state.game.rules.MOVES),
    )

    def run(count: int) -> int:
        settings = IsuctSettings(count, 0.7, 0, 64)
        return int(
            isuct(state.record, state.to_move, settings, hashed(nodes), answer, Budget().stop, chance)[1]
        )

    return run


def _montecarlo(state: State) -> Callable[[int], int]:
    chance, answer = new_chance("bench", "montecarlo"), new_answer(state.game.rules.MOVES)

    def run(count: int) -> int:
        settings = MonteCarloSettings(count, 1, 0)
        montecarlo(state.record, state.to_move, settings, answer, Budget().stop, chance)
        return int(answer.visits.sum())

    return run


def _alphabeta(state: State) -> Callable[[int], int]:
    chance, found = new_chance("bench", "alphabeta"), new_ranking(state.game.rules.MOVES)

    def run(count: int) -> int:
        limits = Limits(12, count, 0.0)
        return int(alphabeta(state.record, limits, new_table(18), found, Budget().stop, chance)[2])

    return run
