"""`germany-2009`: Germany by the rule base of an expert system of that year. Every rule is here under its name; docs/axis-and-allies-expert.md says how each was read.

Each phase has its rules, and the expert system of `partie.expert` lets them fire over the facts of the position. Other powers are played as `greedy` plays them.
"""

from __future__ import annotations

from typing import Any

from partie.core.chance import below, new_chance
from partie.core.game import View
from partie.core.parameters import both
from partie.expert import Facts, Firing, Rule, Trace, absent, fact, run, test
from partie.games.axisallies import greedy
from partie.games.axisallies.afterwards import come_down, walking_distances
from partie.games.axisallies.board import (
    AIR_STEPS,
    FAR,
    GERMANY,
    IPC,
    LANDS,
    POWER_IDS,
    SEA_STEPS,
    SPACES,
    space,
)
from partie.games.axisallies.economy import price
from partie.games.axisallies.knowledge import IPC_LEFT, MEDITERRANEAN, Kind, Place, facts_of, words
from partie.games.axisallies.orders import (
    BUY_UNITS,
    END,
    LOAD,
    NO_SPACE,
    SAIL,
    UNLOAD,
    amount,
    move,
    order,
    plain,
)
from partie.games.axisallies.planning import Assault, Campaign, Group, Ordered, sails, walks
from partie.games.axisallies.state import BUY, COMBAT_MOVE, NONCOMBAT, PLACE
from partie.games.axisallies.threats import landing_danger, needed_to_hold, threatened
from partie.games.axisallies.units import (
    AIR_KINDS,
    ARMOR,
    BATTLESHIP,
    BOMBER,
    FACTORY,
    FIGHTER,
    INFANTRY,
    LAND_KINDS,
    TRANSPORT,
)
from partie.games.axisallies.warfare import fighting, land_units, resistance, ships, strike

HOME, WEST, SOUTH, EAST = (Place(space(n)) for n in ("germany", "western-europe", "southern-europe", "eastern-europe"))  # fmt: skip
LIBYA, ALGERIA, EGYPT = (Place(space(name)) for name in ("libya", "algeria", "anglo-egypt-sudan"))
EQUATORIAL, WEST_AFRICA = Place(space("french-equatorial-africa")), Place(space("french-west-africa"))
CENTRAL_MED, EAST_MED = Place(space("sz-central-med")), Place(space("sz-east-med"))
RUSSIA, KARELIA = Place(space("russia")), Place(space("karelia"))
INF, ARM, FTR, BOM, TRA, BAT = (Kind(k) for k in (INFANTRY, ARMOR, FIGHTER, BOMBER, TRANSPORT, BATTLESHIP))

TANKS_FROM, AIRCRAFT_FROM = 40, 50
AIRCRAFT_ODDS, FIGHTERS_TO_A_BOMBER = 5, 4
LUCK = AIRCRAFT_ODDS * (FIGHTERS_TO_A_BOMBER + 1)
"""Sides of the die that decides on aircraft: one fifth of them mean one, of these four a fighter and one a bomber."""
STRIKE_RATIO = 2
FIRST, SEA, LAND = 100.0, 50.0, 10.0
"""Priorities: the moves of the first turn, attacks at sea, attacks on land."""


# Buying


def _buy(firing: Firing, kind: int, n: int) -> None:
    """Buy units with what is left of the money."""
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
            "{cash} IPC are not a tank more than 40.", "{cash} IPC ne font pas un blindé de plus que 40."
        )
    _buy(firing, ARMOR, n)


def _buy_rest(firing: Firing) -> None:
    record = firing.world.record
    cash = firing.facts.left(IPC_LEFT)
    infantry, tanks = greedy.even_purchase(cash, *(int(price(record, kind)) for kind in (INFANTRY, ARMOR)))
    if infantry + tanks == 0:
        firing.refuse("Nothing is left to spend.", "Il ne reste rien à dépenser.")
    spent = sum(n * int(price(record, kind)) for kind, n in ((INFANTRY, infantry), (ARMOR, tanks)))
    firing.data |= {"infantry": infantry, "tanks": tanks, "left": cash - spent}
    for kind, n in ((INFANTRY, infantry), (ARMOR, tanks)):
        if n:
            _buy(firing, kind, n)


def _more_than(limit: int) -> Any:
    return test(
        lambda facts, case: case["cash"] > limit,
        because=both(
            f"{{cash}} IPC are not more than {limit}.", f"{{cash}} IPC, ce n’est pas plus de {limit}."
        ),
    )


