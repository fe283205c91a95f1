"""Models of what belongs to a person."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field

from partie.core.routes import Question
from partie.service.models import Device, Name, Reason


class TransferRequest(Question):
    """What a browser keeps, as text, to be carried to another device."""

    bundle: Annotated[str, Field(min_length=2, max_length=100_000)]


class Transfer(BaseModel):
    """A code that fetches a bundle once, within this number of `seconds`."""

    code: str
    seconds: float


class Bundle(BaseModel):
    bundle: str


class OwnRequest(Question):
    """A person: the secret of their browser, and their name."""

    device: Device
    name: Name | None = None


class ForgetRequest(Question):
    """The secret of a browser, and tables at which it has seats."""

    device: Device
    tables: Annotated[list[Annotated[str, Field(max_length=32)]], Field(max_length=200)] = []


class Forgotten(BaseModel):
    """How many results and seats no longer say whose they are, and how many memories are deleted."""

    results: int
    seats: int
    memories: int = 0


class ForgetMemoriesRequest(Question):
    """The secret of a browser."""

    device: Device


class OwnOpponent(BaseModel):
    """Another player at a finished table. `agent` is null for a person; `partner`: of the same side."""

    name: str | None
    agent: str | None
    partner: bool


class OwnResult(BaseModel):
    """A finished game: `share` is the part of the win, `score` is null if the game was broken off.
    `on_device`: it was played on the person's device, and `finished` is when its record came."""

    table: str
    game: str
    finished: datetime
    on_device: bool
    seat: int
    share: float
    score: float | None
    others: list[OwnOpponent]


class OwnRating(BaseModel):
    """A rating after a game, with its 95 % interval."""

    finished: datetime
    rating: float
    ci95: tuple[float, float]


class OwnFavourite(BaseModel):
    """An opening or bid, and how often a person has made it."""

    move: str
    times: int


class OwnMemory(BaseModel):
    """What programs of a game know of a person from this number of games."""

    game: str
    games: int
    known: list[Reason]


class OwnGame(BaseModel):
    """How a person fares in a game: `won` is the sum of their parts of wins; `ratings` are in order of time,
    without games that are not rated; `favourites` are the openings or bids they make most often.

    `on_device` of the games were played on their device: these count here and nowhere else. It is not known
    how long they took."""

    game: str
    played: int
    on_device: int
    won: float
    seconds_per_move: float | None
    ratings: list[OwnRating]
    favourites: list[OwnFavourite]


class Own(BaseModel):
    """Everything this server has stored about a person, except seats at tables that are not over."""

    games: list[OwnGame]
    results: list[OwnResult]
    memories: list[OwnMemory]
