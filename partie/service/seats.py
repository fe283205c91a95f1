"""Agents that stay at their tables from one decision to the next, as many as there is room for.

They save time and nothing else: one that has to go is built again where it is needed, and decides the same (see `Lasting`)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from partie.core.agent import Lasting
from partie.core.match import Match
from partie.service.table import Table

MOST_AGENTS = 500
MOST_BYTES = 256 << 20


@dataclass(frozen=True)
class Course:
    """The game at a table so far, and the numbers of the events that were its moves."""

    table: str
    match: Match
    events: tuple[int, ...]

    @classmethod
    def of(cls, table: Table) -> Course:
        """As it stands: what happens at the table later does not change it."""
        return cls(table.id, table.match.copy(), tuple(table.move_seqs))


class Place(NamedTuple):
    """Where an agent sits. `adviser`: it does not play there, but tells whoever does what it would do."""

    table: str
    seat: int
    agent: str
    adviser: bool = False


@dataclass(frozen=True)
class _Kept:
    """An agent, and what had happened at its table when it last decided."""

    agent: Lasting
    events: tuple[int, ...]
    weight: int


class Seats:
    """The agents kept, those that decided last the longest. An agent is taken out while it thinks, so nobody else can use it meanwhile."""

    def __init__(self, most_agents: int = MOST_AGENTS, most_bytes: int = MOST_BYTES) -> None:
        self._most_agents, self._most_bytes = most_agents, most_bytes
        self._kept: OrderedDict[Place, _Kept] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def take(self, place: Place, events: Sequence[int]) -> tuple[Lasting, int] | None:
        """The agent kept for this place, and how many of these moves it knows; None where there is none, or moves it knows were taken back.

        Moves are given by the numbers of their events: one that was taken back and played again is another."""
        with self._lock:
            kept = self._remove(place)
        if kept is None:
            return None
        before = len(kept.events)
        if len(events) <= before or tuple(events[:before]) != kept.events:
            return None
        return kept.agent, before + 1  # the move that followed its decision needs no explaining

    def keep(self, place: Place, agent: Lasting, events: Sequence[int]) -> None:
        """Keep an agent that has decided after these moves; where there is no room, others have to go."""
        kept = _Kept(agent, tuple(events), agent.weight)
        with self._lock:
            self._remove(place)
            self._kept[place] = kept
            self._weight += kept.weight
            while len(self._kept) > self._most_agents or self._weight > self._most_bytes:
                self._remove(next(iter(self._kept)))

    def forget(self, table: str) -> None:
        """Nothing is decided at this table any more."""
        with self._lock:
            for place in [place for place in self._kept if place.table == table]:
                self._remove(place)

    def _remove(self, place: Place) -> _Kept | None:
        kept = self._kept.pop(place, None)
        if kept is not None:
            self._weight -= kept.weight
        return kept
