"""A whole game of five rounds, stored order by order: Germany by `germany-2009`, the other powers by
`greedy`. The rules replay it without the programs.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.game import State
from partie.core.registry import build_agent
from partie.games.axisallies import GAME, rules
from partie.games.axisallies.rules.board import (
    GERMANY,
    POWER_IDS,
    POWERS,
)
from partie.games.axisallies.rules.state import PHASES
from partie.testing.golden import WRITE, compare

GOLDEN = Path(__file__).parent / "golden-five-rounds.txt"
HEAD = """Five rounds of Axis & Allies, second edition, axis_economic_goal off.
Each line: an order, how many orders were legal, how many dice had been thrown. After a turn: money; after a round: the position.
"""


def line_of(state: State, move: int, legal: int) -> str:
    return f"{state.text(move)}  ({legal}, {state.record.thrown})"


def told(orders: Iterator[str | None]) -> Iterator[str]:
    """The record of a game with these orders; None: the programs decide."""
    chance = new_chance("golden", 5)
    state = GAME.start({"rounds": 5, "axis_economic_goal": 0}, chance)
    record, out = state.record, np.empty(rules.MOVES, np.int64)
    agents = [build_agent(GAME, "germany-2009" if p == GERMANY else "greedy", p) for p in range(POWERS)]
    phase, power, number = -1, -1, 0
    while not state.over:
        if record.power != power:
            yield from ("", f"# round {record.round_number}, {POWER_IDS[record.power]}")
            phase = -1
        if record.phase != phase:
            yield f"- {PHASES[record.phase]}"
        phase, power, number = int(record.phase), int(record.power), int(record.round_number)
        legal, text = int(rules.moves(record, out)), next(orders)
        if text is None:
            move = agents[state.to_move].decide(state.view(state.to_move), Budget()).move
        else:
            move = state.parse(text)
        assert move in out[:legal], f"{text} is no longer legal in round {number}"
        yield line_of(state, move, legal)
        rules.play(record, move, chance)
        if record.power != power or state.over:
            yield f"= cash {record.cash.tolist()}"
        if record.round_number != number or state.over:
            yield from ("", *str(state).splitlines())
    yield f"scores: {[round(score, 4) for score in state.scores]}"


def given(story: str) -> Iterator[str]:
    """The orders of a record."""
    yield from (match.group(1) for match in re.finditer(r"^(.+)  \(\d+, \d+\)$", story, re.MULTILINE))


def undecided() -> Iterator[None]:
    while True:
        yield None


def test_golden_game() -> None:
    kept = GOLDEN.read_text(encoding="utf-8") if GOLDEN.exists() else ""
    orders = given(kept) if os.environ.get(WRITE) != "write" else undecided()
    compare(GOLDEN, HEAD + "\n".join(told(orders)) + "\n")
