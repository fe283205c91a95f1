"""The rules for attacks on land: neighbouring enemy spaces, the richest first."""

from __future__ import annotations

from partie.expert import Firing, absent, fact
from partie.games.axisallies.players.germany2009.common import (
    LAND,
    launch,
)
from partie.games.axisallies.players.germany2009.knowledge import (
    Kind,
    Place,
)
from partie.games.axisallies.players.germany2009.words import BECAUSE, REFUSED, rule
from partie.games.axisallies.players.staff.assaults import Group, walks
from partie.games.axisallies.players.staff.warfare import (
    fighting,
    land_units,
)
from partie.games.axisallies.rules.board import (
    IPC,
    LANDS,
)
from partie.games.axisallies.rules.units import AIR_KINDS


def _choose_target(firing: Firing) -> None:
    firing.facts.add("target", firing["space"], int(IPC[firing["space"]]))
    firing.data["worth"] = int(IPC[firing["space"]])


def _attack_on_land(firing: Firing) -> None:
    campaign, target = firing.world, firing["space"]
    assault = campaign.begin_assault(target)
    held = any(fighting(campaign.defenders(target)))
    if not held and not campaign.is_enemy(target):
        firing.refuse(REFUSED["taken_on_the_way"])
    if held and land_units(assault.force) and campaign.judge(assault).good_from(campaign.least_chance):
        firing.refuse(REFUSED["good_already"])
    for group in fewest_choices_first(firing, campaign.reach()):
        assault.add(group)
        if land_units(assault.force) == 0:
            continue
        view = campaign.judge(assault)
        if view.good_from(campaign.least_chance):
            firing.data |= {
                "chance": round(100 * view.take),
                "left": f"{view.attackers_left:.1f}",
                "sent": view.attackers,
            }
            launch(firing, assault)
            return
    view = campaign.judge(assault)
    firing.refuse(
        REFUSED["not_good"],
        sent=view.attackers,
        chance=round(100 * view.take),
        left=f"{view.attackers_left:.1f}",
    )


def fewest_choices_first(firing: Firing, reach: dict[int, list[Group]]) -> list[Group]:
    """Units that can go to a target: those with the fewest other targets first, land units before aircraft,
    cheap ones before expensive ones.
    """
    choices: dict[tuple[int, int], int] = {}
    for target, groups in reach.items():
        for group in groups if target >= LANDS or firing.world.is_enemy(target) else ():
            key = (group.src, group.kind)
            choices[key] = choices.get(key, 0) + 1
    able = [g for g in reach.get(firing["space"], []) if walks(g.kind) or g.kind in AIR_KINDS]
    able.sort(key=lambda g: (g.kind in AIR_KINDS, choices[g.src, g.kind], g.kind, g.src))
    return [g for g in able for _ in range(firing.facts.left((Place(g.src), Kind(g.kind))))]


ON_LAND = (
    rule(
        "target",
        (
            fact("border", "?space", "?own"),
            absent("target", "?space", "?", because=BECAUSE["target_already"]),
        ),
        _choose_target,
        priority=LAND + 30,
    ),
    rule(
        "attack_on_land",
        (fact("target", "?space", "?worth"),),
        _attack_on_land,
        priority=lambda case: LAND + case["worth"],
    ),
)
