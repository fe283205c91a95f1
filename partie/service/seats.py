"""A bounded store of agents that stay at their tables between decisions.

It only saves time: an agent that was dropped is built again and decides the same (see `Lasting`)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from partie.core.agent import Lasting
from partie.core.match import Match
from partie.core.memory import Memory
from partie.service.table import Table

MAX_AGENTS = 500
MAX_BYTES = 256 << 20


@dataclass(frozen=True)
class GameSoFar:
    """The game at a table so far, and the numbers of the events of its moves."""

    table: str
    match: Match
    events: tuple[int, ...]
    memories: Mapping[int, Memory] = field(default_factory=dict)
    """What is known from earlier games of the people in these seats."""

    @classmethod
    def of(cls, table: Table) -> GameSoFar:
        """Return the game so far as a copy that later events do not change."""
        memories = {number: seat.memory for number, seat in enumerate(table.seats) if seat.memory is not None}
        return cls(table.id, table.match.copy(), tuple(table.move_seqs), memories)


class Place(NamedTuple):
    """Where an agent sits. An `adviser` does not play there, but gives hints to the player."""

    table: str
    seat: int
    agent: str
    adviser: bool = False


@dataclass(frozen=True)
class _Kept:
    """An agent, and the events of the moves it knew when it last decided."""

    agent: Lasting
    events: tuple[int, ...]
    weight: int


class Seats:
    """The agents kept; the least recently used are dropped first.

    An agent is taken out while it thinks, so that it is not used twice at once."""

    def __init__(self, max_agents: int = MAX_AGENTS, max_bytes: int = MAX_BYTES) -> None:
        self._max_agents, self._max_bytes = max_agents, max_bytes
        self._kept: OrderedDict[Place, _Kept] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def take(self, place: Place, events: Sequence[int]) -> tuple[Lasting, int] | None:
        """Remove and return the agent kept for this place, with the number of these moves that it knows.

        Return None if there is none, or if moves it knows were taken back. Moves are given by the numbers of
        their events: a move that was taken back and played again has another number."""
        with self._lock:
            kept = self._remove(place)
        if kept is None:
            return None
        before = len(kept.events)
        if len(events) <= before or tuple(events[:before]) != kept.events:
            return None
        return kept.agent, before + 1  # it also knows the move that followed its decision

    def keep(self, place: Place, agent: Lasting, events: Sequence[int]) -> None:
        """Keep an agent that has decided after these moves; drop others if there is no room."""
        kept = _Kept(agent, tuple(events), agent.weight)
        with self._lock:
            self._remove(place)
            self._kept[place] = kept
            self._weight += kept.weight
            while len(self._kept) > self._max_agents or self._weight > self._max_bytes:
                self._remove(next(iter(self._kept)))

    def forget(self, table: str) -> None:
        """Drop the agents of a table that is over."""
        with self._lock:
            for place in [place for place in self._kept if place.table == table]:
                self._remove(place)

    def _remove(self, place: Place) -> _Kept | None:
        kept = self._kept.pop(place, None)
        if kept is not None:
            self._weight -= kept.weight
        return kept
