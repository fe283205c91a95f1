"""`partie solve`: what perfect play comes to, by the solver that a game declares."""

from __future__ import annotations

from partie.cli.declared import group
from partie.core import registry

solve_app = group(
    "Prove what a position is worth.",
    lambda: {game.name: game.can.solve.load for game in registry.games() if game.can.solve is not None},
)