BUYING = (
    Rule(
        "tanks_first",
        both("Tanks first", "Blindés d’abord"),
        both("{cash} IPC are more than 40: {n} tanks first.", "{cash} IPC, plus de 40 : d’abord {n} blindé(s)."),
        (fact("cash", "?cash"), _more_than(TANKS_FROM)),
        _buy_tanks_first,
        priority=4,
    ),
    Rule(
        "buy_fighter",
        both("A fighter", "Un chasseur"),
        both("More than 50 IPC, and this time an aircraft: a fighter.", "Plus de 50 IPC, et cette fois un avion : un chasseur."),
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
        both("More than 50 IPC, and this time an aircraft: a bomber.", "Plus de 50 IPC, et cette fois un avion : un bombardier."),
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
        both("Infantry and tanks", "Infanterie et blindés"),
        both("The rest in equal numbers: {infantry} infantry and {tanks} tanks, {left} IPC left.", "Le reste à égalité : {infantry} infanteries et {tanks} blindés, il reste {left} IPC."),
        (fact("cash", "?cash"),),
        _buy_rest,
        priority=1,
    ),
)  # fmt: skip


# Attack, first turn


def _send(firing: Firing, n: int, kind: int, src: int, dst: int, via: int = NO_SPACE) -> None:
    """Order units from one space to another; they are not available afterwards."""
    firing.facts.take((Place(src), Kind(kind)), n)
    code = int(move(n, kind, src, via, dst, 0))
    _give(firing, code)


def _give(firing: Firing, code: int) -> None:
    if not firing.world.give(code):
        firing.refuse("The rules of the game do not allow it.", "Les règles du jeu ne le permettent pas.")
    firing.order(code)


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


_FIRST_TURN = fact("round", 1)
_EGYPT_HELD = absent(
    "owner", EGYPT, "germany", because=both("Egypt is German already.", "L’Égypte est déjà allemande.")
)

OPENING = (
    Rule(
        "egypt_battleship",
        both("The battleship to the eastern Mediterranean", "Le cuirassé en Méditerranée orientale"),
        both("First turn: the battleship supports the landing in Egypt.", "Premier tour : le cuirassé appuie le débarquement en Égypte."),
        (_FIRST_TURN, fact("mine", CENTRAL_MED, BAT, "?n"), fact("transport", "?row", CENTRAL_MED, 0), _EGYPT_HELD),
        lambda firing: _send(firing, 1, BATTLESHIP, CENTRAL_MED, EAST_MED),
        priority=FIRST + 4,
    ),
    Rule(
        "egypt_landing",
        both("Landing in Egypt", "Débarquement en Égypte"),
        both("First turn: the two infantry of Southern Europe land in Egypt.", "Premier tour : les deux infanteries d’Europe du Sud débarquent en Égypte."),
        (_FIRST_TURN, fact("mine", SOUTH, INF, "?n"), fact("transport", "?row", CENTRAL_MED, 0), _EGYPT_HELD),
        _land_in_egypt,
        priority=FIRST + 3,
    ),
    Rule(
        "egypt_tank",
        both("The tank of Libya", "Le blindé de Libye"),
        both("First turn: the tank of Libya goes through French Equatorial Africa into Egypt.", "Premier tour : le blindé de Libye passe par l’Afrique-Équatoriale française et entre en Égypte."),
        (_FIRST_TURN, fact("mine", LIBYA, ARM, "?n"), _EGYPT_HELD),
        lambda firing: _send(firing, 1, ARMOR, LIBYA, EGYPT, EQUATORIAL),
        priority=FIRST + 2,
    ),
    Rule(
        "egypt_infantry",
        both("The infantry of Libya", "L’infanterie de Libye"),
        both("First turn: Libya’s infantry attacks Egypt.", "Premier tour : l’infanterie de Libye attaque l’Égypte."),
        (_FIRST_TURN, fact("mine", LIBYA, INF, "?n"), _EGYPT_HELD),
        lambda firing: _send(firing, firing["n"], INFANTRY, LIBYA, EGYPT),
        priority=FIRST + 1,
    ),
    Rule(
        "west_africa",
        both("French West Africa", "Afrique-Occidentale française"),
        both("First turn: Algeria’s infantry takes French West Africa.", "Premier tour : l’infanterie d’Algérie prend l’Afrique-Occidentale française."),
        (_FIRST_TURN, fact("mine", ALGERIA, INF, "?n")),
        lambda firing: _send(firing, 1, INFANTRY, ALGERIA, WEST_AFRICA),
        priority=FIRST,
    ),
)  # fmt: skip


