"""Makes the puzzles of the pages: positions of random games in which exactly one move wins.

    python -m partie.games.quarto.lab.puzzles web/src/games/quarto/puzzles.json
    (cd web; npx prettier --write src/games/quarto/puzzles.json)

Every puzzle is proven by the solver: the value of each legal move, and how long the win takes at most. In all
of them the winner has to see further than the line that is completed next."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np

from partie.core import registry
from partie.core.game import State
from partie.core.walks import random_positions
from partie.games.quarto.players.exact.solver import Solver
from partie.games.quarto.text.display import display

AMOUNTS = {3: 12, 5: 8, 7: 4}
"""How many puzzles are made in which the win takes this many placements, those of the opponent included."""
_PIECES = range(6, 12)
"""Pieces on the board: with fewer a proof takes long, with more there is little to choose."""
_FEWEST_MOVES = 12
_SEED = "puzzles"


def winning_moves(state: State, solver: Solver) -> list[int]:
    """The moves that win against every defence."""
    board, hand = np.array(state.record.board), int(state.record.hand)
    return [move for move in state.moves if solver.value(board, hand, move >> 5, move & 31) == 1]


def placements(state: State, solver: Solver) -> int:
    """After how many placements a won position is won, if both sides play as well as they can."""
    end = solver.end(np.array(state.record.board), int(state.record.hand), 1)
    assert end is not None
    return end.placements


def puzzles(seed: str = _SEED) -> Iterator[tuple[State, int]]:
    """Positions with exactly one winning move that is not a line completed at once, and that move."""
    game = registry.game("quarto")
    for number in count():
        for state in random_positions(game, f"{seed}/{number}", _PIECES):
            solver = Solver(table_bits=18)
            board, hand = np.array(state.record.board), int(state.record.hand)
            if hand < 0 or len(state.moves) < _FEWEST_MOVES or solver.solve(board, hand).value != 1:
                continue
            winning = winning_moves(state, solver)
            if len(winning) == 1 and placements(state, solver) > 1:
                yield state.copy(), winning[0]


def described(state: State, move: int, takes: int) -> dict[str, Any]:
    """A puzzle as the pages need it."""
    view = state.view(state.to_move)
    return {
        "position": str(state),
        "placements": takes,
        "solution": state.text(move),
        "legal": [state.text(one) for one in state.moves],
        "view": display(view),
    }


def main() -> None:
    """Write the puzzles into a file, the short ones first."""
    missing = dict(AMOUNTS)
    found = []
    for state, move in islice(puzzles(), 100_000):
        takes = placements(state, Solver(table_bits=18))
        if missing.get(takes):
            missing[takes] -= 1
            found.append(described(state, move, takes))
        if not any(missing.values()):
            break
    found.sort(key=lambda one: (one["placements"], len(one["legal"])))
    Path(sys.argv[1]).write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
