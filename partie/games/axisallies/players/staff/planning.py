"""A phase planned ahead: orders are tried on a copy of the position, one after another, and can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.game import View
from partie.core.parameters import Text
from partie.games.axisallies.players.staff.distances import (
    AIR,
    SEA,
    steps_table,
)
from partie.games.axisallies.players.staff.patience import look
from partie.games.axisallies.players.staff.warfare import (
    Force,
    Outlook,
    added,
    enemies,
    garrison,
    outlook,
)
from partie.games.axisallies.rules.board import (
    CAPITAL,
    CLASS,
    DEGREE,
    FAR,
    FARTHEST,
    LAND_KIND,
    LANDS,
    NEIGHBOURS,
    POWERS,
    SEA_KIND,
    SIDE,
)
from partie.games.axisallies.rules.flight import (
    RARE,
    dangers,
    find_way,
    flight_range,
)
from partie.games.axisallies.rules.legality import check
from partie.games.axisallies.rules.listing import MOVES
from partie.games.axisallies.rules.orders import (
    AROUND,
    END,
    LOAD,
    MOVE_UNITS,
    NO_SPACE,
    SAIL,
    SHORTEST,
    UNLOAD,
    move,
    order,
    plain,
)
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import (
    COMBAT_MOVE,
    FOUGHT,
    O_AA_OVERFLIGHT,
    RETREATED,
    UNLOADED,
    State,
)
from partie.games.axisallies.rules.units import (
    AA_GUN,
    AIR_KINDS,
    ARMOR,
    BATTLESHIP,
    FIGHTER,
    INFANTRY,
    KINDS,
    LAND_KINDS,
    SEA_KINDS,
    TRANSPORT,
)

_UNIT, _FROM, _VIA, _TO, _WAY = 12, 16, 24, 32, 50
_ONE = 1 << 5
_SHIPS = list(SEA_KINDS)
_TABLES = [name for name in State.names or () if State[name].shape]


@cache
def _steps(graph: int, element: int) -> NDArray[np.int64]:
    """The table of plain distances, in numbers that can be added up."""
    return steps_table(graph, element).astype(np.int64)


def duplicate(record: Any) -> NDArray[Any]:
    """A copy of a position, as an array of one; all at once, which is much quicker than field by field."""
    return np.frombuffer(bytearray(record.tobytes()), record.dtype)


class Ordered(NamedTuple):
    """An order of a plan, with the rule that gave it and its sentence in every language."""

    order: int
    rule: str
    text: Text


class Group(NamedTuple):
    """Units of one kind in one space that could all take the same order. `code` is the order for one of them."""

    src: int
    kind: int
    code: int
    able: int


@dataclass(frozen=True)
class Boat:
    """A transport that could land units on a coast: the orders for it, and what it brings."""

    row: int
    src: int
    zone: int
    codes: tuple[int, ...]
    brings: Force


@dataclass
class Assault:
    """Units sent against one space so far."""

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


class Campaign:
    """The plan of a phase as it grows, for the power to play. `record` is the position with all orders so far carried out; dice are not thrown.

    What takes long (`reach`, `boats`, `judge`) ends with `OutOfTime` when time runs out, between orders: those given so far belong together."""

    def __init__(self, view: View) -> None:
        self._array = duplicate(view.record)
        self.record: Any = self._array.view(np.recarray)[0]
        self._bare: Any = self._array[0]
        """The same record without names, which compiled functions take quicker."""
        self.fields = SimpleNamespace(**{name: self._array[name][0] for name in _TABLES})
        """The tables of the record: looking at them here is much quicker."""
        self.power, self.side = int(self.record.power), int(SIDE[self.record.power])
        self.phase, self.graph = int(self.record.phase), int(self.record.graph)
        self.sea_steps, self.air_steps = _steps(self.graph, SEA), _steps(self.graph, AIR)
        self._foes = [power for power in range(POWERS) if int(SIDE[power]) != self.side]
        self._near: dict[int, list[int]] = {}
        own = (self.fields.ship_zone >= 0) & (self.fields.ship_owner == self.power)
        self.rows: list[int] = np.flatnonzero(own).tolist()
        """The transports of the power to play; a plan neither gains nor loses any."""
        self.orders: list[int] = []
        self._chance = new_chance("a plan")

    def mark(self) -> tuple[Any, int]:
        """A point to go back to."""
        return self._array.copy(), len(self.orders)

    def back_to(self, mark: tuple[Any, int]) -> None:
        self._array[:] = mark[0]
        del self.orders[mark[1] :]

    def why_not(self, code: int) -> int:
        """The reason an order is not legal now, 0: it is."""
        return int(check(self._bare, code))

    def give(self, code: int) -> bool:
        """Give an order, if it is legal. Guns on the way of aircraft are left out: what they hit is seen when they have."""
        if self.why_not(code) != LEGAL:
            return False
        overflight = int(self.fields.options[O_AA_OVERFLIGHT])
        self.fields.options[O_AA_OVERFLIGHT] = 0
        verbs.play(self._bare, code, self._chance)
        self.fields.options[O_AA_OVERFLIGHT] = overflight
        self.orders.append(code)
        return True

    def give_all(self, codes: Iterable[int]) -> bool:
        """Give orders one after another, all or none."""
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
        return owner >= 0 and int(SIDE[owner]) != self.side

    def is_friendly(self, space: int) -> bool:
        owner = int(self.fields.owner[space])
        return owner >= 0 and int(SIDE[owner]) == self.side

    def hostile(self, zone: int) -> bool:
        stacks = self.fields.units[zone].tolist()
        return any(stacks[power][kind] for power in self._foes for kind in _SHIPS)

    def defenders(self, space: int) -> Force:
        return enemies(self.fields, space, self.side)

    def own(self, space: int) -> Force:
        return garrison(self.fields, space, self.power)

    # what could be ordered

    def listed(self) -> NDArray[np.int64]:
        """All legal orders now."""
        out = np.empty(MOVES, np.int64)
        return out[: verbs.moves(self._bare, out)].copy()

    def reach(self) -> dict[int, list[Group]]:
        """For every space some unit can be ordered to: which units, each in one way. Tanks rather take an empty space on their way, aircraft rather fly round guns; they never cross neutrals, which costs money."""
        look()
        codes = self.listed()
        codes = codes[(codes & 31 == MOVE_UNITS) & (codes >> 5 & 127 == 1)]
        best: dict[tuple[int, int, int], tuple[int, int]] = {}
        for code in codes.tolist():
            src, kind, dst = (code >> _FROM & 255) - 1, code >> _UNIT & 15, (code >> _TO & 255) - 1
            rank = self._liking(code, src, kind, dst)
            if rank is None:
                continue
            key = (dst, src, kind)
            if key not in best or rank > best[key][0]:
                best[key] = (rank, code)
        found: dict[int, list[Group]] = {}
        for (dst, src, kind), (_, code) in best.items():
            found.setdefault(dst, []).append(Group(src, kind, code, self.able(src, kind)))
        return found

    def _liking(self, code: int, src: int, kind: int, dst: int) -> int | None:
        if kind in AIR_KINDS:
            way = code >> _WAY & 3
            if self.phase != COMBAT_MOVE:
                return 0
            path = np.empty(FARTHEST + 1, np.int64)
            steps = int(flight_range(self._bare, self.power, kind))
            length = int(find_way(self._bare, src, dst, steps, way, path))
            crossed = int(dangers(self._bare, path, length))
            return None if crossed >= RARE else -crossed
        via = (code >> _VIA & 255) - 1
        if via < 0:
            return 1
        return 2 if self.is_enemy(via) else 0

    def able(self, src: int, kind: int) -> int:
        """How many units of a kind in a space may still be ordered about."""
        if kind in AIR_KINDS:
            flown = self.fields.flown[src, kind - FIGHTER]
            return int(flown[0] if self.phase == COMBAT_MOVE else flown.sum())
        return int(self.fields.fresh[src, kind])

    def boats(self, target: int, wanted: Callable[[int], bool] = lambda zone: True) -> list[Boat]:
        """Transports that could land on a coast this turn: with what is aboard, or with units they fetch on the way. `wanted`: from which zones."""
        rows = [row for row in self.rows if self.may_work(row)]
        return [boat for row in rows for boat in self.boats_of(row, target, wanted)[:1]]

    def boats_of(
        self, row: int, target: int, wanted: Callable[[int], bool] = lambda zone: True
    ) -> list[Boat]:
        """The ways one transport could land on a coast this turn, one for each zone, the nearest first."""
        steps = self.sea_steps[int(self.fields.ship_zone[row])]
        zones = [z for z in self.neighbours(target) if z >= LANDS and wanted(z)]
        zones.sort(key=lambda zone: int(steps[zone]))
        ways = [self._voyage(row, zone, target) for zone in zones]
        return [boat for boat in ways if boat is not None]

    def may_work(self, row: int) -> bool:
        """Whether a transport of one's own may still do something."""
        return not self.fields.ship_did[row] & (UNLOADED | FOUGHT | RETREATED)

    def cargo(self, row: int) -> Force:
        """What of one's own is aboard and bound for no beach yet."""
        force = [0] * KINDS
        for slot in range(2):
            kind = int(self.fields.cargo_kind[row, slot])
            if (
                kind >= 0
                and self.fields.cargo_power[row, slot] == self.power
                and self.fields.landing[row, slot] < 0
            ):
                force[kind] += 1
        return tuple(force)

    def _voyage(self, row: int, zone: int, target: int) -> Boat | None:
        """The orders with which a transport lands on a coast from a zone; tried on the copy, and taken back."""
        look()
        start, left = int(self.fields.ship_zone[row]), int(self.fields.left[row])
        direct = int(self.sea_steps[start, zone])
        aboard = self.cargo(row)
        if any(aboard[kind] for kind in LAND_KINDS):
            return self._try_voyage(row, start, None, zone, target, None) if direct <= left else None
        for stop in self._stops(start, zone, left):
            for src in self._waiting(stop, target):
                boat = self._try_voyage(row, start, stop, zone, target, src)
                if boat is not None:
                    return boat
        return None

    def _stops(self, start: int, zone: int, left: int) -> list[int]:
        """Zones where a transport could load on its way, the nearest first."""
        steps = self.sea_steps
        near = LANDS + np.flatnonzero(steps[start, LANDS:] + steps[LANDS:, zone] <= left)
        stops = [stop for stop in near.tolist() if not self.hostile(stop)]
        return sorted(stops, key=lambda stop: int(steps[start, stop]))

    def _waiting(self, stop: int, target: int) -> list[int]:
        """Coasts of a zone with land units that may still move, most first."""
        coasts = [
            coast
            for coast in self.neighbours(stop)
            if coast < LANDS
            and coast != target
            and any(self.fields.fresh[coast, kind] for kind in LAND_KINDS)
        ]
        return sorted(coasts, key=lambda coast: -int(self.fields.fresh[coast, INFANTRY]))

    def _try_voyage(
        self, row: int, start: int, stop: int | None, zone: int, target: int, src: int | None
    ) -> Boat | None:
        mark, first = self.mark(), len(self.orders)
        boat = None
        if self._load_up(row, start, stop, src) and self._sail(row, zone):
            brings = self.cargo(row)
            done = [
                self.give(order(UNLOAD, brings[kind], kind, NO_SPACE, NO_SPACE, target, row, 0, 0))
                for kind in range(KINDS)
                if brings[kind] and kind != AA_GUN
            ]
            if done and all(done):
                origin = start if src is None else src
                boat = Boat(row, origin, zone, tuple(self.orders[first:]), brings)
        self.back_to(mark)
        return boat

    def _load_up(self, row: int, start: int, stop: int | None, src: int | None) -> bool:
        if stop is None or src is None:
            return True
        return self._sail(row, stop) and self.load(row, src)

    def load(self, row: int, src: int) -> bool:
        """Fill a transport from a coast: two infantry, a tank, or one infantry."""
        infantry = min(2, int(self.fields.fresh[src, INFANTRY]))
        loads = [(INFANTRY, 2)] if infantry == 2 else []
        loads += [(ARMOR, 1)] if self.fields.fresh[src, ARMOR] else []
        loads += [(INFANTRY, 1)] if infantry else []
        return any(self.give(order(LOAD, n, kind, src, NO_SPACE, NO_SPACE, row, 0, 0)) for kind, n in loads)

    def _sail(self, row: int, zone: int) -> bool:
        if int(self.fields.ship_zone[row]) == zone:
            return True
        return self.give(order(SAIL, 0, TRANSPORT, NO_SPACE, NO_SPACE, zone, row, 0, 0))

    # attacks

    def begin_assault(self, target: int) -> Assault:
        """An attack on a space, with those who are there already."""
        force = self.own(target)
        for row, slot in np.argwhere(self.fields.landing[self.rows] == target).tolist():
            force = added(force, one_of(int(self.fields.cargo_kind[self.rows[row], slot])))
        return Assault(target, force)

    def judge(self, assault: Assault) -> Outlook:
        """What to expect of an attack."""
        look()
        bombarding = None
        if assault.boats:
            zones = {boat.zone for boat in assault.boats if not self.hostile(boat.zone)}
            bombarding = sum(int(self.fields.units[zone, self.power, BATTLESHIP]) for zone in zones)
        return outlook(
            self.fields,
            assault.force,
            self.defenders(assault.target),
            assault.target,
            self.power,
            bombarding,
        )

    def launch(self, assault: Assault) -> bool:
        """Give the orders of an attack, units that go the same way together; all or nothing."""
        codes = [code + (n - 1) * _ONE for code, n in assault.codes.items()]
        return self.give_all([*codes, *(code for boat in assault.boats for code in boat.codes)])

    # afterwards

    def march_distances(self, goals: Sequence[int], passable: Callable[[int], bool]) -> NDArray[np.int64]:
        """Steps over land to the nearest of some spaces, `FAR` where there is no way."""
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
        """Capitals of the other side that it holds."""
        return [
            int(CAPITAL[power])
            for power in range(POWERS)
            if int(SIDE[power]) != self.side and self.is_enemy(int(CAPITAL[power]))
        ]

    def flight_distance(self, space: int, goals: Sequence[int]) -> int:
        return min((int(self.air_steps[space, goal]) for goal in goals), default=FAR)

    def march(self, group: Group, n: int) -> bool:
        """Order n units of a group at once."""
        return n > 0 and self.give(group.code + (n - 1) * _ONE)

    def may_end(self) -> bool:
        return self.why_not(int(plain(END))) == LEGAL


def is_land(kind: int) -> bool:
    return kind in LAND_KINDS


def is_ship(kind: int) -> bool:
    return kind in SEA_KINDS


def walks(kind: int) -> bool:
    """Whether a kind goes on its own feet or tracks; guns do, but nobody sends them."""
    return int(CLASS[kind]) == LAND_KIND and kind != AA_GUN


def sails(kind: int) -> bool:
    return int(CLASS[kind]) == SEA_KIND


def fly(n: int, kind: int, src: int, dst: int, around: bool = False) -> int:
    """The order for aircraft."""
    return int(move(n, kind, src, NO_SPACE, dst, AROUND if around else SHORTEST))
