"""The shape of a view of Axis & Allies, and of an order.

Spaces, units and technologies go by their ids in `rules/board.json`.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from partie.core.shapes import Shape

Phase = Literal["research", "buy", "combat_move", "combat", "noncombat", "place", "over"]
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
"""In the order of the rules' numbers."""


Way = Literal["around", "over neutrals"]


class Army(Shape, total=False):
    """Units by kind; kinds that are not there are left out."""

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
"""`from` is a word of Python: a field of this name cannot be declared in a class."""


class Order(Shape, _From):
    """An order as data, with the fields its kind has. `from` is the space units leave; a transport that sails leaves one, too."""

    kind: OrderKind
    n: NotRequired[int]
    """How many units or dice."""
    unit: NotRequired[Unit]
    via: NotRequired[str]
    """The space on the way, where armor takes one."""
    to: NotRequired[str]
    """The space it is about: where units go, are placed, fight or retreat to."""
    way: NotRequired[Way]
    """How aircraft fly, where that is not the shortest way: round neutrals and guns as far as possible, or round guns even over neutrals."""
    row: NotRequired[int]
    """The transport, by its number."""
    cargo: NotRequired[Forces]
    """What that transport had aboard."""
    power: NotRequired[Power]
    """Whose units are lost, or whose transport it is."""


class LegalOrders(Shape, _From):
    """Legal orders, several at once: one for each space in `to` and, within that, for each number from `n` to `most`."""

    kind: OrderKind
    n: NotRequired[int]
    most: NotRequired[int]
    """The largest number, where there are several."""
    unit: NotRequired[Unit]
    via: NotRequired[str]
    to: NotRequired[list[str]]
    way: NotRequired[Way]
    row: NotRequired[int]
    power: NotRequired[Power]


class Aloft(Shape):
    """Aircraft that cannot stay where they are when non-combat movement ends."""

    space: str
    kind: Unit
    count: int
    goals: list[str]
    """Where one of them could land, the nearest first; none: they are lost."""


class Cargo(Shape):
    """A unit aboard a transport."""

    power: int
    kind: Unit
    landing: str | None
    """The beach where it goes ashore when its battle begins."""


class Ship(Shape):
    """A transport."""

    row: int
    """Its number, by which orders name it."""
    owner: int
    zone: str
    cargo: list[Cargo]
    left: int
    """How many steps it may still go."""
    can_unload: bool
    fought: bool


class Pending(Shape):
    """A fight still to be fought. A raid is fought before the battle of its space, with the same order."""

    space: str
    kind: Literal["raid", "sea", "land"]


class Battle(Shape):
    """The battle being fought."""

    space: str
    kind: Literal["sea", "land"]
    round: int
    amphibious: bool
    bombarding: int
    """Battleships that bombard."""
    attackers: Forces
    defenders: Forces
    doomed: Forces
    """Units that have been hit and leave later."""
    hurt: PowerCounts
    """Battleships with one hit of two."""
    submerged: PowerCounts
    hits: int
    """Hits the power deciding has to take now."""
    choices: Forces
    """What it may choose from, while there are hits to take."""
    may_retreat: bool
    """Without a space in `may_retreat_to`: aircraft may break off."""
    may_retreat_to: list[str]
    may_withdraw_to: list[str]
    """Where submarines may go."""


class Dice(Shape):
    """The last throw: faces by column, that is by the number needed. Column 0 is for dice that are added up (raids, rockets) and for research."""

    by: Literal["attackers", "defenders", "gun", "bombardment", "raid", "rocket", "research"]
    columns: dict[str, list[int]]
    attackers: dict[str, list[int]] | None
    """Where the defenders threw, what they answer to."""


class Victory(Shape):
    """How the war ended."""

    side: Side | None
    """Null when only the rounds are over."""
    how: Literal["capitals", "economy", "rounds"]


class WarView(Shape):
    """Axis & Allies. Seats are the powers in turn order: 0 U.S.S.R., 1 Germany, 2 United Kingdom, 3 Japan, 4 United States; lists have one entry per power where nothing else is said. Spaces, units and technologies go by their ids in `partie/games/axisallies/rules/board.json`.

    Nothing is hidden: every seat has the same view."""

    round: int
    power: int
    """Whose turn it is."""
    phase: Phase
    """Phases in which there is nothing to do are passed over; income is collected at the end of `place`."""
    deciding: int | None
    """Who has to answer now: losses and submarines may be the defender's."""
    cash: list[int]
    production: list[int]
    techs: list[list[Tech]]
    owners: dict[str, int | None]
    """Of every land space; null: neutral."""
    units: dict[str, Forces]
    """By space, where there are any; transports and their cargo are in `ships`, too."""
    movable: dict[str, Army]
    """In the two phases of movement: units of the power to play that may still move, transports apart."""
    aloft: list[Aloft]
    ships: list[Ship]
    prices: list[int]
    """By kind of unit, in the order of the board's file."""
    bought: Army
    """What the power to play has bought and not placed yet."""
    placeable: dict[str, int | None]
    """When placing: spaces with a complex that works, and how many units each may still make; null: any number."""
    pending: list[Pending]
    """What is still to be fought, already while units move."""
    battle: Battle | None
    dice: Dice | None
    scorch: str | None
    """The space whose loser is asked whether to destroy gun and complex."""
    history: list[list[int]]
    """Production of all powers at the start and after each finished round."""
    victory: Victory | None
