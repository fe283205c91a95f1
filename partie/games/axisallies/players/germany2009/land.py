"""The rules for attacks on land: neighbouring enemy spaces, the richest first."""

from __future__ import annotations

from partie.core.parameters import both
from partie.expert import Firing, Rule, absent, fact
from partie.games.axisallies.players.germany2009.common import (
    LAND,
    launch,
)
from partie.games.axisallies.players.germany2009.knowledge import (
    Kind,
    Place,
)
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
        firing.refuse("{space} is taken on the way already.", "{space} est déjà pris en passant.")
    if held and land_units(assault.force) and campaign.judge(assault).good_from(campaign.least_chance):
        firing.refuse(
            "The attack on {space} is good as it stands.", "L’attaque de {space} est bonne telle quelle."
        )
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
        "With all {sent} units that could come {space} would be taken {chance} times in 100, with {left} of them left: not good.",
        "Avec les {sent} unités qui pourraient venir, {space} serait pris {chance} fois sur 100 et il en resterait {left} : pas bon.",
        sent=view.attackers,
        chance=round(100 * view.take),
        left=f"{view.attackers_left:.1f}",
    )  # fmt: skip


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
    Rule(
        "target",
        both("Enemy spaces next door", "Espaces ennemis voisins"),
        both("{space}, next to {own}, is worth {worth}.", "{space}, voisin de {own}, vaut {worth}."),
        (fact("border", "?space", "?own"), absent("target", "?space", "?", because=both("{space} is a target already.", "{space} est déjà visé."))),
        _choose_target,
        priority=LAND + 30,
    ),
    Rule(
        "attack_on_land",
        both("Attack on land", "Attaque sur terre"),
        both("{space}, worth {worth}: a good attack ({chance} times in 100, {left} of {sent} left).", "{space}, qui vaut {worth} : une bonne attaque ({chance} fois sur 100, il en reste {left} sur {sent})."),
        (fact("target", "?space", "?worth"),),
        _attack_on_land,
        priority=lambda case: LAND + case["worth"],
    ),
)  # fmt: skip
