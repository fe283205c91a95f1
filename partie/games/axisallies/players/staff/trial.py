"""A copy of a position on which orders can be tried and taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance
from partie.core.compiled.records import quick_record
from partie.core.game import View
from partie.games.axisallies.players.staff.distances import (
    AIR,
    SEA,
    steps_table,
)
from partie.games.axisallies.players.staff.warfare import (
    Force,
    enemies,
    garrison,
)
from partie.games.axisallies.rules import play
from partie.games.axisallies.rules.board import (
    DEGREE,
    FAR,
    LANDS,
    NEIGHBOURS,
    POWERS,
    board_of,
)
from partie.games.axisallies.rules.legality import check
from partie.games.axisallies.rules.listing import MOVES, list_orders
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import (
    O_AA_OVERFLIGHT,
    State,
)
from partie.games.axisallies.rules.units import (
    SEA_KINDS,
)

_SHIPS = list(SEA_KINDS)
_TABLES = {name for name in State.names or () if State[name].shape}
_CHANCE = new_chance("a plan")


@cache
def _steps(graph: int, element: int) -> NDArray[np.int64]:
    """The distances on an empty board, as integers wide enough to be added."""
    return steps_table(graph, element).astype(np.int64)


def duplicate(record: Any) -> NDArray[Any]:
    """A copy of a position, as an array of one record; much faster than copying field by field."""
    return np.frombuffer(bytearray(record.tobytes()), record.dtype)


class Fields:
    """The arrays of a record, which can be read and written, and the number of its board. They are looked up
    once, when they are first asked for."""

    def __init__(self, array: NDArray[Any]) -> None:
        self._array = array
        self.board = int(array["board"][0])

    def __getattr__(self, name: str) -> Any:
        if name not in _TABLES:
            raise AttributeError(name)
        found = self._array[name][0]
        setattr(self, name, found)
        return found


class Trial:
    """A copy of a position and the orders given on it. `record` is the position after all of them; no dice
    are thrown.
    """

    def __init__(self, view: View) -> None:
        self._array = duplicate(view.record).view(State)
        self._bare = quick_record(self._array, State)
        self._bytes = self._array.view(np.uint8)
        self.fields = Fields(self._array)
        """The arrays of the record; reading them here is much faster."""
        self.board = board_of(self.fields)
        self.power = int(self._array["power"][0])
        self.side = int(self.board.side[self.power])
        self.home = int(self.board.capital[self.power])
        """The capital of the power to play."""
        self.phase, self.graph = int(self._array["phase"][0]), int(self._array["graph"][0])
        self.sea_steps, self.air_steps = _steps(self.graph, SEA), _steps(self.graph, AIR)
        self._foes = [power for power in range(POWERS) if int(self.board.side[power]) != self.side]
        self._near: dict[int, list[int]] = {}
        own = (self.fields.ship_zone >= 0) & (self.fields.ship_owner == self.power)
        self.rows: list[int] = np.flatnonzero(own).tolist()
        """The transports of the power to play; they do not change during a plan."""
        self.orders: list[int] = []
        self._chance = _CHANCE.copy()

    @cached_property
    def record(self) -> Any:
        """The position after all orders, with its fields as attributes."""
        return self._array.view(np.recarray)[0]

    @property
    def bare(self) -> Any:
        """The same record as compiled functions take it fastest."""
        return self._bare

    def mark(self) -> tuple[Any, int]:
        """A point to return to with `back_to`."""
        return self._bytes.copy().view(State), len(self.orders)

    def back_to(self, mark: tuple[Any, int]) -> None:
        self._bytes[:] = mark[0].view(np.uint8)
        del self.orders[mark[1] :]

    def why_not(self, code: int) -> int:
        """Why an order is not legal now, 0 if it is."""
        return int(check(self._bare, code))

    def give(self, code: int) -> bool:
        """Give an order if it is legal. Guns on the way of aircraft do not fire: their hits are not known in
        advance.
        """
        if self.why_not(code) != LEGAL:
            return False
        overflight = int(self.fields.options[O_AA_OVERFLIGHT])
        self.fields.options[O_AA_OVERFLIGHT] = 0
        play(self._bare, code, self._chance)
        self.fields.options[O_AA_OVERFLIGHT] = overflight
        self.orders.append(code)
        return True

    def give_all(self, codes: Iterable[int]) -> bool:
        """Give all of these orders, or none."""
        mark = self.mark()
        for code in codes:
            if not self.give(code):
                self.back_to(mark)
                return False
        return True

    def neighbours(self, space: int) -> list[int]:
        if space not in self._near:
            self._near[space] = NEIGHBOURS[self.graph, space, : DEGREE[self.graph, space]].tolist()
        return self._near[space]

    def is_enemy(self, space: int) -> bool:
        """Whether the other side controls a land space."""
        owner = int(self.fields.owner[space])
        return owner >= 0 and int(self.board.side[owner]) != self.side

    def is_friendly(self, space: int) -> bool:
        owner = int(self.fields.owner[space])
        return owner >= 0 and int(self.board.side[owner]) == self.side

    def hostile(self, zone: int) -> bool:
        stacks = self.fields.units[zone].tolist()
        return any(stacks[power][kind] for power in self._foes for kind in _SHIPS)

    def defenders(self, space: int) -> Force:
        return enemies(self.fields, space, self.side)

    def own(self, space: int) -> Force:
        return garrison(self.fields, space, self.power)

    def listed(self) -> NDArray[np.int64]:
        """All orders that are legal now."""
        out = np.empty(MOVES, np.int64)
        return out[: list_orders(self._bare, out)].copy()

    def march_distances(self, goals: Sequence[int], passable: Callable[[int], bool]) -> NDArray[np.int64]:
        """The distance over land to the nearest goal, `FAR` if there is no way."""
        steps = np.full(LANDS, FAR, np.int64)
        front = list(goals)
        steps[front] = 0
        while front:
            here = front.pop(0)
            for there in self.neighbours(here):
                if there < LANDS and steps[there] == FAR and passable(there):
                    steps[there] = steps[here] + 1
                    front.append(there)
        return steps

    @cached_property
    def enemy_capitals(self) -> list[int]:
        """The capitals of the other side that are in its hands."""
        return [
            int(self.board.capital[power])
            for power in range(self.board.powers)
            if int(self.board.side[power]) != self.side and self.is_enemy(int(self.board.capital[power]))
        ]

    def flight_distance(self, space: int, goals: Sequence[int]) -> int:
        return min((int(self.air_steps[space, goal]) for goal in goals), default=FAR)
