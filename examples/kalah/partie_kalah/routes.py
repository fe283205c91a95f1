"""What Kalah answers over HTTP: what every move of a position is worth with best play."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from partie.core.agent import Budget
from partie.core.errors import Over, Unavailable
from partie.core.registry import game
from partie.core.routes import OptionValues, Question, Route
from partie_kalah.solver import Solver

_MOST = 20_000_000
"""Positions looked at for one question."""


class KalahQuestion(Question):
    position: Annotated[str, Field(max_length=100)]
    options: OptionValues = Field(default_factory=dict)


class KalahMove(BaseModel):
    """`margin`: how many stones more than the other side whoever moves has in the end, both playing their best."""

    move: str
    margin: int


class KalahMoves(BaseModel):
    moves: list[KalahMove]


def margins(question: KalahQuestion, budget: Budget) -> KalahMoves:
    """All moves of a position, the best first."""
    state = game("kalah").position(question.position, question.options)
    if state.over:
        raise Over("The game is over in this position: there is no move to judge.")
    with budget.running() as stop:
        found = Solver(bits=20).margins(state, _MOST, stop)
    if found is None:
        raise Unavailable(
            "This position is too large to be solved in a few seconds: ask again later in the game."
        )
    ordered = sorted(found, key=lambda move: -found[move])
    return KalahMoves(moves=[KalahMove(move=state.text(move), margin=found[move]) for move in ordered])


ROUTES = (
    Route(
        "margins",
        KalahQuestion,
        KalahMoves,
        margins,
        "What every move of a position is worth with best play, in stones, the best first.",
    ),
)
