"""The JSON shapes of questions about odds and of their answers."""

from typing import Annotated

from pydantic import BaseModel, Field

from partie.core.routes import OptionValues, Question, Words


class BattleRequest(Question):
    """A battle of Axis & Allies. `landing`: how many battleships bombard, null if no units land from the
    sea.
    """

    text: Annotated[str, Field(max_length=300)]
    sea: bool = False
    landing: Annotated[int, Field(ge=0, le=200)] | None = None
    aa: bool = False
    attacker_techs: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=12)] = []
    defender_techs: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=12)] = []


class OddsRequest(Question):
    battles: Annotated[list[BattleRequest], Field(min_length=1, max_length=40)]
    options: OptionValues = {}


class BattleOdds(BaseModel):
    """The odds of a battle: chances, mean losses in IPC, and the verdict with its definition."""

    exact: bool
    win: float
    draw: float
    loss: float
    take: float
    attacker_loss: float
    defender_loss: float
    swing: float
    word: str
    title: Words
    means: Words


class OddsAnswer(BaseModel):
    odds: list[BattleOdds]
