"""A player who overlooks part of the board."""

from __future__ import annotations

from partie.core.agent import Budget, Candidate, Decision
from partie.core.compiled.chance import below, new_chance
from partie.core.game import Game, View
from partie.games.quarto.players.reasons import explain
from partie.games.quarto.players.sight import seen
from partie.games.quarto.rules import ALL_TRAITS, DIAGONALS, NONE
from partie.search.agents import AlphaBetaAgent

_EASY_TRAITS = (0b1000, 0b0001, 0b0100, 0b0010)
"""Traits from the easiest to notice to the most easily missed: colour, shape, height, top."""


class SightAgent:
    """Plays like a person who overlooks part of the board.

    It searches the board without the diagonals, or without the traits it does not watch. With `depth` 0 it
    only looks for a win with the piece in hand and gives any piece; with 1 it also checks the piece it gives;
    with more it looks ahead. A line it completes without noticing still wins.
    """

    def __init__(self, game: Game, seed: object, depth: int, diagonals: bool, traits: int) -> None:
        self._chance = new_chance(seed, "sight")
        self._ahead = AlphaBetaAgent(game, seed, depth) if depth else None
        self._hidden_lines = 0 if diagonals else DIAGONALS
        self._traits = sum(_EASY_TRAITS[:traits])

    def decide(self, view: View, budget: Budget) -> Decision:
        perceived = self._perceive(view)
        if self._ahead is not None:
            decision = self._ahead.decide(perceived, budget)
        else:
            moves = perceived.moves
            wins = [move for move in moves if move & 31 == NONE]
            choices = wins or moves
            decision = Decision(choices[int(below(self._chance, len(choices)))])
        candidates = {_real(view, c.move): c for c in reversed(decision.candidates)}
        ordered = tuple(
            Candidate(move, c.value, c.visits, c.exact) for move, c in reversed(candidates.items())
        )
        move = _real(view, decision.move)
        return Decision(move, ordered, explain(view, move))

    def _perceive(self, view: View) -> View:
        """The view without the lines and traits this player overlooks."""
        perceived = view.copy()
        perceived.record.lines &= ~self._hidden_lines
        if self._traits == ALL_TRAITS:
            return perceived
        return View(view.game, seen(perceived.record, self._traits), view.seat)


def _real(view: View, move: int) -> int:
    """The legal move for a move on the perceived board: without a gift where the placement wins unnoticed."""
    square = move >> 5
    alone = square << 5 | NONE
    return alone if square != NONE and alone in view.moves else move
