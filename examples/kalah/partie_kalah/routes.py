"""Kalah's part of the HTTP API: the value of every move of a position with best play."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from partie.core.agent import Budget
from partie.core.errors import Over, Unavailable
from partie.core.registry import game
from partie.core.routes import OptionValues, Question, Route
from partie_kalah.solver import Solver

_MAX_POSITIONS = 20_000_000
"""Maximum number of positions searched for one question."""


class KalahQuestion(Question):
    position: Annotated[str, Field(max_length=100)]
    options: OptionValues = Field(default_factory=dict)


class KalahMove(BaseModel):
    """A move. `margin` is the final lead of the side to move in stones, with best play on both sides."""

    move: str
    margin: int


class KalahMoves(BaseModel):
    moves: list[KalahMove]


def margins(question: KalahQuestion, budget: Budget) -> KalahMoves:
    """Return all moves of a position, the best first."""
    state = game("kalah").position(question.position, question.options)
    if state.over:
        raise Over("The game is over in this position: there is no move to evaluate.")
    with budget.running() as stop:
        found = Solver(bits=20).margins(state, _MAX_POSITIONS, stop)
    if found is None:
        raise Unavailable("This position cannot be solved in a few seconds: try one later in the game.")
    ordered = sorted(found, key=lambda move: -found[move])
    return KalahMoves(moves=[KalahMove(move=state.text(move), margin=found[move]) for move in ordered])


ROUTES = (
    Route(
        "margins",
        KalahQuestion,
        KalahMoves,
        margins,
        "The value of every move of a position with best play, in stones, the best first.",
    ),
)
