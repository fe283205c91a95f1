"""Clocks: how much time people have, chosen with the table, and how much of it is left.

Everything is computed from the times of events, so a clock survives restarts, and no client can change it.
Programs have no clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from partie.core.game import Game

ClockKind = Literal["move", "game"]
_USUAL_LEVEL = "intermediate"


@dataclass(frozen=True)
class Clock:
    """How much time people have: `seconds` for every move, or for all moves of the game together; then every
    move adds `increment`. Correspondence is a clock with days for every move."""

    kind: ClockKind
    seconds: float
    increment: float = 0.0


def clock_of(stored: dict[str, Any] | None) -> Clock | None:
    """Return the clock of a table as it is stored with it."""
    return None if stored is None else Clock(**stored)


def usual_program(game: Game) -> str:
    """Return the program that moves for somebody whose time is up: the intermediate level, or the adviser."""
    return _USUAL_LEVEL if _USUAL_LEVEL in game.levels else game.hinter


class Times:
    """The time each seat has left, at the moment its turn began or its clock was stopped."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.left = [clock.seconds] * seats
        self._began: datetime | None = None
        self._running: int | None = None

    def copy(self) -> Times:
        """Return a copy that later events do not change."""
        other = Times(self.clock, 0)
        other.left, other._began, other._running = self.left.copy(), self._began, self._running
        return other

    @property
    def running(self) -> int | None:
        """The seat whose clock runs."""
        return self._running

    @property
    def deadline(self) -> datetime | None:
        """When the time of the running clock is up; None if none runs."""
        if self._running is None or self._began is None:
            return None
        return self._began + timedelta(seconds=self.left[self._running])

    def stop(self, at: datetime) -> None:
        """Stop the clock that runs."""
        if self._running is not None and self._began is not None:
            spent = (at - self._began).total_seconds()
            self.left[self._running] = max(0.0, self.left[self._running] - spent)
        self._running = None

    def add_increment(self, seat: int) -> None:
        """Give a seat that has moved its increment."""
        self.left[seat] += self.clock.increment

    def wind(self) -> None:
        """Give everybody the full time for their next move, where the time is for every move."""
        if self.clock.kind == "move":
            self.left = [self.clock.seconds] * len(self.left)

    def start(self, seat: int, at: datetime) -> None:
        """Start the clock of a seat."""
        self._running, self._began = seat, at
