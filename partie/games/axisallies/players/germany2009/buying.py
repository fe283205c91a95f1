"""The rules for purchases."""

from __future__ import annotations

from typing import Any

from partie.core.parameters import both
from partie.expert import Firing, Rule, absent, fact, test
from partie.games.axisallies.players import greedy
from partie.games.axisallies.players.germany2009.common import (
    CENTRAL_MED,
    SOUTH,
)
from partie.games.axisallies.players.germany2009.knowledge import (
    IPC_LEFT,
    MEDITERRANEAN,
)
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
        firing.refuse("That cannot be bought.", "Cela ne s’achète pas.")
    firing.data["n"] = n
    firing.order(code)


def _buy_tanks_first(firing: Firing) -> None:
    n = (firing["cash"] - TANKS_FROM) // int(price(firing.world.record, ARMOR))
    if n == 0:
        firing.refuse(
            "{cash} IPC do not pay for an armor beyond 40.",
            "{cash} CPI ne paient pas un blindé au-delà de 40.",
        )
    _buy(firing, ARMOR, n)


def _buy_rest(firing: Firing) -> None:
    record = firing.world.record
    cash = firing.facts.left(IPC_LEFT)
    infantry, tanks = greedy.even_purchase(cash, *(int(price(record, kind)) for kind in (INFANTRY, ARMOR)))
    if infantry + tanks == 0:
        firing.refuse("Nothing is left to spend.", "Il ne reste rien à dépenser.")
    spent = sum(n * int(price(record, kind)) for kind, n in ((INFANTRY, infantry), (ARMOR, tanks)))
    firing.data |= {"infantry": infantry, "armor": tanks, "left": cash - spent}
    for kind, n in ((INFANTRY, infantry), (ARMOR, tanks)):
        if n:
            _buy(firing, kind, n)


def _more_than(limit: int) -> Any:
    return test(
        lambda facts, case: case["cash"] > limit,
        because=both(
            f"{{cash}} IPC are not more than {limit}.", f"{{cash}} CPI, ce n’est pas plus de {limit}."
        ),
    )


BUYING = (
    Rule(
        "tanks_first",
        both("Armor first", "Blindés d’abord"),
        both("{cash} IPC are more than 40: {n} armor first.", "{cash} CPI, plus de 40 : d’abord {n} blindé(s)."),
        (fact("cash", "?cash"), _more_than(TANKS_FROM)),
        _buy_tanks_first,
        priority=4,
    ),
    Rule(
        "buy_fighter",
        both("A fighter", "Un chasseur"),
        both("More than 50 IPC, and this time an aircraft: a fighter.", "Plus de 50 CPI, et cette fois un avion : un chasseur."),
        (
            fact("cash", "?cash"),
            fact("luck", "?luck"),
            _more_than(AIRCRAFT_FROM),
            test(lambda facts, case: case["luck"] < FIGHTERS_TO_A_BOMBER, because=both("Not this time: one time in five an aircraft, four fighters to one bomber.", "Pas cette fois : un avion une fois sur cinq, quatre chasseurs pour un bombardier.")),
        ),
        lambda firing: _buy(firing, FIGHTER, 1),
        priority=3,
    ),
    Rule(
        "buy_bomber",
        both("A bomber", "Un bombardier"),
        both("More than 50 IPC, and this time an aircraft: a bomber.", "Plus de 50 CPI, et cette fois un avion : un bombardier."),
        (
            fact("cash", "?cash"),
            fact("luck", "?luck"),
            _more_than(AIRCRAFT_FROM),
            test(lambda facts, case: case["luck"] == FIGHTERS_TO_A_BOMBER, because=both("Not this time: one time in twenty-five a bomber.", "Pas cette fois : un bombardier une fois sur vingt-cinq.")),
        ),
        lambda firing: _buy(firing, BOMBER, 1),
        priority=3,
    ),
    Rule(
        "buy_transport",
        both("A transport for the Mediterranean", "Un transport pour la Méditerranée"),
        both("The Axis has {axis} units against {allies}, no transport in the Mediterranean, and the Allies do not control it.", "L’Axe a {axis} unités contre {allies}, aucun transport en Méditerranée, et les Alliés ne la contrôlent pas."),
        (
            fact("units", "axis", "?axis"),
            fact("units", "allies", "?allies"),
            test(lambda facts, case: case["axis"] < case["allies"], because=both("The Axis has {axis} units, not fewer than the Allies’ {allies}.", "L’Axe a {axis} unités, pas moins que les {allies} des Alliés.")),
            test(lambda facts, case: not any(facts.holds("transport", "?", zone, "?") for zone in MEDITERRANEAN), because=both("A German transport is in the Mediterranean.", "Un transport allemand est en Méditerranée.")),
            absent("theirs", "Mediterranean", because=both("The Allies control the Mediterranean.", "Les Alliés contrôlent la Méditerranée.")),
            test(lambda facts, case: facts.holds("owner", SOUTH, "germany") and not facts.holds("foe", CENTRAL_MED, "?", "?", "?"), because=both("It could not be launched from Southern Europe.", "L’Europe du Sud ne pourrait pas le mettre à l’eau.")),
        ),
        lambda firing: _buy(firing, TRANSPORT, 1),
        priority=2,
    ),
    Rule(
        "buy_rest",
        both("Infantry and armor", "Infanterie et blindés"),
        both("The rest in equal numbers: {infantry} infantry and {armor} armor, {left} IPC left.", "Le reste à égalité : {infantry} infanteries et {armor} blindés, il reste {left} CPI."),
        (fact("cash", "?cash"),),
        _buy_rest,
        priority=1,
    ),
)  # fmt: skip
