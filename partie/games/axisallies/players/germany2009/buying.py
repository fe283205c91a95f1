"""The rules for purchases."""

from __future__ import annotations

from typing import Any

from partie.core.phrases import filled
from partie.expert import Firing, absent, fact, test
from partie.games.axisallies.players import greedy
from partie.games.axisallies.players.germany2009.common import (
    CENTRAL_MED,
    SOUTH,
)
from partie.games.axisallies.players.germany2009.knowledge import (
    IPC_LEFT,
    MEDITERRANEAN,
)
from partie.games.axisallies.players.germany2009.words import BECAUSE, REFUSED, rule
from partie.games.axisallies.rules.economy import price
from partie.games.axisallies.rules.orders import (
    BUY_UNITS,
    amount,
)
from partie.games.axisallies.rules.units import (
    ARMOR,
    BOMBER,
    FIGHTER,
    INFANTRY,
    TRANSPORT,
)

TANKS_FROM, AIRCRAFT_FROM = 40, 50
AIRCRAFT_ODDS, FIGHTERS_TO_A_BOMBER = 5, 4
LUCK = AIRCRAFT_ODDS * (FIGHTERS_TO_A_BOMBER + 1)
"""The number of sides of the die that decides on aircraft: five of them mean an aircraft, four a fighter and
one a bomber.
"""


def _buy(firing: Firing, kind: int, n: int) -> None:
    """Buy units with the money left."""
    cost = n * int(price(firing.world.record, kind))
    firing.facts.take(IPC_LEFT, cost)
    code = int(amount(BUY_UNITS, n, kind))
    if not firing.world.give(code):
        firing.refuse(REFUSED["not_for_sale"])
    firing.data["n"] = n
    firing.order(code)


def _buy_tanks_first(firing: Firing) -> None:
    n = (firing["cash"] - TANKS_FROM) // int(price(firing.world.record, ARMOR))
    if n == 0:
        firing.refuse(REFUSED["no_armor_beyond"])
    _buy(firing, ARMOR, n)


def _buy_rest(firing: Firing) -> None:
    record = firing.world.record
    cash = firing.facts.left(IPC_LEFT)
    infantry, tanks = greedy.even_purchase(cash, *(int(price(record, kind)) for kind in (INFANTRY, ARMOR)))
    if infantry + tanks == 0:
        firing.refuse(REFUSED["nothing_to_spend"])
    spent = sum(n * int(price(record, kind)) for kind, n in ((INFANTRY, infantry), (ARMOR, tanks)))
    firing.data |= {"infantry": infantry, "armor": tanks, "left": cash - spent}
    for kind, n in ((INFANTRY, infantry), (ARMOR, tanks)):
        if n:
            _buy(firing, kind, n)


def _more_than(limit: int) -> Any:
    return test(
        lambda facts, case: case["cash"] > limit,
        because=filled(BECAUSE["not_more_than"], {"cash": "{cash}", "limit": limit}),
    )


BUYING = (
    rule(
        "tanks_first",
        (fact("cash", "?cash"), _more_than(TANKS_FROM)),
        _buy_tanks_first,
        priority=4,
    ),
    rule(
        "buy_fighter",
        (
            fact("cash", "?cash"),
            fact("luck", "?luck"),
            _more_than(AIRCRAFT_FROM),
            test(lambda facts, case: case["luck"] < FIGHTERS_TO_A_BOMBER, because=BECAUSE["no_aircraft"]),
        ),
        lambda firing: _buy(firing, FIGHTER, 1),
        priority=3,
    ),
    rule(
        "buy_bomber",
        (
            fact("cash", "?cash"),
            fact("luck", "?luck"),
            _more_than(AIRCRAFT_FROM),
            test(lambda facts, case: case["luck"] == FIGHTERS_TO_A_BOMBER, because=BECAUSE["no_bomber"]),
        ),
        lambda firing: _buy(firing, BOMBER, 1),
        priority=3,
    ),
    rule(
        "buy_transport",
        (
            fact("units", "axis", "?axis"),
            fact("units", "allies", "?allies"),
            test(lambda facts, case: case["axis"] < case["allies"], because=BECAUSE["not_fewer"]),
            test(
                lambda facts, case: (
                    not any(facts.holds("transport", "?", zone, "?") for zone in MEDITERRANEAN)
                ),
                because=BECAUSE["transport_there"],
            ),
            absent("theirs", "Mediterranean", because=BECAUSE["allied_sea"]),
            test(
                lambda facts, case: (
                    facts.holds("owner", SOUTH, "germany")
                    and not facts.holds("foe", CENTRAL_MED, "?", "?", "?")
                ),
                because=BECAUSE["no_launch"],
            ),
        ),
        lambda firing: _buy(firing, TRANSPORT, 1),
        priority=2,
    ),
    rule(
        "buy_rest",
        (fact("cash", "?cash"),),
        _buy_rest,
        priority=1,
    ),
)