# Attack at sea


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
    """At least twice the defenders' strength, and not more units lost on average than ships are engaged."""
    theirs = resistance(campaign.defenders(assault.target))
    if strike(assault.force) < STRIKE_RATIO * theirs or ships(assault.force) == 0:
        return False
    return campaign.judge(assault).lost <= ships(assault.force)


def _attack_at_sea(firing: Firing) -> None:
    campaign, zone = firing.world, firing["zone"]
    assault = campaign.begin_assault(zone)
    if ships(assault.force) and _confirmed(campaign, assault):
        firing.refuse("The attack on {zone} is under way.", "L’attaque de {zone} est en route.")
    for group in _fleet(firing, campaign.reach().get(zone, [])):
        assault.add(group)
        if _confirmed(campaign, assault):
            view = campaign.judge(assault)
            firing.data |= {
                "strike": strike(assault.force),
                "defence": resistance(campaign.defenders(zone)),
                "lost": f"{view.lost:.1f}",
            }
            _launch(firing, assault)
            return
    firing.refuse(
        "Strike {strike} against defence {defence}: not twice as much, or more would be lost than ships are engaged.",
        "Frappe {strike} contre défense {defence} : pas le double, ou l’on perdrait plus que de navires engagés.",
        strike=strike(assault.force),
        defence=resistance(campaign.defenders(zone)),
    )  # fmt: skip


def _fleet(firing: Firing, groups: list[Group]) -> list[Group]:
    """Ships that are not transports, the nearest first, then aircraft, the nearest first; one by one."""
    steps = {True: SEA_STEPS, False: AIR_STEPS}

    def nearness(group: Group) -> tuple[bool, int, int]:
        ship = sails(group.kind)
        return (not ship, int(steps[ship][firing.world.graph, group.src, firing["zone"]]), group.kind)

    return [
        group
        for group in sorted(groups, key=nearness)
        for _ in range(firing.facts.left((Place(group.src), Kind(group.kind))))
    ]


def _launch(firing: Firing, assault: Assault) -> None:
    """Order the units of an attack, which are not available afterwards."""
    for code, n in assault.codes.items():
        firing.facts.take((Place((code >> 16 & 255) - 1), Kind(code >> 12 & 15)), n)
    first = len(firing.world.orders)
    if not firing.world.launch(assault):
        firing.refuse(
            "The aircraft could not all land again.", "Les avions ne pourraient pas tous se reposer."
        )
    for code in firing.world.orders[first:]:
        firing.order(code)


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


# Attack on land


def _choose_target(firing: Firing) -> None:
    firing.facts.add("target", firing["space"], int(IPC[firing["space"]]))
    firing.data["worth"] = int(IPC[firing["space"]])


def _attack_on_land(firing: Firing) -> None:
    campaign, target = firing.world, firing["space"]
    assault = campaign.begin_assault(target)
    held = any(fighting(campaign.defenders(target)))
    if not held and not campaign.is_enemy(target):
        firing.refuse("{space} is taken on the way already.", "{space} est déjà pris en passant.")
    if held and land_units(assault.force) and campaign.judge(assault).good:
        firing.refuse(
            "The attack on {space} is good as it stands.", "L’attaque de {space} est bonne telle quelle."
        )
    for group in _fewest_choices_first(firing, campaign.reach()):
        assault.add(group)
        if land_units(assault.force) == 0:
            continue
        view = campaign.judge(assault)
        if view.good:
            firing.data |= {
                "chance": round(100 * view.take),
                "left": f"{view.attackers_left:.1f}",
                "sent": view.attackers,
            }
            _launch(firing, assault)
            return
    view = campaign.judge(assault)
    firing.refuse(
        "With all {sent} units that could come {space} would be taken {chance} times in 100, with {left} of them left: not good.",
        "Avec les {sent} unités qui pourraient venir, {space} serait pris {chance} fois sur 100 et il en resterait {left} : pas bon.",
        sent=view.attackers,
        chance=round(100 * view.take),
        left=f"{view.attackers_left:.1f}",
    )  # fmt: skip


def _fewest_choices_first(firing: Firing, reach: dict[int, list[Group]]) -> list[Group]:
    """Units that could go to a target, those that could attack the fewest places first; land units before aircraft, cheap before dear."""
    choices: dict[tuple[int, int], int] = {}
    for groups in reach.values():
        for group in groups:
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


# Moves afterwards


def _come_down(firing: Firing) -> None:
    first = len(firing.world.orders)
    if come_down(firing.world) == 0:
        firing.refuse("No aircraft is in the air.", "Aucun avion n’est en vol.")
    for code in firing.world.orders[first:]:
        firing.order(code)


