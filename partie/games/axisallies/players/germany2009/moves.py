"""The rules for non-combat movement: hold threatened spaces, send the rest towards Russia."""

from __future__ import annotations

from typing import Any

from partie.core.parameters import both
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
        firing.refuse("No aircraft is in the air.", "Aucun avion n’est en vol.")
    for code in firing.world.orders[first:]:
        firing.order(code)


def _tanks_east(firing: Firing) -> None:
    goal = EAST if firing.facts.holds("owner", EAST, "germany") else HOME
    firing.data["goal"] = goal
    send(firing, min(2, firing["n"]), ARMOR, WEST, goal)


def _weigh_threat(firing: Firing) -> None:
    if not worth_guarding(firing.world, firing["space"], GUARDS):
        firing.refuse("{space} is not threatened.", "{space} n’est pas menacé.")
    firing.facts.add("threat", firing["space"])


def _hold(firing: Firing) -> None:
    place = firing["space"]
    bought = firing.world.fields.bought[firing.world.power].tolist()
    coming = tuple(bought[k] if place == HOME and k in GUARDS else 0 for k in range(KINDS))
    stay = needed_to_hold(firing.world, place, GUARDS, coming)
    if not any(stay.values()):
        firing.refuse("What will be placed in {space} holds it.", "Ce qui sera placé en {space} le tient.")
    for kind, n in stay.items():
        firing.facts.take((place, Kind(kind)), min(n, firing.facts.left((place, Kind(kind)))))
    firing.data["n"] = sum(stay.values())


def _go_east(firing: Firing) -> None:
    campaign, src, kind = firing.world, firing["space"], firing["unit"]
    free = firing.facts.left((src, kind))
    if free == 0:
        firing.refuse("They stay in {space}.", "Elles restent en {space}.")
    steps = walking_distances(campaign, _goals(campaign))
    nearer = [
        (int(steps[dst]), dst, group)
        for dst, groups in campaign.reach().items()
        for group in groups
        if group.src == src and group.kind == kind and dst < LANDS and steps[dst] < min(steps[src], FAR)
    ]
    if not nearer:
        firing.refuse(
            "No step from {space} leads nearer to Russia.",
            "Aucun pas depuis {space} ne rapproche de la Russie.",
        )
    _, dst, _ = min(nearer, key=lambda way: (way[0], way[1]))
    firing.data |= {"goal": Place(dst), "n": free}
    send(firing, free, kind, src, dst)


def _goals(campaign: Campaign) -> list[int]:
    """Russia while the Allies hold it, afterwards all Allied spaces."""
    if campaign.is_enemy(RUSSIA):
        return [int(RUSSIA)]
    return [each for each in range(LANDS) if campaign.is_enemy(each)] or [int(RUSSIA)]


_THEIR_TRANSPORTS = both(
    "The Allies have no transport in the Mediterranean.", "Les Alliés n’ont pas de transport en Méditerranée."
)


def _their_transports(facts: Facts, case: Any) -> bool:
    return any(facts.holds("foe", zone, "?", TRA, "?") for zone in MEDITERRANEAN)


def _watch(name: str, place: Place, *more: Any) -> Rule:
    called = words(place)
    return Rule(
        name,
        both(f"A threat to {called['en']}", f"Une menace sur {called['fr']}"),
        both("{space} could be lost to an invasion.", "{space} pourrait tomber devant une invasion."),
        (LATER, fact("guarded", "?space", name), *more),
        _weigh_threat,
        priority=80,
    )


AFTERWARDS = (
    Rule(
        "come_down",
        both("Aircraft land", "Les avions se posent"),
        both("Aircraft land where they are safest.", "Les avions se posent au plus sûr."),
        (fact("round", "?round"),),
        _come_down,
        priority=100,
    ),
    Rule(
        "tanks_east",
        both("Armor to the east", "Les blindés à l’est"),
        both("First turn: the armor of Western Europe goes to {goal}.", "Premier tour : les blindés d’Europe de l’Ouest vont en {goal}."),
        (FIRST_TURN, fact("mine", WEST, ARM, "?n")),
        _tanks_east,
        priority=91,
    ),
    Rule(
        "infantry_west",
        both("Infantry to the west", "L’infanterie à l’ouest"),
        both("First turn: two infantry of Germany go to Western Europe.", "Premier tour : deux infanteries d’Allemagne vont en Europe de l’Ouest."),
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
        test(_their_transports, because=_THEIR_TRANSPORTS),
    ),
    Rule(
        "hold",
        both("Units stay", "Des unités restent"),
        both("{n} units stay in {space}, which is threatened.", "{n} unité(s) restent en {space}, qui est menacé."),
        (fact("threat", "?space"),),
        _hold,
        priority=70,
    ),
    Rule(
        "to_russia",
        both("Towards Russia", "Vers la Russie"),
        both("Everything else goes towards Russia: {n} {unit} from {space} to {goal}.", "Tout le reste va vers la Russie : {n} {unit} de {space} en {goal}."),
        (LATER, fact("army", "?space", "?unit", "?n")),
        _go_east,
        priority=10,
    ),
)  # fmt: skip
