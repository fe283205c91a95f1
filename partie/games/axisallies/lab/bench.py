"""Benchmarks: how fast orders are listed, played and planned on one core, and the same rules in plain
Python.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from partie.core.agent import Budget
from partie.core.compiled import verbs
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.game import State
from partie.core.registry import build_agent, game
from partie.games.axisallies.lab.odds_bench import odds_rows
from partie.games.axisallies.players import greedy
from partie.games.axisallies.players.general.agent import General, style
from partie.games.axisallies.players.general.doctrine import TUNED
from partie.games.axisallies.players.general.imagine import play_turn
from partie.games.axisallies.players.staff.distances import (
    distance,
    ways,
)
from partie.games.axisallies.players.staff.trial import duplicate
from partie.games.axisallies.rules.listing import MOVES
from partie.games.axisallies.rules.orders import (
    END,
    plain,
)
from partie.games.axisallies.rules.state import COMBAT_MOVE, OVER

Row = tuple[str, str]
SECONDS = 1.0
"""The processor time spent on each row."""
ORDERS_AT_ONCE = 200
FIVE_ROUNDS = {"rounds": 5}


def bench_rows() -> list[Row]:
    """Orders, lists, plans, games, distances and battles, per second of processor time."""
    interpreted = _interpreted()
    attack = first_attack()
    table = np.empty(MOVES, np.int64)
    number = int(verbs.moves(attack.record, table))
    state = attack.record
    return [
        ("random orders/s, each chosen from all that are legal", _beside(order_rate(), interpreted["orders"])),
        (f"lists/s of the {number} legal orders of Germany's first attack", _beside(list_rate(), interpreted["lists"])),
        ("five-round games/s by `greedy`", f"{_rate(_greedy_game, 1):,.2f}"),
        ("plans/s of that attack by `greedy`", f"{_rate(lambda n: greedy.plan(attack.view(1)), 1):,.0f}"),
        *(_planned(spec) for spec in ("strategist@v1", "general:doctrine=plain,operations=on", "general")),
        ("turns/min imagined by `general`, all phases planned and played", f"{60 * turn_rate():,.0f}"),
        ("distances/s, a fighter's way through the position", f"{_rate(lambda n: distance(state, 'fighter', 'combat_move', 0, 40), 1):,.0f}"),
        ("tables/s of distances to all spaces", f"{_rate(lambda n: ways(state, 'fighter', 'combat_move', 0), 1):,.0f}"),
        *odds_rows(),
    ]  # fmt: skip


def _beside(rate: float, interpreted: float) -> str:
    return f"{rate:,.0f} (as plain Python {interpreted:.2g})"


def _rate(run: Callable[[int], object], count: int, seconds: float | None = None) -> float:
    """The rate per second of `run(count)`, which does `count` of them."""
    seconds = SECONDS if seconds is None else seconds
    run(count)  # compiles
    done, began = 0, time.thread_time()
    while time.thread_time() - began < seconds:
        run(count)
        done += count
    return done / (time.thread_time() - began)


def first_attack() -> State:
    """The position before Germany's first attack."""
    state = game("axisallies").start()
    while (state.record.power, state.record.phase) != (1, COMBAT_MOVE):
        verbs.play(state.record, int(plain(END)), new_chance("bench"))
    return state


def list_rate(seconds: float | None = None) -> float:
    """Lists of all legal orders per second."""
    state, out = first_attack(), np.empty(MOVES, np.int64)
    return _rate(lambda n: verbs.moves(state.record, out), 1, seconds)


def order_rate(seconds: float | None = None) -> float:
    """Orders per second in random games."""
    chance, out = new_chance("bench", "random"), np.empty(MOVES, np.int64)
    states = [game("axisallies").start(FIVE_ROUNDS)]

    def run(count: int) -> None:
        for _ in range(count):
            if verbs.over(states[0].record):
                states[0] = game("axisallies").start(FIVE_ROUNDS)
            record = states[0].record
            n = int(verbs.moves(record, out))
            verbs.play(record, int(out[int(below(chance, n))]), chance)

    return _rate(run, ORDERS_AT_ONCE if seconds is None else 1, seconds)


def _greedy_game(count: int) -> None:
    """Play a game of five rounds; orders are checked but not listed."""
    state, chance = game("axisallies").start(FIVE_ROUNDS), new_chance("bench", "greedy")
    agents = [build_agent(game("axisallies"), "greedy") for _ in range(state.seats)]
    while not state.over:
        view = state.view(state.to_move)
        verbs.play(state.record, agents[view.seat].decide(view, Budget()).move, chance)


def turn_rate(seconds: float | None = None) -> float:
    """Turns per second that `general` imagines as `hybrid` has them imagined, in wars of five rounds with
    dice."""
    general, chance = General(style(TUNED), quick=True), new_chance("bench", "turns")
    view = game("axisallies").start(FIVE_ROUNDS).view(0)
    positions = [duplicate(view.record)]

    def run(count: int) -> None:
        if positions[0]["phase"][0] == OVER:
            positions[0] = duplicate(view.record)
        positions[0] = play_turn(view, positions[0], general, chance, low_luck=False)

    return _rate(run, 1, seconds)


def _planned(spec: str) -> Row:
    times = turn_times(spec)
    shown = f"{np.median(times.sum(axis=1)):,.0f}, {times[:, 0].sum() / times.sum():.0%}"
    return f"ms/turn of `{spec}`, of these for planning attacks", shown


def turn_times(spec: str, rounds: int = 5) -> NDArray[np.float64]:
    """What the turns of a war of a program against itself take it, in ms of processor time, all but decisions
    in battles: for combat movement, and for everything else."""
    war = game("axisallies")
    for _ in range(2):  # the first time compiles
        state, chance, times = war.start({"rounds": rounds}), new_chance("bench", spec), list[list[float]]()
        agents, turn = [build_agent(war, spec, seat) for seat in range(state.seats)], None
        while not state.over:
            view = state.view(state.to_move)
            if (now := (int(state.record.round_number), int(state.record.power))) != turn:
                times.append([0.0, 0.0])
                turn = now
            began = time.thread_time()
            move = agents[view.seat].decide(view, Budget()).move
            if int(state.record.battle) < 0:
                times[-1][int(state.record.phase != COMBAT_MOVE)] += 1000 * (time.thread_time() - began)
            verbs.play(state.record, move, chance)
    return np.array(times)


def _interpreted() -> dict[str, float]:
    """The rate of the same rules in plain Python, measured in another process."""
    code = "from partie.games.axisallies.lab import bench; bench.print_rates()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    rates: dict[str, float] = json.loads(done.stdout)
    return rates


def print_rates() -> None:
    """Measure in the other process."""
    print(json.dumps({"orders": order_rate(SECONDS / 2), "lists": list_rate(SECONDS / 2)}))
