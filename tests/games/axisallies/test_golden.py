"""A whole game of five rounds, order by order."""

from pathlib import Path

import numpy as np
import pytest

from partie.core.chance import below, new_chance
from partie.core.game import State
from partie.games.axisallies import GAME, rules
from partie.games.axisallies.board import POWER_IDS
from partie.games.axisallies.state import PHASES

GOLDEN = Path(__file__).parent / "golden-five-rounds.txt"


def story() -> list[str]:
    """Random orders: who gives them, in which phase, among how many, and what they lead to."""
    record = GAME.start({"rounds": 5}, new_chance("golden")).record
    chance, out = new_chance("golden", "orders"), np.empty(rules.MOVES, np.int64)
    state = State(GAME, record)
    lines = []
    while not rules.over(record):
        count = int(rules.moves(record, out))
        move = int(out[below(chance, count)])
        who = POWER_IDS[state.to_move]
        lines.append(
            f"{record.round_number} {PHASES[record.phase]} {who}: {state.text(move)}  ({count} orders, {record.thrown} dice)"
        )
        power = int(record.power)
        rules.play(record, move, chance)
        if record.power != power:
            lines += ["", *str(state).splitlines(), ""]
    return [*lines, "", *str(state).splitlines(), f"scores: {state.scores}"]


def test_golden_playthrough():
    """After a deliberate change of the rules, delete the file and run this test once to write it anew."""
    text = "\n".join(story()) + "\n"
    if not GOLDEN.exists():
        GOLDEN.write_text(text, encoding="utf-8")
        pytest.fail("wrote a new golden playthrough: look at it, then run again")
    assert text == GOLDEN.read_text(encoding="utf-8")
