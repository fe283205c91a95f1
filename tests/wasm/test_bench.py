"""What `partie bench wasm` shows of a game."""

from __future__ import annotations

from partie.core import registry
from partie.wasm.bench import is_sought


def test_searches_and_declared_solvers_are_shown_however_quick() -> None:
    quarto, hearts = registry.game("quarto"), registry.game("hearts")
    assert is_sought(quarto, "games.quarto.players.exact.solver.solve")
    assert not is_sought(hearts, "games.quarto.players.exact.solver.solve")
    assert is_sought(hearts, "search.kernels.uct.uct")
    assert not is_sought(quarto, "games.quarto.players.exact.transpositions.transfer")
