"""Models of the arena's requests and responses."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from partie.core.routes import OptionValues, Question
from partie.service.models import AgentSpec, DeclaredLevel

Ends = tuple[float | None, float | None]
"""The ends of a 95 % interval; null where it has none."""


class RatedPlayer(BaseModel):
    """A person or a program with its live rating and 95 % interval.

    `agent` is the spec of a program, with which it can be asked to play; `level` is what a person says of
    their own strength. `won` is the sum of the parts of wins."""

    kind: Literal["person", "program"]
    name: str | None
    agent: str | None
    level: DeclaredLevel | None
    rating: float
    ci95: Ends
    games: int
    won: float
    ms_per_move: float


class PeopleAgainst(BaseModel):
    """People of one declared level (null: none declared) against one program.

    `ahead` is the share of games in which they did better; `difference` is their score minus the program's,
    null if all games were resigned."""

    agent: str
    level: DeclaredLevel | None
    games: int
    ahead: float
    ahead_ci95: Ends
    difference: float | None
    difference_ci95: Ends | None
    seconds_per_move: float


class ArenaGame(BaseModel):
    """What tables have shown about a game: ratings, the strongest first, and people against programs."""

    game: str
    tables: int
    ratings: list[RatedPlayer]
    people: list[PeopleAgainst]


class TournamentRequest(Question):
    """A small tournament. `games` is the number of games per pairing."""

    game: Annotated[str, Field(max_length=64)]
    options: OptionValues = {}
    agents: Annotated[list[AgentSpec], Field(min_length=2, max_length=8)]
    format: Literal["round-robin", "gauntlet", "ladder"] = "round-robin"
    games: Annotated[int, Field(ge=2, le=100)] = 10
    seed: Annotated[int, Field(ge=0, le=2**31)] = 0


class Standing(BaseModel):
    """An agent's place in a tournament."""

    agent: str
    family: str
    rating: float
    rating_ci95: Ends
    games: int
    mean: float
    mean_ci95: Ends
    ms_per_move: float


class TournamentResult(BaseModel):
    """The result so far. `matrix[a][b]` is the share of comparisons that `agents[a]` won against `agents[b]`,
    null where they have not met; `explained` is the part of it that one number per agent reproduces."""

    ratings: list[Standing]
    agents: list[str]
    matrix: list[list[float | None]]
    explained: float
    cycles: list[list[str]]


class TournamentSummary(BaseModel):
    """A tournament. `stopped`: it was interrupted and can be continued from the command line."""

    id: str
    title: str
    game: str
    agents: list[str]
    format: str
    status: Literal["playing", "finished", "cancelled", "failed", "stopped"]
    done: int
    total: int
    changed: datetime


class TournamentState(TournamentSummary):
    """A tournament with its result so far, null until every pairing has met.

    `seconds_left` is an estimate, null if there is none. `can_cancel`: this server plays it
    for you."""

    result: TournamentResult | None
    seconds_left: float | None
    can_cancel: bool
    has_report: bool
