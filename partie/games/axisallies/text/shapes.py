"""The shape of a view of Axis & Allies, and of an order.

Spaces, units and technologies have the ids of `rules/board.json`.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from partie.core.shapes import Shape

Phase = Literal["research", "buy", "combat_move", "combat", "noncombat", "place", "over"]
BoardId = Literal["world", "training", "revised"]
Side = Literal["allies", "axis"]
Power = Literal["ussr", "germany", "uk", "japan", "usa"]
Unit = Literal[
    "infantry",
    "armor",
    "fighter",
    "bomber",
    "aa_gun",
    "industrial_complex",
    "battleship",
    "carrier",
    "transport",
    "submarine",
    "marine",
    "destroyer",
    "artillery",
]
Tech = Literal[
    "jet_power",
    "rockets",
    "super_submarines",
    "long_range_aircraft",
    "industrial_technology",
    "heavy_bombers",
]
OrderKind = Literal[
    "end",
    "research",
    "buy",
    "move",
    "sail",
    "load",
    "unload",
    "raid",
    "drop",
    "fight",
    "rocket",
    "lose",
    "lose_as_usual",
    "go_on",
    "retreat",
    "withdraw",
    "submerge",
    "place",
    "destroy",
]
"""In the order of their numbers in the rules."""


Way = Literal["around", "over neutrals"]


class Army(Shape, total=False):
    """Units by kind; absent kinds are left out."""

    infantry: int
    armor: int
    fighter: int
    bomber: int
    aa_gun: int
    industrial_complex: int
    battleship: int
    carrier: int
    transport: int
    submarine: int
    marine: int
    destroyer: int
    artillery: int


class Forces(Shape, total=False):
    """Armies by power; powers without one are left out."""

    ussr: Army
    germany: Army
    uk: Army
    japan: Army
    usa: Army


class PowerCounts(Shape, total=False):
    """A number by power, 0 left out."""

    ussr: int
    germany: int
    uk: int
    japan: int
    usa: int


_From = TypedDict("_From", {"from": NotRequired[str]})
"""`from` is a keyword of Python: a field of this name cannot be declared in a class."""


class Order(Shape, _From):
    """An order as data, with the fields of its kind. `from` is the space that units, or a transport,
    leave.
    """

    kind: OrderKind
    n: NotRequired[int]
    """The number of units or dice."""
    unit: NotRequired[Unit]
    via: NotRequired[str]
    """The space on the way of armor that moves two spaces."""
    to: NotRequired[str]
    """The space where units go, are placed, fight or retreat to."""
    way: NotRequired[Way]
    """How aircraft fly if not by the shortest way: over the fewest neutrals and guns, or over the fewest
    guns, even over neutrals.
    """
    row: NotRequired[int]
    """The number of the transport."""
    cargo: NotRequired[Forces]
    """The cargo of the transport before the order."""
    power: NotRequired[Power]
    """The power whose units are lost, or which owns the transport."""


class LegalOrders(Shape, _From):
    """Several legal orders in one entry: one for each space in `to` and each number from `n` to `most`."""

    kind: OrderKind
    n: NotRequired[int]
    most: NotRequired[int]
    """The largest number, if there are several."""
    unit: NotRequired[Unit]
    via: NotRequired[str]
    to: NotRequired[list[str]]
    way: NotRequired[Way]
    row: NotRequired[int]
    power: NotRequired[Power]


class Aloft(Shape):
    """Aircraft that must still land in non-combat movement."""

    space: str
    kind: Unit
    count: int
    goals: list[str]
    """The spaces where one of them could land, the nearest first; without any they will be lost."""


class Cargo(Shape):
    """A unit aboard a transport."""

    power: int
    kind: Unit
    landing: str | None
    """The space where it lands when the battle there begins."""


class Ship(Shape):
    """A transport."""

    row: int
    """Its number in orders."""
    owner: int
    zone: str
    cargo: list[Cargo]
    left: int
    """How many steps it may still sail."""
    can_unload: bool
    fought: bool


class Pending(Shape):
    """A battle or raid still to be fought. A raid comes before the battle in the same space, with the same
    order.
    """

    space: str
    kind: Literal["raid", "sea", "land"]


class Battle(Shape):
    """The current battle."""

    space: str
    kind: Literal["sea", "land"]
    round: int
    amphibious: bool
    bombarding: int
    """The number of battleships that bombard."""
    attackers: Forces
    defenders: Forces
    doomed: Forces
    """Units that have been hit and will be removed."""
    hurt: PowerCounts
    """The number of battleships with one hit of two."""
    submerged: PowerCounts
    hits: int
    """Hits that the deciding power must assign now."""
    choices: Forces
    """The units they may be assigned to."""
    may_retreat: bool
    """If `may_retreat_to` is empty, only aircraft may retreat."""
    may_retreat_to: list[str]
    may_withdraw_to: list[str]
    """The zones submarines may withdraw to."""


class Dice(Shape):
    """The last throw: faces by column, the number needed to hit. Column 0 has dice that are added up (raids,
    rockets) and those of research.
    """

    by: Literal["attackers", "defenders", "gun", "bombardment", "raid", "rocket", "research"]
    columns: dict[str, list[int]]
    attackers: dict[str, list[int]] | None
    """The attackers' throw in the same round, if the defenders threw last."""


class Victory(Shape):
    """How the war ended."""

    side: Side | None
    """Null if the game ended with the last round."""
    how: Literal["capitals", "economy", "rounds"]


class WarView(Shape):
    """Axis & Allies. Seats are the powers of the board in turn order, on the world map 0 U.S.S.R., 1 Germany,
    2 United Kingdom, 3 Japan, 4 United States; lists have one entry per power unless noted otherwise. Spaces,
    units and technologies have the ids of the board's file in `partie/games/axisallies/rules/`.

    Nothing is hidden: every seat has the same view.
    """

    board: BoardId
    round: int
    power: int
    """The power whose turn it is."""
    phase: Phase
    """Phases in which there is nothing to do are skipped; income is collected at the end of `place`."""
    deciding: int | None
    """The power that decides now: in a battle sometimes a defender."""
    cash: list[int]
    production: list[int]
    techs: list[list[Tech]]
    owners: dict[str, int | None]
    """The owner of every land space; null: neutral."""
    units: dict[str, Forces]
    """Units by space; transports and their cargo are also in `ships`."""
    movable: dict[str, Army]
    """In the two movement phases: units of the power to play that may still move, without transports."""
    aloft: list[Aloft]
    ships: list[Ship]
    prices: list[int]
    """By kind of unit, in the order of `Army`."""
    strengths: list[list[int]]
    """Attack, defence and range by kind of unit, in the same order."""
    sold: list[Unit]
    """The kinds of units that can be bought in this game."""
    bought: Army
    """Units the power to play has bought and not yet placed."""
    placeable: dict[str, int | None]
    """In the phase `place`: spaces with a usable complex, and how many units each may still make; null: any
    number.
    """
    pending: list[Pending]
    """Battles and raids still to be fought, in combat movement as well."""
    battle: Battle | None
    dice: Dice | None
    scorch: str | None
    """The lost space whose gun and complex may now be destroyed."""
    history: list[list[int]]
    """Production of all powers at the start and after each finished round."""
    sides: list[Side]
    capitals: list[str]
    """The spaces of the powers' capitals."""
    victory: Victory | None
