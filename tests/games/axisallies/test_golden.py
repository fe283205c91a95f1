"""Whole games, stored order by order: five rounds of the world with Germany by `germany-2009` and the other
powers by `greedy`, a game on the training board, and one with the units of 2004. The rules replay them
without the programs.

This is no `GoldenContract`: its files have the position and the view after every move, which for one order on
the world is more text than a whole turn here, and their moves are random, so that hardly a battle would be
fought. Views are compared in `test_play.py` and `test_orders_as_data.py`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.game import State
from partie.core.registry import build_agent
from partie.games.axisallies import GAME, rules
from partie.games.axisallies.rules.board import POWER_IDS
from partie.games.axisallies.rules.state import PHASES
from partie.testing.golden import WRITE, compare

LEGEND = "Each line: an order, how many orders were legal, how many dice had been thrown. After a turn: money; after a round: the position.\n"


@dataclass(frozen=True)
class Golden:
    """A stored game: its file, what it is, its options, the seed of its dice, and the programs that played
    it."""

    file: str
    head: str
    options: dict[str, Any]
    seed: int
    specs: tuple[str, ...]


GAMES = (
    Golden(
        "golden-five-rounds.txt",
        "Five rounds of Axis & Allies, second edition, axis_economic_goal off.\n",
        {"rounds": 5, "axis_economic_goal": 0},
        5,
        ("greedy", "germany-2009", "greedy", "greedy", "greedy"),
    ),
    Golden(
        "golden-training.txt",
        "A game of Axis & Allies on the training board.\n",
        {"preset": "training"},
        2,
        ("greedy", "strategist"),
    ),
    Golden(
        "golden-revised.txt",
        "Two rounds of Axis & Allies with the units of 2004.\n",
        {"preset": "revised", "rounds": 2, "bid_uk": 60, "bid_japan": 60},
        2,
        ("greedy", "greedy", "random", "random", "greedy"),
    ),
)


def line_of(state: State, move: int, legal: int) -> str:
    return f"{state.text(move)}  ({legal}, {state.record.thrown})"


def told(game: Golden, orders: Iterator[str | None]) -> Iterator[str]:
    """The record of a game with these orders; None: the programs decide."""
    chance = new_chance("golden", game.seed)
    state = GAME.start(game.options, chance)
    record, out = state.record, np.empty(rules.MOVES, np.int64)
    agents = [build_agent(GAME, spec, seat) for seat, spec in enumerate(game.specs)]
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
            yield f"= cash {record.cash[: state.seats].tolist()}"
        if record.round_number != number or state.over:
            yield from ("", *str(state).splitlines())
    yield f"scores: {[round(score, 4) for score in state.scores]}"


def given(story: str) -> Iterator[str]:
    """The orders of a record."""
    yield from (match.group(1) for match in re.finditer(r"^(.+)  \(\d+, \d+\)$", story, re.MULTILINE))


def undecided() -> Iterator[None]:
    while True:
        yield None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.file)
def test_golden_game(game: Golden) -> None:
    file = Path(__file__).parent / game.file
    kept = file.read_text(encoding="utf-8") if file.exists() else ""
    orders = given(kept) if os.environ.get(WRITE) != "write" else undecided()
    compare(file, game.head + LEGEND + "\n".join(told(game, orders)) + "\n")
