"""A game's own part of the HTTP API: questions that it answers by computing.

A game declares its routes (`Capabilities.routes`), and the service does the rest: it checks the question
against its model, waits until the game is compiled, runs the computation on a worker thread with a fair share
for everybody, stops it when the client leaves or time runs out, and publishes everything in OpenAPI. So a
route does not depend on a web framework:

    class Roll(Question):
        dice: Annotated[int, Field(ge=1, le=100)]

    class Mean(BaseModel):
        value: float

    def mean(question: Roll, budget: Budget) -> Mean:
        return Mean(value=3.5 * question.dice)

    ROUTES = (Route("mean", Roll, Mean, mean, "The mean of a throw of dice."),)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from partie.core.agent import Budget

QuestionT = TypeVar("QuestionT", bound=BaseModel)
ReplyT = TypeVar("ReplyT", bound=BaseModel)


@dataclass(frozen=True)
class Route(Generic[QuestionT, ReplyT]):
    """`POST /api/games/GAME/<path>` with a question as JSON, and its answer.

    `help` is its description in OpenAPI.

    `answer(question, budget)` runs on a worker thread for at most `seconds` and must then stop: it calls
    `check_budget(budget)` between steps, or passes `budget.stop` to compiled code. The message of a
    `PartieError` is sent to the client. `check(question)`, if given, runs first and quickly refuses a
    question that is too large, before it takes a worker. A path that begins with a slash is below `/api`
    itself."""

    path: str
    question: type[QuestionT]
    reply: type[ReplyT]
    answer: Callable[[QuestionT, Budget], ReplyT]
    help: str
    seconds: float = 10.0
    tag: str = "games"
    check: Callable[[QuestionT], None] | None = None

    def address(self, game: str) -> str:
        """The path of its URL.

        >>> route = Route("mean", BaseModel, BaseModel, lambda question, budget: question, "")
        >>> route.address("nim")
        '/api/games/nim/mean'
        """
        return f"/api{self.path}" if self.path.startswith("/") else f"/api/games/{game}/{self.path}"


class Question(BaseModel):
    """The body of a request. Undeclared fields are refused, because they are probably misspelt."""

    model_config = ConfigDict(extra="forbid")


class Words(BaseModel):
    """The same text in both languages."""

    en: str
    fr: str


Option = bool | int | float | str
"""The value of a game's option or of an agent's parameter."""
OptionValues = Annotated[
    dict[Annotated[str, Field(max_length=64)], bool | int | float | Annotated[str, Field(max_length=300)]],
    Field(max_length=64),
]
"""Options by name, as clients send them."""
