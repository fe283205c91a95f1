"""The rules for placement."""

from __future__ import annotations

from partie.core.parameters import both
from partie.expert import Firing, Rule, fact
from partie.games.axisallies.players import greedy
from partie.games.axisallies.players.germany2009.common import (
    CENTRAL_MED,
    HOME,
    RUSSIA,
    TRA,
)
from partie.games.axisallies.players.germany2009.knowledge import Place
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
        firing.refuse("Nothing is left to place there.", "Il ne reste rien à y placer.")
    for code in campaign.orders[first:]:
        firing.order(code)


def _place_ships(firing: Firing) -> None:
    campaign: Campaign = firing.world
    first = len(campaign.orders)
    zones = [int(CENTRAL_MED), *(zone for zone in range(LANDS, SPACES) if zone != CENTRAL_MED)]
    greedy.place_kind(campaign, TRANSPORT, zones)
    if len(campaign.orders) == first:
        firing.refuse("No water next to a complex is free.", "Aucune eau voisine d’un complexe n’est libre.")
    for code in campaign.orders[first:]:
        firing.order(code)


def _invaded(firing: Firing) -> None:
    if not threatened(firing.world, HOME):
        firing.refuse("Germany cannot be invaded.", "L’Allemagne ne peut être envahie.")
    _place(firing, [HOME])


PLACING = (
    Rule(
        "place_in_danger",
        both("Everything at home", "Tout au pays"),
        both("Germany can be invaded: everything is placed there.", "L’Allemagne peut être envahie : tout y est placé."),
        (fact("round", "?round"),),
        _invaded,
        priority=30,
    ),
    Rule(
        "place_forward",
        both("At the front", "Au front"),
        both("Infantry and armor as near to the front as captured complexes allow: {space}.", "Infanterie et blindés aussi près du front que le permettent les complexes pris : {space}."),
        (fact("forward", "?space"),),
        lambda firing: _place(firing, [firing["space"]]),
        priority=lambda case: 20 + (case["space"] == RUSSIA),
    ),
    Rule(
        "place_at_home",
        both("In Germany", "En Allemagne"),
        both("Everything else is placed in Germany.", "Tout le reste est placé en Allemagne."),
        (fact("owner", HOME, "germany"),),
        lambda firing: _place(firing, [HOME]),
        priority=10,
    ),
    Rule(
        "place_ships",
        both("Ships", "Navires"),
        both("The transport is launched in the Mediterranean.", "Le transport est mis à l’eau en Méditerranée."),
        (fact("waiting", TRA, "?n"),),
        _place_ships,
        priority=5,
    ),
)  # fmt: skip
