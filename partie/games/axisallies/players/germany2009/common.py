"""Places and units named in the rules, conditions on the turn, and functions to give orders."""

from __future__ import annotations

from partie.core.game import View
from partie.expert import Firing, absent, fact
from partie.games.axisallies.players.germany2009.knowledge import (
    Kind,
    Place,
)
from partie.games.axisallies.players.germany2009.words import BECAUSE, REFUSED
from partie.games.axisallies.players.staff.assaults import Assault
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.rules.board import space
from partie.games.axisallies.rules.orders import (
    NO_SPACE,
    from_of,
    move,
    unit_of,
)
from partie.games.axisallies.rules.units import (
    ARMOR,
    BATTLESHIP,
    BOMBER,
    FIGHTER,
    INFANTRY,
    TRANSPORT,
)

HOME, WEST, SOUTH, EAST = (Place(space(n)) for n in ("germany", "western-europe", "southern-europe", "eastern-europe"))  # fmt: skip
LIBYA, ALGERIA, EGYPT = (Place(space(name)) for name in ("libya", "algeria", "anglo-egypt-sudan"))
EQUATORIAL, WEST_AFRICA = Place(space("french-equatorial-africa")), Place(space("french-west-africa"))
CENTRAL_MED, EAST_MED = Place(space("sz-central-med")), Place(space("sz-east-med"))
RUSSIA, KARELIA = Place(space("russia")), Place(space("karelia"))
INF, ARM, FTR, BOM, TRA, BAT = (Kind(k) for k in (INFANTRY, ARMOR, FIGHTER, BOMBER, TRANSPORT, BATTLESHIP))

FIRST, SEA, LAND = 100.0, 50.0, 10.0
"""Priorities: the moves of the first turn, attacks at sea, attacks on land."""


class Theatre(Campaign):
    """A campaign with the smallest chance to take a space that makes an attack on land good."""

    def __init__(self, view: View, least_chance: float) -> None:
        super().__init__(view)
        self.least_chance = least_chance


FIRST_TURN = fact("round", 1)
LATER = absent("round", 1, because=BECAUSE["first_turn"])


def give(firing: Firing, code: int) -> None:
    if not firing.world.give(code):
        firing.refuse(REFUSED["not_allowed"])
    firing.order(code)


def send(firing: Firing, n: int, kind: int, src: int, dst: int, via: int = NO_SPACE) -> None:
    """Order units from one space to another; they are not available afterwards."""
    firing.facts.take((Place(src), Kind(kind)), n)
    code = int(move(n, kind, src, via, dst, 0))
    give(firing, code)


def launch(firing: Firing, assault: Assault) -> None:
    """Order the units of an attack, which are not available afterwards."""
    for code, n in assault.codes.items():
        firing.facts.take((Place(int(from_of(code))), Kind(int(unit_of(code)))), n)
    first = len(firing.world.orders)
    if not firing.world.launch(assault):
        firing.refuse(REFUSED["no_landing"])
    for code in firing.world.orders[first:]:
        firing.order(code)
