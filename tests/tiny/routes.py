"""The HTTP routes of the game of cups."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from partie.core.agent import Budget, check_budget
from partie.core.errors import PartieError
from partie.core.routes import Question, Route


class CupsQuestion(Question):
    die: int
    players: Annotated[int, Field(ge=2, le=4)] = 2
    faces: Annotated[int, Field(ge=2, le=6)] = 6
    patiently: bool = False


class CupsChances(BaseModel):
    win: float


def chances(question: CupsQuestion, budget: Budget) -> CupsChances:
    """The probability that a die beats all others. A patient question is computed until it is stopped."""
    if not 1 <= question.die <= question.faces:
        raise PartieError(f"A die shows 1 to {question.faces}.", faces=question.faces)
    while question.patiently:
        check_budget(budget)
    return CupsChances(win=((question.die - 1) / question.faces) ** (question.players - 1))


ROUTES = (Route("chances", CupsQuestion, CupsChances, chances, "How likely a die wins.", seconds=0.5),)
