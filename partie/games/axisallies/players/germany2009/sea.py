"""The rules for attacks at sea: on transports that could land on valuable coasts."""

from __future__ import annotations

from partie.core.parameters import both
from partie.expert import Firing, Rule, fact, test
from partie.games.axisallies.players.germany2009.common import (
    SEA,
    TRA,
    launch,
)
from partie.games.axisallies.players.germany2009.knowledge import (
    Kind,
    Place,
)
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
        firing.refuse(
            "From {zone} they could land nowhere that matters.",
            "Depuis {zone}, ils ne peuvent débarquer nulle part qui compte.",
        )
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
        firing.refuse("The attack on {zone} is under way.", "L’attaque de {zone} est en route.")
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
        "Strike {strike} against defence {defence}: not twice as much, or more would be lost than ships are engaged.",
        "Frappe {strike} contre défense {defence} : pas le double, ou l’on perdrait plus que de navires engagés.",
        strike=strike(assault.force),
        defence=resistance(campaign.defenders(zone)),
    )  # fmt: skip


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
    Rule(
        "danger_at_sea",
        both("Dangerous transports", "Transports dangereux"),
        both("Transports in {zone} could land where it matters (danger {danger}).", "Les transports de {zone} pourraient débarquer là où cela compte (danger {danger})."),
        (fact("foe", "?zone", "?power", TRA, "?n"), test(lambda facts, case: case["power"] in ("uk", "usa"), because=both("Only British and American transports land here.", "Seuls les transports britanniques et américains débarquent par ici."))),
        _weigh_transports,
        priority=SEA + 40,
    ),
    Rule(
        "attack_at_sea",
        both("Attack at sea", "Attaque en mer"),
        both("{zone}: strike {strike} against defence {defence}, {lost} units lost on average.", "{zone} : frappe {strike} contre défense {defence}, {lost} unité(s) perdue(s) en moyenne."),
        (fact("sea_target", "?zone", "?danger"),),
        _attack_at_sea,
        priority=lambda case: SEA + min(case["danger"], 300) / 10,
    ),
)  # fmt: skip
