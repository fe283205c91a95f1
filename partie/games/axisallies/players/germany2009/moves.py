"""The rules for non-combat movement: hold threatened spaces, send the rest towards Russia."""

from __future__ import annotations

from typing import Any

from partie.core.phrases import filled
from partie.expert import Facts, Firing, Rule, fact, test
from partie.games.axisallies.players.germany2009.common import (
    ARM,
    EAST,
    FIRST_TURN,
    HOME,
    INF,
    LATER,
    RUSSIA,
    SOUTH,
    TRA,
    WEST,
    send,
)
from partie.games.axisallies.players.germany2009.knowledge import (
    MEDITERRANEAN,
    Kind,
    Place,
    words,
)
from partie.games.axisallies.players.germany2009.words import BECAUSE, REFUSED, WORDS, rule
from partie.games.axisallies.players.staff.aftermath import (
    come_down,
    walking_distances,
)
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.players.staff.threats import (
    needed_to_hold,
    worth_guarding,
)
from partie.games.axisallies.rules.board import (
    FAR,
    LANDS,
)
from partie.games.axisallies.rules.units import (
    ARMOR,
    INFANTRY,
    KINDS,
)

GUARDS = [INFANTRY, ARMOR]
"""The kinds that stay in a threatened space, in this order."""


def _come_down(firing: Firing) -> None:
    first = len(firing.world.orders)
    if come_down(firing.world) == 0:
        firing.refuse(REFUSED["none_in_the_air"])
    for code in firing.world.orders[first:]:
        firing.order(code)


def _tanks_east(firing: Firing) -> None:
    goal = EAST if firing.facts.holds("owner", EAST, "germany") else HOME
    firing.data["goal"] = goal
    send(firing, min(2, firing["n"]), ARMOR, WEST, goal)


def _weigh_threat(firing: Firing) -> None:
    if not worth_guarding(firing.world, firing["space"], GUARDS):
        firing.refuse(REFUSED["not_threatened"])
    firing.facts.add("threat", firing["space"])


def _hold(firing: Firing) -> None:
    place = firing["space"]
    bought = firing.world.fields.bought[firing.world.power].tolist()
    coming = tuple(bought[k] if place == HOME and k in GUARDS else 0 for k in range(KINDS))
    stay = needed_to_hold(firing.world, place, GUARDS, coming)
    if not any(stay.values()):
        firing.refuse(REFUSED["held_by_placement"])
    for kind, n in stay.items():
        firing.facts.take((place, Kind(kind)), min(n, firing.facts.left((place, Kind(kind)))))
    firing.data["n"] = sum(stay.values())


def _go_east(firing: Firing) -> None:
    campaign, src, kind = firing.world, firing["space"], firing["unit"]
    free = firing.facts.left((src, kind))
    if free == 0:
        firing.refuse(REFUSED["they_stay"])
    steps = walking_distances(campaign, _goals(campaign))
    nearer = [
        (int(steps[dst]), dst, group)
        for dst, groups in campaign.reach().items()
        for group in groups
        if group.src == src and group.kind == kind and dst < LANDS and steps[dst] < min(steps[src], FAR)
    ]
    if not nearer:
        firing.refuse(REFUSED["no_step_nearer"])
    _, dst, _ = min(nearer, key=lambda way: (way[0], way[1]))
    firing.data |= {"goal": Place(dst), "n": free}
    send(firing, free, kind, src, dst)


def _goals(campaign: Campaign) -> list[int]:
    """Russia while the Allies hold it, afterwards all Allied spaces."""
    if campaign.is_enemy(RUSSIA):
        return [int(RUSSIA)]
    return [each for each in range(LANDS) if campaign.is_enemy(each)] or [int(RUSSIA)]


def _their_transports(facts: Facts, case: Any) -> bool:
    return any(facts.holds("foe", zone, "?", TRA, "?") for zone in MEDITERRANEAN)


def _watch(name: str, place: Place, *more: Any) -> Rule:
    title = filled(WORDS["rule.watch.title"], {"space": words(place)})
    when = (LATER, fact("guarded", "?space", name), *more)
    return Rule(name, title, WORDS["rule.watch.text"], when, _weigh_threat, priority=80)


AFTERWARDS = (
    rule(
        "come_down",
        (fact("round", "?round"),),
        _come_down,
        priority=100,
    ),
    rule(
        "tanks_east",
        (FIRST_TURN, fact("mine", WEST, ARM, "?n")),
        _tanks_east,
        priority=91,
    ),
    rule(
        "infantry_west",
        (FIRST_TURN, fact("mine", HOME, INF, "?n"), fact("owner", WEST, "germany")),
        lambda firing: send(firing, min(2, firing["n"]), INFANTRY, HOME, WEST),
        priority=90,
    ),
    _watch("capital_threatened", HOME),
    _watch("west_threatened", WEST),
    _watch(
        "south_threatened",
        SOUTH,
        fact("theirs", "Mediterranean"),
        test(_their_transports, because=BECAUSE["no_allied_transport"]),
    ),
    rule(
        "hold",
        (fact("threat", "?space"),),
        _hold,
        priority=70,
    ),
    rule(
        "to_russia",
        (LATER, fact("army", "?space", "?unit", "?n")),
        _go_east,
        priority=10,
    ),
)
