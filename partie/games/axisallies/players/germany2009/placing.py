"""The rules for placement."""

from __future__ import annotations

from partie.expert import Firing, fact
from partie.games.axisallies.players import greedy
from partie.games.axisallies.players.germany2009.common import (
    CENTRAL_MED,
    HOME,
    RUSSIA,
    TRA,
)
from partie.games.axisallies.players.germany2009.knowledge import Place
from partie.games.axisallies.players.germany2009.words import REFUSED, rule
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.players.staff.threats import threatened
from partie.games.axisallies.rules.board import (
    LANDS,
    SPACES,
)
from partie.games.axisallies.rules.units import (
    AIR_KINDS,
    LAND_KINDS,
    TRANSPORT,
)


def _place(firing: Firing, spaces: list[Place]) -> None:
    """Place land units and aircraft; the rule refuses if none could be placed."""
    campaign: Campaign = firing.world
    first = len(campaign.orders)
    kinds = [*LAND_KINDS, *AIR_KINDS] if spaces == [HOME] else list(LAND_KINDS)
    for kind in kinds:
        greedy.place_kind(campaign, kind, [int(each) for each in spaces])
    if len(campaign.orders) == first:
        firing.refuse(REFUSED["nothing_to_place"])
    for code in campaign.orders[first:]:
        firing.order(code)


def _place_ships(firing: Firing) -> None:
    campaign: Campaign = firing.world
    first = len(campaign.orders)
    zones = [int(CENTRAL_MED), *(zone for zone in range(LANDS, SPACES) if zone != CENTRAL_MED)]
    greedy.place_kind(campaign, TRANSPORT, zones)
    if len(campaign.orders) == first:
        firing.refuse(REFUSED["no_free_water"])
    for code in campaign.orders[first:]:
        firing.order(code)


def _invaded(firing: Firing) -> None:
    if not threatened(firing.world, HOME):
        firing.refuse(REFUSED["no_invasion"])
    _place(firing, [HOME])


PLACING = (
    rule(
        "place_in_danger",
        (fact("round", "?round"),),
        _invaded,
        priority=30,
    ),
    rule(
        "place_forward",
        (fact("forward", "?space"),),
        lambda firing: _place(firing, [firing["space"]]),
        priority=lambda case: 20 + (case["space"] == RUSSIA),
    ),
    rule(
        "place_at_home",
        (fact("owner", HOME, "germany"),),
        lambda firing: _place(firing, [HOME]),
        priority=10,
    ),
    rule(
        "place_ships",
        (fact("waiting", TRA, "?n"),),
        _place_ships,
        priority=5,
    ),
)
