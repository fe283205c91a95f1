"""The perfect player: it looks positions up in the book or proves them, and makes drawn games difficult."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.compiled.chance import below, new_chance
from partie.core.compiled.types import Chance
from partie.core.game import Game, View
from partie.games.quarto.players.exact.study import Student, Study
from partie.games.quarto.players.reasons import explain
from partie.search.agents import AlphaBetaAgent

_SLIPS_OF = 1_000_000


class ExactAgent:
    """Plays a move that is proven best, once `pieces` are on the board; otherwise plays by alpha-beta.

    It searches up to `nodes` positions for the proof, and up to `survey` for the values of the other moves.

    A share `slips` of its moves it plays without thinking: any that does not let the opponent win at once. It
    is then a measure of how well another player uses mistakes.

    What it decides depends on the view and its seed alone: it keeps nothing from one move to the next.
    """

    def __init__(
        self, game: Game, seed: object, nodes: int, depth: int, survey: int, pieces: int, slips: float = 0.0
    ) -> None:
        self._game, self._seed, self._depth = game, seed, depth
        self._nodes, self._survey, self._pieces, self._slips = nodes, survey, pieces, slips

    def decide(self, view: View, budget: Budget) -> Decision:
        chance = new_chance(self._seed, str(view))
        if self._slips and below(chance, _SLIPS_OF) < self._slips * _SLIPS_OF:
            return self._slip(view, budget, chance)
        with budget.running() as stop:
            found = Study()
            if view.record.placed >= self._pieces:
                found = self._study(view, stop)
            if not found.best:
                ahead = AlphaBetaAgent(self._game, f"{self._seed}/{view}", self._depth)
                guess = ahead.decide(view, Budget(stop=stop))
                return Decision(guess.move, guess.candidates, explain(view, guess.move))
        move = found.best[int(below(chance, len(found.best)))]
        return Decision(move, _candidates(view, found, move), explain(view, move, _reason(found)))

    def _slip(self, view: View, budget: Budget, chance: Chance) -> Decision:
        """Any move, but not one that loses at once if there is another, nor another than a win."""
        seen = AlphaBetaAgent(self._game, self._seed, depth=1, margin=2.0).decide(view, budget).candidates
        best = max(c.value for c in seen)
        moves = [
            c.move for c in seen if (c.value == 1.0) == (best == 1.0) and (c.value > -1.0 or best == -1.0)
        ]
        move = moves[int(below(chance, len(moves)))]
        return Decision(move, why=explain(view, move))

    def _study(self, view: View, stop: NDArray[np.uint8]) -> Study:
        record = view.record
        squares = int(record.lines) >> 10 != 0
        student = Student(np.array(record.board), int(record.hand), squares, self._nodes, stop, self._survey)
        return student.study(view.moves)


def _candidates(view: View, found: Study, move: int) -> tuple[Candidate, ...]:
    """All moves, `move` first; those not proven are worth no more than the position."""
    assert found.value is not None
    others = [
        Candidate(other, float(found.values.get(other, found.value)), exact=other in found.values)
        for other in view.moves
        if other != move
    ]
    others.sort(key=lambda c: (-c.value, not c.exact, c.move not in found.best))
    return (Candidate(move, float(found.value)), *others)


def _reason(found: Study) -> Why:
    """What is proven about the position, as a phrase."""
    if found.value == 1:
        assert found.placements is not None
        return Why("quarto.proven_win", {"turns": (found.placements + 1) // 2})
    if found.value == -1:
        return Why("quarto.proven_loss")
    if found.traps is not None and found.traps.losing:
        return Why("quarto.proven_trap", {"answers": found.traps.answers, "losing": found.traps.losing})
    return Why("quarto.proven_draw")
