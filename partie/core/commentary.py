"""Comments on a game for people: remarks on stretches of moves, and the reasons for a move.

A game declares them (`Capabilities.commentary`) as a module with two functions:

    def remarks(match: Match, since: int, budget: Budget) -> list[Remark]: ...
    def explain(match: Match, ply: int, said: Said | None, budget: Budget) -> Explanation: ...

`remarks` comments on what was played from move number `since` on. `explain` says why the move with this
number was played; `said` is what the program that played it says itself, if one did.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from partie.core.parameters import Text

FUNCTIONS = ("remarks", "explain")
"""The functions of such a module."""


@dataclass(frozen=True)
class Remark:
    """A comment on the moves from `first` to `last`, both included, by their numbers; `seat` is whose moves
    they mainly are. `turn` is by how much its chances changed with them, from -1 to 1."""

    first: int
    last: int
    seat: int
    text: Text
    turn: float = 0.0


@dataclass(frozen=True)
class Said:
    """The reason a program gives for its move, in words, and the data of that reason (`core.agent.Why`)."""

    text: Text
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Line:
    """A part of an explanation under a heading of its own."""

    label: Text
    text: Text


@dataclass(frozen=True)
class Explanation:
    """The reasons for a move: what it belongs to, and line by line what speaks for it."""

    title: Text
    lines: tuple[Line, ...]
