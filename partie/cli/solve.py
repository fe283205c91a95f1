"""`partie solve`: runs the solver that a game declares."""

from __future__ import annotations

from partie.cli.declared import group
from partie.core import registry

solve_app = group(
    "Solve a game or a position.",
    lambda: {game.name: game.can.solve.load for game in registry.games() if game.can.solve is not None},
)
