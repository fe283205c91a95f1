"""A game's own part of the HTTP API: questions that it answers by computing.

A game declares its routes (`Capabilities.routes`), and the service asks: it checks a question against its shape, waits until the game is compiled, computes where
programs think, with a fair share for everybody, gives up when the client leaves or time runs out, and publishes everything in OpenAPI. So a route knows no web framework:

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

Asked = TypeVar("Asked", bound=BaseModel)
Told = TypeVar("Told", bound=BaseModel)


@dataclass(frozen=True)
class Route(Generic[Asked, Told]):
    """`POST /api/games/GAME/<path>`: a question as JSON, and its answer. `help` is what OpenAPI says about it.

    `answer(question, budget)` runs on a worker thread for at most `seconds` and then has to stop: it calls `keep_going(budget)` between steps, or passes `budget.stop` to compiled
    code. A `PartieError` is told to the client. `check(question)` comes first, before the question takes a place among those that compute: a quick look that refuses what would be too
    large. A path that begins with a slash is below `/api` itself."""

    path: str
    question: type[Asked]
    reply: type[Told]
    answer: Callable[[Asked, Budget], Told]
    help: str
    seconds: float = 10.0
    tag: str = "games"
    check: Callable[[Asked], None] | None = None

    def address(self, game: str) -> str:
        """Where it is found.

        >>> route = Route("mean", BaseModel, BaseModel, lambda question, budget: question, "")
        >>> route.address("nim")
        '/api/games/nim/mean'
        """
        return f"/api{self.path}" if self.path.startswith("/") else f"/api/games/{game}/{self.path}"


class Question(BaseModel):
    """What a client sends. A field that is not declared is refused: it would be a misspelt one."""

    model_config = ConfigDict(extra="forbid")


class Words(BaseModel):
    """The same text in both languages."""

    en: str
    fr: str


Option = bool | int | float | str
"""The value of an option of a game or of a parameter of an agent."""
OptionValues = Annotated[
    dict[Annotated[str, Field(max_length=64)], bool | int | float | Annotated[str, Field(max_length=300)]],
    Field(max_length=64),
]
"""Options by their names, as a client sends them."""
