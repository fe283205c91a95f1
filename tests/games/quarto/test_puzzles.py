"""The puzzles of the pages: each is proven again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from partie.core import registry
from partie.games.quarto.lab.puzzles import AMOUNTS, described, placements, winning_moves
from partie.games.quarto.players.exact.solver import Solver
from tests.pages import ROOT

PUZZLES: list[dict[str, Any]] = json.loads((ROOT / "web/src/games/quarto/puzzles.json").read_text())


def test_there_are_puzzles_of_every_length() -> None:
    found = [puzzle["placements"] for puzzle in PUZZLES]
    assert {takes: found.count(takes) for takes in found} == AMOUNTS
    assert found == sorted(found)
    assert len({puzzle["position"] for puzzle in PUZZLES}) == len(PUZZLES)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: str(puzzle["position"]))
def test_exactly_one_move_wins(puzzle: dict[str, Any]) -> None:
    state, solver = registry.game("quarto").position(puzzle["position"]), Solver(table_bits=18)
    winning = winning_moves(state, solver)
    assert [state.text(move) for move in winning] == [puzzle["solution"]]
    shown = json.loads(json.dumps(described(state, winning[0], placements(state, solver))))
    shown["view"]["last"] = puzzle["view"]["last"]  # the position does not tell the last move
    assert shown == puzzle
