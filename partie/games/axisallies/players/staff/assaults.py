"""The parts of a plan: orders, groups of units, transports with their cargo, and attacks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from partie.core.parameters import Text
from partie.games.axisallies.players.staff.warfare import (
    Force,
    added,
)
from partie.games.axisallies.rules.board import (
    CLASS,
    LAND_KIND,
    SEA_KIND,
)
from partie.games.axisallies.rules.orders import (
    AROUND,
    NO_SPACE,
    SHORTEST,
    move,
)
from partie.games.axisallies.rules.units import (
    AA_GUN,
    KINDS,
)


class Ordered(NamedTuple):
    """An order of a plan, with the rule that gave it and the reason in every language. `operation`: the name
    of the operation it belongs to, if the program has named one."""

    order: int
    rule: str
    text: Text
    operation: Text | None = None


class Group(NamedTuple):
    """Units of one kind in one space that can all be given the same order. `code` is the order for one of
    them, `able` their number.
    """

    src: int
    kind: int
    code: int
    able: int


@dataclass(frozen=True)
class Boat:
    """A transport that can land units on a coast: its orders and its cargo."""

    row: int
    src: int
    zone: int
    codes: tuple[int, ...]
    brings: Force


@dataclass
class Assault:
    """The units sent against a space so far."""

    target: int
    force: Force
    codes: dict[int, int] = field(default_factory=dict)
    boats: list[Boat] = field(default_factory=list)

    def add(self, group: Group, n: int = 1) -> None:
        self.codes[group.code] = self.codes.get(group.code, 0) + n
        self.force = tuple(m + n if kind == group.kind else m for kind, m in enumerate(self.force))

    def embark(self, boat: Boat) -> None:
        self.boats.append(boat)
        self.force = added(self.force, boat.brings)

    def copy(self) -> Assault:
        return Assault(self.target, self.force, dict(self.codes), list(self.boats))


def one_of(kind: int, n: int = 1) -> Force:
    return tuple(n if k == kind else 0 for k in range(KINDS))


def walks(kind: int) -> bool:
    """Whether a kind moves over land; programs do not move guns."""
    return int(CLASS[kind]) == LAND_KIND and kind != AA_GUN


def sails(kind: int) -> bool:
    return int(CLASS[kind]) == SEA_KIND


def fly(n: int, kind: int, src: int, dst: int, around: bool = False) -> int:
    """The order to fly aircraft to a space."""
    return int(move(n, kind, src, NO_SPACE, dst, AROUND if around else SHORTEST))
