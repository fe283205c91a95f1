"""Planning a phase on a copy of the position (`trial`): which units can go where, and attacks made of
them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from partie.games.axisallies.players.staff.assaults import Assault, Boat, Group, one_of
from partie.games.axisallies.players.staff.patience import look
from partie.games.axisallies.players.staff.trial import Trial
from partie.games.axisallies.players.staff.warfare import (
    Force,
    Outlook,
    added,
    outlook,
)
from partie.games.axisallies.rules.board import (
    FARTHEST,
    LANDS,
)
from partie.games.axisallies.rules.flight import (
    RARE,
    dangers,
    find_way,
    flight_range,
)
from partie.games.axisallies.rules.orders import (
    LOAD,
    NO_SPACE,
    ONE,
    SAIL,
    UNLOAD,
    from_of,
    moves_of_one,
    order,
    to_of,
    unit_of,
    via_of,
    way_of,
)
from partie.games.axisallies.rules.state import (
    COMBAT_MOVE,
    FOUGHT,
    RETREATED,
    UNLOADED,
)
from partie.games.axisallies.rules.units import (
    AA_GUN,
    AIR_KINDS,
    ARMOR,
    ARTILLERY,
    BATTLESHIP,
    FIGHTER,
    INFANTRY,
    KINDS,
    LAND_KINDS,
    TRANSPORT,
)


class Campaign(Trial):
    """The plan of a phase in the making: which units can go where, by land, sea and air, and attacks made of
    them.

    The slow methods (`reach`, `boats`, `judge`) raise `OutOfTime` when time runs out, never in the middle of
    an attack: the orders given so far are complete.
    """

    def reach(self) -> dict[int, list[Group]]:
        """The units that can be ordered to each space, each by one way: armor prefers to capture an empty
        space on its way, aircraft prefer to fly round guns and never cross neutrals, which costs money.
        """
        look()
        codes = moves_of_one(self.listed())
        best: dict[tuple[int, int, int], tuple[int, int]] = {}
        for code in codes.tolist():
            src, kind, dst = int(from_of(code)), int(unit_of(code)), int(to_of(code))
            rank = self._preference(code, src, kind, dst)
            if rank is None:
                continue
            key = (dst, src, kind)
            if key not in best or rank > best[key][0]:
                best[key] = (rank, code)
        found: dict[int, list[Group]] = {}
        for (dst, src, kind), (_, code) in best.items():
            found.setdefault(dst, []).append(Group(src, kind, code, self.able(src, kind)))
        return found

    def _preference(self, code: int, src: int, kind: int, dst: int) -> int | None:
        if kind in AIR_KINDS:
            if self.phase != COMBAT_MOVE:
                return 0
            path = np.empty(FARTHEST + 1, np.int64)
            steps = int(flight_range(self._bare, self.power, kind))
            length = int(find_way(self._bare, src, dst, steps, way_of(code), path))
            crossed = int(dangers(self._bare, path, length))
            return None if crossed >= RARE else -crossed
        via = int(via_of(code))
        if via < 0:
            return 1
        return 2 if self.is_enemy(via) else 0

    def able(self, src: int, kind: int) -> int:
        """How many units of a kind in a space may still be given orders."""
        if kind in AIR_KINDS:
            flown = self.fields.flown[src, kind - FIGHTER]
            return int(flown[0] if self.phase == COMBAT_MOVE else flown.sum())
        return int(self.fields.fresh[src, kind])

    def boats(self, target: int, suitable: Callable[[int], bool] = lambda zone: True) -> list[Boat]:
        """Transports that can land units on a coast this turn, those aboard or loaded on the way. `suitable`:
        the zones they may land from.
        """
        rows = [row for row in self.rows if self.may_work(row)]
        return [boat for row in rows for boat in self.boats_of(row, target, suitable)[:1]]

    def boats_of(
        self, row: int, target: int, suitable: Callable[[int], bool] = lambda zone: True
    ) -> list[Boat]:
        """The ways a transport can land on a coast this turn, one for each zone, the nearest first."""
        steps = self.sea_steps[int(self.fields.ship_zone[row])]
        zones = [z for z in self.neighbours(target) if z >= LANDS and suitable(z)]
        zones.sort(key=lambda zone: int(steps[zone]))
        ways = [self._voyage(row, zone, target) for zone in zones]
        return [boat for boat in ways if boat is not None]

    def may_work(self, row: int) -> bool:
        """Whether a transport may still be used this turn."""
        return not self.fields.ship_did[row] & (UNLOADED | FOUGHT | RETREATED)

    def cargo(self, row: int) -> Force:
        """The own units aboard that are not assigned to a beach."""
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
        """The orders with which a transport lands on a coast from a zone; tried on the copy and taken
        back.
        """
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
        """Zones where a transport can load on its way, the nearest first."""
        steps = self.sea_steps
        near = LANDS + np.flatnonzero(steps[start, LANDS:] + steps[LANDS:, zone] <= left)
        stops = [stop for stop in near.tolist() if not self.hostile(stop)]
        return sorted(stops, key=lambda stop: int(steps[start, stop]))

    def _waiting(self, stop: int, target: int) -> list[int]:
        """Coasts of a zone with land units that may still move, those with most infantry first."""
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
        """Load a transport from a coast with infantry and artillery, two infantry, one armor or what there
        is.
        """
        infantry, guns = (min(2, int(self.fields.fresh[src, kind])) for kind in (INFANTRY, ARTILLERY))
        loads: list[tuple[tuple[int, int], ...]] = []
        loads += [((INFANTRY, 1), (ARTILLERY, 1))] if infantry and guns else []
        loads += [((INFANTRY, 2),)] if infantry == 2 else []
        loads += [((ARMOR, 1),)] if self.fields.fresh[src, ARMOR] else []
        loads += [((INFANTRY, 1),)] if infantry else []
        loads += [((ARTILLERY, guns),)] if guns else []
        return any(
            self.give_all([order(LOAD, n, kind, src, NO_SPACE, NO_SPACE, row, 0, 0) for kind, n in load])
            for load in loads
        )

    def _sail(self, row: int, zone: int) -> bool:
        if int(self.fields.ship_zone[row]) == zone:
            return True
        return self.give(order(SAIL, 0, TRANSPORT, NO_SPACE, NO_SPACE, zone, row, 0, 0))

    def begin_assault(self, target: int) -> Assault:
        """Begin an attack on a space with the units already there."""
        force = self.own(target)
        for row, slot in np.argwhere(self.fields.landing[self.rows] == target).tolist():
            force = added(force, one_of(int(self.fields.cargo_kind[self.rows[row], slot])))
        return Assault(target, force)

    def judge(self, assault: Assault) -> Outlook:
        """The outlook of an attack."""
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
        """Give all orders of an attack, or none; units that go the same way go together."""
        codes = [code + (n - 1) * ONE for code, n in assault.codes.items()]
        return self.give_all([*codes, *(code for boat in assault.boats for code in boat.codes)])

    def march(self, group: Group, n: int) -> bool:
        """Give n units of a group their order."""
        return n > 0 and self.give(group.code + (n - 1) * ONE)
