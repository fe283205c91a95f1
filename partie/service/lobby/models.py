"""Models of the lobby."""

from datetime import datetime

from pydantic import BaseModel

from partie.core.routes import Option
from partie.service.models import Clock, Seat


class LobbyEntry(BaseModel):
    """A table that waits for people. `here`: somebody is at the table now. At `fill_at` the program `agent`
    takes the seats that are still open; both are null if nobody wants one."""

    table: str
    game: str
    options: dict[str, Option]
    seats: list[Seat]
    clock: Clock | None
    hints: str
    created: datetime
    here: bool
    fill_at: datetime | None
    agent: str | None


class Lobby(BaseModel):
    """The tables that wait for people `now`, newest first."""

    now: datetime
    tables: list[LobbyEntry]


class TableCode(BaseModel):
    """A table and the short code that leads to it while a seat is open there; null afterwards. `fill_at` and
    `agent`: when a program takes the open seats, and which; null if none does."""

    table: str
    code: str | None
    listed: bool
    fill_at: datetime | None
    agent: str | None
