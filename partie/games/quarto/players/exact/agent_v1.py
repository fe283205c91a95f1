"""The master as it was before there was a book: it proves positions from four pieces on.

It is kept as `exact@v1` to measure its successor by.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.game import Game, View
from partie.games.quarto.players.exact.solver import Solver
from partie.games.quarto.players.reasons import explain
from partie.search.agents import AlphaBetaAgent

_SHARE_FOR_EARLIER_TURNS = 0.5
"""Share of the time budget spent on solving the seat's earlier turns again."""


class ExactAgentV1:
    """Proves the value of the position once `pieces` are on the board; otherwise plays by alpha-beta.

    It plays a proven win. In a proven draw it picks, among the moves that draw, the one alpha-beta rates
    highest, which is the hardest for the opponent; likewise in a proven loss.

    Proofs found for one move help with the next (`Lasting`), so that more can be proven within `nodes`. An
    agent that takes a seat in the middle of a game therefore first solves that seat's earlier turns.
    """

    def __init__(self, game: Game, seed: object, nodes: int, depth: int, pieces: int) -> None:
        self._game, self._seed, self._depth = game, seed, depth
        self._nodes, self._pieces = nodes, pieces
        self._ahead: AlphaBetaAgent | None = AlphaBetaAgent(game, seed, depth)
        self._solver = Solver()
        self._missed: list[View] = []

    def resume(self, turns: Sequence[View]) -> None:
        self._ahead = None  # from now on, a new one for each decision
        self._missed.extend(turns)

    @property
    def weight(self) -> int:
        return self._solver.nbytes

    def decide(self, view: View, budget: Budget) -> Decision:
        with budget.running():
            missed, self._missed = self._missed, []
            if missed:
                with budget.part(_SHARE_FOR_EARLIER_TURNS).running() as stop:
                    for turn in missed:
                        self._decide(turn, stop)
            return self._decide(view, budget.stop)

    def _decide(self, view: View, stop: NDArray[np.uint8]) -> Decision:
        ahead = self._ahead or AlphaBetaAgent(self._game, f"{self._seed}/{view}", self._depth)
        guess = ahead.decide(view, Budget(stop=stop))
        if view.record.placed < self._pieces:
            return Decision(guess.move, guess.candidates, explain(view, guess.move))
        return self._proven(view, guess, stop)

    def _proven(self, view: View, guess: Decision, stop: NDArray[np.uint8]) -> Decision:
        board, hand, squares = view.record.board, int(view.record.hand), _squares(view)
        solution = self._solver.solve(board, hand, squares, nodes=self._nodes, stop=stop)
        move = guess.move
        proofs = {
            1: "quarto.proven_line",
            0: "quarto.proven_draw",
            -1: "quarto.proven_loss",
        }
        if solution.value is not None and solution.value >= 0:
            move = solution.square << 5 | solution.gift
            if solution.value == 0:
                move = self._best_draw(view, guess, move, stop)
        proof = None if solution.value is None else proofs[solution.value]
        candidates = _with_proof(guess.candidates, move, solution.value)
        return Decision(move, candidates, explain(view, move, None if proof is None else Why(proof)))

    def _best_draw(self, view: View, guess: Decision, sure: int, stop: NDArray[np.uint8]) -> int:
        """The move alpha-beta rates highest among those proven to draw; `sure` is one of them."""
        board, hand, squares = view.record.board, int(view.record.hand), _squares(view)
        for candidate in sorted(guess.candidates, key=lambda c: (-c.value, c.move != guess.move)):
            move = candidate.move
            if stop[0]:
                break
            if (
                self._solver.value(board, hand, move >> 5, move & 31, squares, nodes=self._nodes, stop=stop)
                == 0
            ):
                return move
        return sure


def _with_proof(guesses: tuple[Candidate, ...], move: int, value: int | None) -> tuple[Candidate, ...]:
    """The candidates of a position proven to be worth `value`, which `move` attains and no move exceeds."""
    if value is None:
        return guesses
    others = [
        Candidate(c.move, min(c.value, float(value)), exact=value < 0) for c in guesses if c.move != move
    ]
    return (Candidate(move, float(value)), *sorted(others, key=lambda c: -c.value))


def _squares(view: View) -> bool:
    return int(view.record.lines) >> 10 != 0
