"""The rules for attacks at sea: on transports that could land on valuable coasts."""

from __future__ import annotations

from partie.expert import Firing, fact, test
from partie.games.axisallies.players.germany2009.common import (
    SEA,
    TRA,
    launch,
)
from partie.games.axisallies.players.germany2009.knowledge import (
    Kind,
    Place,
)
from partie.games.axisallies.players.germany2009.words import BECAUSE, REFUSED, rule
from partie.games.axisallies.players.staff.assaults import Assault, Group, sails
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.players.staff.threats import landing_danger
from partie.games.axisallies.players.staff.warfare import (
    resistance,
    ships,
    strike,
)

STRIKE_RATIO = 2


def _weigh_transports(firing: Firing) -> None:
    danger = landing_danger(firing.world, firing["zone"])
    if danger == 0:
        firing.refuse(REFUSED["nowhere_to_land"])
    firing.facts.add("sea_target", firing["zone"], danger)
    firing.data["danger"] = danger


def _confirmed(campaign: Campaign, assault: Assault) -> bool:
    """Whether an attack has at least twice the defenders' strength and loses on average no more units than it
    has ships.
    """
    theirs = resistance(campaign.defenders(assault.target))
    if strike(assault.force) < STRIKE_RATIO * theirs or ships(assault.force) == 0:
        return False
    return campaign.judge(assault).lost <= ships(assault.force)


def _attack_at_sea(firing: Firing) -> None:
    campaign, zone = firing.world, firing["zone"]
    assault = campaign.begin_assault(zone)
    if ships(assault.force) and _confirmed(campaign, assault):
        firing.refuse(REFUSED["under_way"])
    for group in fleet(firing, campaign.reach().get(zone, [])):
        assault.add(group)
        if _confirmed(campaign, assault):
            view = campaign.judge(assault)
            firing.data |= {
                "strike": strike(assault.force),
                "defence": resistance(campaign.defenders(zone)),
                "lost": f"{view.lost:.1f}",
            }
            launch(firing, assault)
            return
    firing.refuse(
        REFUSED["not_twice"],
        strike=strike(assault.force),
        defence=resistance(campaign.defenders(zone)),
    )


def fleet(firing: Firing, groups: list[Group]) -> list[Group]:
    """Warships, then aircraft, one by one, the nearest first."""

    def nearness(group: Group) -> tuple[bool, int, int]:
        ship = sails(group.kind)
        steps = firing.world.sea_steps if ship else firing.world.air_steps
        return (not ship, int(steps[group.src, firing["zone"]]), group.kind)

    return [
        group
        for group in sorted(groups, key=nearness)
        for _ in range(firing.facts.left((Place(group.src), Kind(group.kind))))
    ]


AT_SEA = (
    rule(
        "danger_at_sea",
        (
            fact("foe", "?zone", "?power", TRA, "?n"),
            test(lambda facts, case: case["power"] in ("uk", "usa"), because=BECAUSE["other_transports"]),
        ),
        _weigh_transports,
        priority=SEA + 40,
    ),
    rule(
        "attack_at_sea",
        (fact("sea_target", "?zone", "?danger"),),
        _attack_at_sea,
        priority=lambda case: SEA + min(case["danger"], 300) / 10,
    ),
)
