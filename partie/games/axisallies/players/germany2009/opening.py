"""The rules for the first attack: Africa."""

from __future__ import annotations

from partie.expert import Firing, absent, fact
from partie.games.axisallies.players.germany2009.common import (
    ALGERIA,
    ARM,
    BAT,
    CENTRAL_MED,
    EAST_MED,
    EGYPT,
    EQUATORIAL,
    FIRST,
    FIRST_TURN,
    INF,
    LIBYA,
    SOUTH,
    WEST_AFRICA,
    send,
)
from partie.games.axisallies.players.germany2009.words import BECAUSE, REFUSED, rule
from partie.games.axisallies.rules.orders import (
    LOAD,
    NO_SPACE,
    SAIL,
    UNLOAD,
    order,
)
from partie.games.axisallies.rules.units import (
    ARMOR,
    BATTLESHIP,
    INFANTRY,
    TRANSPORT,
)


def _land_in_egypt(firing: Firing) -> None:
    row = firing["row"]
    firing.facts.take((SOUTH, INF), 2)
    mark = firing.world.mark()
    for code in (
        order(LOAD, 2, INFANTRY, SOUTH, NO_SPACE, NO_SPACE, row, 0, 0),
        order(SAIL, 0, TRANSPORT, NO_SPACE, NO_SPACE, EAST_MED, row, 0, 0),
        order(UNLOAD, 2, INFANTRY, NO_SPACE, NO_SPACE, EGYPT, row, 0, 0),
    ):
        if not firing.world.give(int(code)):
            firing.world.back_to(mark)
            firing.refuse(REFUSED["way_shut"])
        firing.order(int(code))


_EGYPT_HELD = absent("owner", EGYPT, "germany", because=BECAUSE["egypt_held"])

OPENING = (
    rule(
        "egypt_battleship",
        (
            FIRST_TURN,
            fact("mine", CENTRAL_MED, BAT, "?n"),
            fact("transport", "?row", CENTRAL_MED, 0),
            _EGYPT_HELD,
        ),
        lambda firing: send(firing, 1, BATTLESHIP, CENTRAL_MED, EAST_MED),
        priority=FIRST + 4,
    ),
    rule(
        "egypt_landing",
        (FIRST_TURN, fact("mine", SOUTH, INF, "?n"), fact("transport", "?row", CENTRAL_MED, 0), _EGYPT_HELD),
        _land_in_egypt,
        priority=FIRST + 3,
    ),
    rule(
        "egypt_tank",
        (FIRST_TURN, fact("mine", LIBYA, ARM, "?n"), _EGYPT_HELD),
        lambda firing: send(firing, 1, ARMOR, LIBYA, EGYPT, EQUATORIAL),
        priority=FIRST + 2,
    ),
    rule(
        "egypt_infantry",
        (FIRST_TURN, fact("mine", LIBYA, INF, "?n"), _EGYPT_HELD),
        lambda firing: send(firing, firing["n"], INFANTRY, LIBYA, EGYPT),
        priority=FIRST + 1,
    ),
    rule(
        "west_africa",
        (FIRST_TURN, fact("mine", ALGERIA, INF, "?n")),
        lambda firing: send(firing, 1, INFANTRY, ALGERIA, WEST_AFRICA),
        priority=FIRST,
    ),
)