def _tanks_east(firing: Firing) -> None:
    goal = EAST if firing.facts.holds("owner", EAST, "germany") else HOME
    firing.data["goal"] = goal
    _send(firing, min(2, firing["n"]), ARMOR, WEST, goal)


def _weigh_threat(firing: Firing) -> None:
    if not threatened(firing.world, firing["space"]):
        firing.refuse("{space} is not threatened.", "{space} n’est pas menacé.")
    firing.facts.add("threat", firing["space"])


def _hold(firing: Firing) -> None:
    place = firing["space"]
    stay = needed_to_hold(firing.world, place, [INFANTRY, ARMOR])
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
    _send(firing, free, kind, src, dst)


def _goals(campaign: Campaign) -> list[int]:
    """Russia while the Allies hold it, then whatever is nearest of theirs."""
    if campaign.is_enemy(RUSSIA):
        return [int(RUSSIA)]
    return [each for each in range(LANDS) if campaign.is_enemy(each)] or [int(RUSSIA)]


_LATER = absent("round", 1, because=both("Not in the first turn.", "Pas au premier tour."))


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
        (_LATER, fact("guarded", "?space", name), *more),
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
        both("Tanks to the east", "Les blindés à l’est"),
        both("First turn: the tanks of Western Europe go to {goal}.", "Premier tour : les blindés d’Europe de l’Ouest vont en {goal}."),
        (_FIRST_TURN, fact("mine", WEST, ARM, "?n")),
        _tanks_east,
        priority=90,
    ),
    Rule(
        "infantry_west",
        both("Infantry to the west", "L’infanterie à l’ouest"),
        both("First turn: two infantry of Germany go to Western Europe.", "Premier tour : deux infanteries d’Allemagne vont en Europe de l’Ouest."),
        (_FIRST_TURN, fact("mine", HOME, INF, "?n"), fact("owner", WEST, "germany")),
        lambda firing: _send(firing, min(2, firing["n"]), INFANTRY, HOME, WEST),
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
        (_LATER, fact("army", "?space", "?unit", "?n")),
        _go_east,
        priority=10,
    ),
)  # fmt: skip


# Placing


def _place(firing: Firing, spaces: list[Place]) -> None:
    """Place what the action may, land units and aircraft; refuse where nothing could be."""
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
        both("Infantry and tanks as near to the front as captured complexes allow: {space}.", "Infanterie et blindés aussi près du front que le permettent les complexes pris : {space}."),
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

RULES: dict[int, tuple[Rule, ...]] = {
    BUY: BUYING,
    COMBAT_MOVE: (*OPENING, *AT_SEA, *ON_LAND),
    NONCOMBAT: AFTERWARDS,
    PLACE: PLACING,
}
"""The rule base, by phase."""


def reason(view: View, seed: object = 0) -> Trace:
    """Let the rules of this phase fire for Germany; the trace has the orders, and everything that was refused with the reason."""
    campaign = Campaign(view)
    facts = facts_of(campaign)
    luck = new_chance(seed, "luck", int(campaign.record.round_number))
    facts.add("luck", int(below(luck, LUCK)))
    for name, place in (("capital_threatened", HOME), ("west_threatened", WEST), ("south_threatened", SOUTH)):
        if facts.holds("owner", place, POWER_IDS[GERMANY]):
            facts.add("guarded", place, name)
    for place in (KARELIA, RUSSIA):
        if facts.holds("owner", place, POWER_IDS[GERMANY]) and facts.holds("mine", place, Kind(FACTORY), "?"):
            facts.add("forward", place)
    for kind in range(len(campaign.fields.bought[GERMANY])):
        if campaign.fields.bought[GERMANY, kind]:
            facts.add("waiting", Kind(kind), int(campaign.fields.bought[GERMANY, kind]))
    return run(RULES[int(campaign.record.phase)], facts, campaign, words)


def plan(view: View, seed: object = 0) -> list[Ordered]:
    """The orders of this phase, each with its rule; other powers, and phases without rules, as `greedy` plays them."""
    if int(view.record.power) != GERMANY:
        return [_as_greedy(line) for line in greedy.plan(view)]
    if int(view.record.phase) not in RULES:
        return greedy.plan(view)
    orders = [Ordered(*line) for line in reason(view, seed).orders]
    return [*orders, Ordered(int(plain(END)), "end", greedy.SENTENCES["end"])]


def _as_greedy(line: Ordered) -> Ordered:
    text = both(f"As greedy: {line.text['en']}", f"Comme greedy : {line.text['fr']}")
    return Ordered(line.order, f"greedy:{line.rule}", text)
