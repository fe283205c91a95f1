"""What a person may ask of the others at a table, and who has to agree.

A request is an event, and so is every answer; when the last of those asked has agreed, it is carried out.
There is one request at a time, and it lapses when a person moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

What = Literal["takeback", "draw", "pause", "level"]
WHATS: tuple[What, ...] = ("takeback", "draw", "pause", "level")
Pending = Literal["takeback", "draw", "pause", "level", "resign"]
"""What may wait for answers: a person who resigns while others play on their side asks these, too."""


@dataclass(frozen=True)
class Asked:
    """A request of `seat`, made by event `seq`, to which the seats `needed` have not agreed yet.

    `data` says more: for `takeback`, how many moves stay (`plies`); for `level`, the `program` to change, its
    new `agent` and its `name`."""

    seq: int
    seat: int
    what: Pending
    needed: frozenset[int]
    data: Mapping[str, Any]

    def without(self, seats: frozenset[int]) -> Asked:
        """Return the request after these seats have agreed."""
        return replace(self, needed=self.needed - seats)
