"""The position of a war, and the control of spaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from tests.games.axisallies.oracle.facts import (
    CANALS,
    CAPITAL,
    CASH,
    IPC,
    IS_LAND,
    LAND,
    ORIGINAL,
    PIECES,
    POWERS,
    ROOM,
    SEA,
    SETUP,
    SHIPS,
    SIDE,
    SPACES,
    START_TECHS,
    TECHS,
    TROOPS,
    enemies,
    friends,
    neighbours,
)

Order = tuple[Any, ...]


@dataclass
class Plane:
    """An aircraft of the power whose turn it is."""

    kind: str
    space: str
    flown: int = 0
    raids: bool = False
    idle: bool = False
    landed: bool = False


@dataclass
class Ship:
    """A transport. Cargo: kind, power, and the beach it is to be landed on in combat."""

    owner: str
    zone: str
    cargo: list[list[Any]] = field(default_factory=list)
    left: int = 2
    sailed: bool = False
    unloaded: bool = False
    fought: bool = False
    retreated: bool = False
    beach: str | None = None


@dataclass
class Question:
    """A decision in a battle."""

    who: str
    orders: list[Order]
    hits: int = 0


@dataclass
class Battle:
    space: str
    round: int = 0
    amphibious: bool = False
    marines: int = 0
    bombarding: int = 0
    doomed: Counter[tuple[str, str]] = field(default_factory=Counter)
    hurt: Counter[str] = field(default_factory=Counter)
    submerged: Counter[str] = field(default_factory=Counter)


class War:
    """The position. `die` throws one die; `reached` counts the special rules that have been used."""

    def __init__(self, options: dict[str, Any], die: Callable[[], int]) -> None:
        self.options = options
        self.die = die
        self.near = neighbours(
            options["hudson_bay_touches_western_canada"],
            options["one_panama_sea_zone"],
            options["no_separate_gulf_of_mexico"],
        )
        self.reached: Counter[str] = Counter()
        self.owner = dict(ORIGINAL)
        self.began = dict(ORIGINAL)
        self.units: dict[str, dict[str, Counter[str]]] = {
            space: {power: Counter(SETUP[space].get(power, {})) for power in POWERS} for space in SPACES
        }
        self.built: set[str] = set()
        self.new_complexes = 0
        self.ships: dict[int, Ship] = {}
        for space in SPACES:
            for power in POWERS:
                for _ in range(self.units[space][power]["transport"]):
                    self.new_ship(power, space)
        self.cash = {power: CASH[power] + options[f"bid_{power}"] for power in POWERS}
        self.techs: dict[str, set[str]] = {power: set() for power in POWERS}
        if options["axis_start_tech"]:
            self.techs = {power: set(START_TECHS[power]) for power in POWERS}
        self.bought: dict[str, Counter[str]] = {power: Counter() for power in POWERS}
        self.power = POWERS[0]
        self.phase = "research"
        self.round = 1
        self.history = [[self.production(power) for power in POWERS]]
        self.winner: str | None = None
        self.victory = ""
        # this turn
        self.fresh: dict[str, Counter[str]] = {}
        self.planes: list[Plane] = []
        self.came: dict[str, set[str]] = {}
        self.fought: dict[str, bool] = {}
        self.bombarded: set[str] = set()
        self.decked: Counter[str] = Counter()
        self.produced: Counter[str] = Counter()
        self.rocketed = False
        self.scorch: dict[str, str] = {}
        self.new_here: set[str] = set()
        # the battle being fought
        self.battle: Battle | None = None
        self.story: Generator[Question, Any, None] | None = None
        self.question: Question | None = None

        self.memo: dict[Any, Any] | None = None

    def once(self, key: Any, find: Callable[[], Any]) -> Any:
        """Cache what is looked up often while orders are listed."""
        if self.memo is None:
            return find()
        if key not in self.memo:
            self.memo[key] = find()
        return self.memo[key]

    # who and where

    @property
    def foes(self) -> list[str]:
        return enemies(self.power)

    @property
    def side(self) -> list[str]:
        return friends(self.power)

    def friendly(self, space: str) -> bool:
        return IS_LAND[space] and self.owner[space] in self.side

    def foreign(self, space: str) -> bool:
        """Land of the other side."""
        return IS_LAND[space] and self.owner[space] in self.foes

    def neutral(self, space: str) -> bool:
        return IS_LAND[space] and self.owner[space] is None

    def hostile(self, zone: str) -> bool:
        """Whether there are enemy ships in a sea zone."""
        return bool(
            self.once(
                ("hostile", zone),
                lambda: any(self.units[zone][foe][kind] for foe in self.foes for kind in SHIPS),
            )
        )

    def defended(self, space: str) -> bool:
        """Whether enemy units stand on this land; guns and complexes do not count."""
        return any(
            self.units[space][foe][kind] for foe in self.foes for kind in (*TROOPS, "fighter", "bomber")
        )

    def something_to_fight(self, space: str) -> bool:
        return self.foreign(space) and self.defended(space) if IS_LAND[space] else self.hostile(space)

    def gun_fires(self, space: str) -> bool:
        """A gun that was the enemy's when the turn began, even one overrun since."""
        return (
            IS_LAND[space]
            and self.began[space] in self.foes
            and any(self.units[space][power]["aa_gun"] for power in POWERS)
        )

    def production(self, power: str) -> int:
        return sum(IPC[space] for space in LAND if self.owner[space] == power)

    def side_production(self, side: str) -> int:
        return sum(self.production(power) for power in POWERS if SIDE[power] == side)

    def taken_this_turn(self, space: str) -> bool:
        return self.friendly(space) and self.began[space] not in self.side

    def has_capital(self, power: str) -> bool:
        return self.owner[CAPITAL[power]] not in enemies(power)

    def canal_open(self, one: str, other: str, power: str | None = None) -> bool:
        """Whether ships of a power, that to play or another, may pass between two zones."""
        for ends, keys, name in CANALS:
            if {one, other} == set(ends):
                now = name == "suez" and not self.options["suez_since_turn_start"]
                return all(
                    (self.owner if now else self.began)[key] in friends(power or self.power) for key in keys
                )
        return True

    def reach(self, src: str, most: int, passable: Callable[[str, str], bool]) -> dict[str, int]:
        """Spaces within a number of steps, with their distance; `passable(here, next)`: whether the step is
        allowed.
        """
        found, edge = {src: 0}, [src]
        for step in range(1, most + 1):
            border = []
            for here in edge:
                for there in self.near[here]:
                    if there not in found and passable(here, there):
                        found[there] = step
                        border.append(there)
            edge = border
        return found

    def enough_pieces(self, kind: str, n: int, src: str | None, dst: str) -> bool:
        """Option `piece_limits`: no more separate groups of a kind than pieces. Without `src` the units are
        new on the board.
        """
        mine = [self.units[space][self.power][kind] for space in SPACES]
        if not self.options["piece_limits"] or self.units[dst][self.power][kind]:
            return True
        if src is not None and self.units[src][self.power][kind] == n:
            return True
        return sum(count > 0 for count in mine) < PIECES.get(kind, 999)

    # transports

    def new_ship(self, power: str, zone: str) -> None:
        row = next(row for row in range(64) if row not in self.ships)
        self.ships[row] = Ship(power, zone)

    def room(self, ship: Ship) -> int:
        return 2 - sum(ROOM[item[0]] for item in ship.cargo)

    def alike(self, row: int) -> int:
        """The lowest number among ships that are the same in every respect."""

        def looks(ship: Ship) -> tuple[Any, ...]:
            cargo = sorted(map(str, ship.cargo))
            return (ship.owner, ship.zone, cargo, ship.left, ship.sailed, ship.unloaded, ship.fought, ship.retreated, ship.beach)  # fmt: skip

        return min(other for other in self.ships if looks(self.ships[other]) == looks(self.ships[row]))

    # aircraft of the power to play

    def planes_at(self, space: str, kind: str | None = None) -> list[Plane]:
        return [p for p in self.planes if p.space == space and kind in (None, p.kind)]

    def lose_plane(self, plane: Plane) -> None:
        self.planes.remove(plane)
        self.units[plane.space][self.power][plane.kind] -= 1

    # control

    def take(self, space: str) -> None:
        """The power to play takes a space: liberation, capitals, and what stands there changes hands."""
        old = self.owner[space]
        first = ORIGINAL[space]
        new = self.power
        if first is not None and first != self.power and first in self.side:
            if self.has_capital(first) or space == CAPITAL[first]:
                new = first
                self.reached["liberated"] += 1
            else:
                self.reached["held for an ally"] += 1
        self.owner[space] = new
        for foe in self.foes:
            for kind in ("aa_gun", "industrial_complex"):
                if self.units[space][foe][kind]:
                    self.reached[f"captured {kind}"] += 1
                    self.units[space][new][kind] += self.units[space][foe].pop(kind)
                    if self.options["scorched_earth"]:
                        self.scorch[space] = old
        if space == CAPITAL[old]:
            self.cash[self.power] += self.cash[old]
            self.cash[old] = 0
            self.reached["capital taken"] += 1
        if space == CAPITAL[new] and first == new:
            self.reached["capital liberated"] += 1
            for other in LAND:
                if ORIGINAL[other] == new and self.owner[other] in friends(new) and self.owner[other] != new:
                    ally = self.units[other][self.owner[other]]
                    self.units[other][new]["industrial_complex"] += ally.pop("industrial_complex", 0)
                    self.owner[other] = new
                    self.reached["returned to its owner"] += 1

    def pay_neutral(self, space: str) -> None:
        self.cash[self.power] -= self.options["neutral_charge"]
        self.owner[space] = self.power
        self.reached["neutral violated"] += 1


__all__ = ["SEA", "TECHS", "Battle", "Order", "Plane", "Question", "Ship", "War"]
