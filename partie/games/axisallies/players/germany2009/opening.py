"""The rules for the first attack: Africa."""

from __future__ import annotations

from partie.core.parameters import both
from partie.expert import Firing, Rule, absent, fact
from partie.games.axisallies.players.germany2009.common import (
    ALGERIA,
    ARM,
    BAT,
    CENTRAL_MED,
    EAST_MED,
    EGYPT,
    EQUATORIAL,
    FIRST,
    FIRST_TURN,
    INF,
    LIBYA,
    SOUTH,
    WEST_AFRICA,
    send,
)
from partie.games.axisallies.rules.orders import (
    LOAD,
    NO_SPACE,
    SAIL,
    UNLOAD,
    order,
)
from partie.games.axisallies.rules.units import (
    ARMOR,
    BATTLESHIP,
    INFANTRY,
    TRANSPORT,
)


def _land_in_egypt(firing: Firing) -> None:
    row = firing["row"]
    firing.facts.take((SOUTH, INF), 2)
    mark = firing.world.mark()
    for code in (
        order(LOAD, 2, INFANTRY, SOUTH, NO_SPACE, NO_SPACE, row, 0, 0),
        order(SAIL, 0, TRANSPORT, NO_SPACE, NO_SPACE, EAST_MED, row, 0, 0),
        order(UNLOAD, 2, INFANTRY, NO_SPACE, NO_SPACE, EGYPT, row, 0, 0),
    ):
        if not firing.world.give(int(code)):
            firing.world.back_to(mark)
            firing.refuse("The way to Egypt is shut.", "La route de l’Égypte est fermée.")
        firing.order(int(code))


_EGYPT_HELD = absent(
    "owner", EGYPT, "germany", because=both("Egypt is German already.", "L’Égypte est déjà allemande.")
)

OPENING = (
    Rule(
        "egypt_battleship",
        both("The battleship to the eastern Mediterranean", "Le cuirassé en Méditerranée orientale"),
        both("First turn: the battleship supports the landing in Egypt.", "Premier tour : le cuirassé appuie le débarquement en Égypte."),
        (FIRST_TURN, fact("mine", CENTRAL_MED, BAT, "?n"), fact("transport", "?row", CENTRAL_MED, 0), _EGYPT_HELD),
        lambda firing: send(firing, 1, BATTLESHIP, CENTRAL_MED, EAST_MED),
        priority=FIRST + 4,
    ),
    Rule(
        "egypt_landing",
        both("Landing in Egypt", "Débarquement en Égypte"),
        both("First turn: the two infantry of Southern Europe land in Egypt.", "Premier tour : les deux infanteries d’Europe du Sud débarquent en Égypte."),
        (FIRST_TURN, fact("mine", SOUTH, INF, "?n"), fact("transport", "?row", CENTRAL_MED, 0), _EGYPT_HELD),
        _land_in_egypt,
        priority=FIRST + 3,
    ),
    Rule(
        "egypt_tank",
        both("The armor of Libya", "Le blindé de Libye"),
        both("First turn: the armor of Libya goes through French Equatorial Africa into Egypt.", "Premier tour : le blindé de Libye passe par l’Afrique-Équatoriale française et entre en Égypte."),
        (FIRST_TURN, fact("mine", LIBYA, ARM, "?n"), _EGYPT_HELD),
        lambda firing: send(firing, 1, ARMOR, LIBYA, EGYPT, EQUATORIAL),
        priority=FIRST + 2,
    ),
    Rule(
        "egypt_infantry",
        both("The infantry of Libya", "L’infanterie de Libye"),
        both("First turn: Libya’s infantry attacks Egypt.", "Premier tour : l’infanterie de Libye attaque l’Égypte."),
        (FIRST_TURN, fact("mine", LIBYA, INF, "?n"), _EGYPT_HELD),
        lambda firing: send(firing, firing["n"], INFANTRY, LIBYA, EGYPT),
        priority=FIRST + 1,
    ),
    Rule(
        "west_africa",
        both("French West Africa", "Afrique-Occidentale française"),
        both("First turn: Algeria’s infantry takes French West Africa.", "Premier tour : l’infanterie d’Algérie prend l’Afrique-Occidentale française."),
        (FIRST_TURN, fact("mine", ALGERIA, INF, "?n")),
        lambda firing: send(firing, 1, INFANTRY, ALGERIA, WEST_AFRICA),
        priority=FIRST,
    ),
)  # fmt: skip
