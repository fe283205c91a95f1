"""Battles as a conversation: a story that asks, and goes on with the answer."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Generator, Iterator
from typing import Any

from tests.games.axisallies.oracle import marching, sailing
from tests.games.axisallies.oracle.facts import (  # fmt: skip
    AIRCRAFT,
    ATTACK,
    COST,
    DEFENCE,
    HUNTERS,
    IPC,
    IS_LAND,
    KINDS,
    LAND,
    POWERS,
    SHIPS,
    SPACES,
    TROOPS,
)
from tests.games.axisallies.oracle.war import Battle, Order, Question, War

Story = Generator[Question, Order, None]
Dice = list[tuple[int, int]]
"""Numbers needed and how many dice, in the order powers and units have on the board."""


# what there is to fight


def raid_waits(war: War, space: str) -> bool:
    return any(p.raids for p in war.planes_at(space))


def battle_waits(war: War, space: str) -> bool:
    if space in war.fought:
        return False
    planes = any(not p.raids and not p.idle and p.flown for p in war.planes_at(space))
    if IS_LAND[space]:
        troops = any(war.units[space][war.power][kind] for kind in TROOPS)
        return war.foreign(space) and (troops or planes or bool(landing(war, space)))
    mine = any(war.units[space][war.power][kind] for kind in SHIPS)
    return war.hostile(space) and (mine or planes)


def landing(war: War, space: str) -> list[int]:
    """Transports whose cargo is to land there."""
    return [row for row, ship in war.ships.items() if any(item[2] == space for item in ship.cargo)]


def waiting(war: War) -> list[str]:
    return [space for space in SPACES if raid_waits(war, space) or battle_waits(war, space)]


def orders(war: War) -> Iterator[Order]:
    if not waiting(war):
        yield ("end",)
    for space in waiting(war):
        zones = [war.ships[row].zone for row in landing(war, space)]
        covered = any(war.hostile(zone) and zone not in war.fought for zone in zones)
        if raid_waits(war, space) or not covered:
            yield ("fight", space)
    yield from rockets(war)


def rockets(war: War) -> Iterator[Order]:
    if war.rocketed or marching.peace(war) or "rockets" not in war.techs[war.power]:
        return
    for src in LAND:
        if war.units[src][war.power]["aa_gun"] and war.friendly(src) and not war.taken_this_turn(src):
            for dst in war.reach(src, 3, lambda here, there: True):
                if war.foreign(dst) and any(war.units[dst][foe]["industrial_complex"] for foe in war.foes):
                    yield ("rocket", src, dst)


def fire_rocket(war: War, dst: str) -> None:
    war.rocketed = True
    war.reached["rocket"] += 1
    loser = war.owner[dst]
    war.cash[loser] -= min(war.cash[loser], war.die())


def raid(war: War, space: str) -> None:
    bombers = [p for p in war.planes_at(space) if p.raids]
    war.reached["raid"] += 1
    if war.gun_fires(space):
        war.reached["gun fired at a raid"] += 1
        bombers.sort(key=lambda p: -p.flown)
        for bomber in bombers[: throw(war, len(bombers), 1)]:
            bombers.remove(bomber)
            war.lose_plane(bomber)
    heavy = "heavy_bombers" in war.techs[war.power]
    total = sum(war.die() for _ in bombers for _ in range(3 if heavy else 1))
    if heavy and bombers:
        war.reached["heavy bombers raid"] += 1
    if war.options["raid_cap"] == "territory":
        total = min(total, IPC[space])
    loser = war.owner[space]
    war.cash[loser] -= min(war.cash[loser], total)
    for bomber in bombers:
        bomber.raids, bomber.idle = False, True


# who is there


def attackers(war: War, battle: Battle) -> Counter[tuple[str, str]]:
    space = battle.space
    mine = war.units[space][war.power]
    there: Counter[tuple[str, str]] = Counter()
    for kind in TROOPS if IS_LAND[space] else SHIPS:
        there[war.power, kind] += mine[kind]
    for plane in war.planes_at(space):
        if not plane.idle and not plane.raids:
            there[war.power, plane.kind] += 1
    return there - battle.doomed


def guests(war: War, battle: Battle) -> Counter[tuple[str, str]]:
    """Allied fighters aboard the attacker's carriers: cargo, the last to be given as losses."""
    if IS_LAND[battle.space]:
        return Counter()
    allies = [ally for ally in war.side if ally != war.power]
    there = Counter({(ally, "fighter"): war.units[battle.space][ally]["fighter"] for ally in allies})
    there -= battle.doomed
    decks = 2 * sum(war.units[battle.space][ally]["carrier"] for ally in allies)
    most = max(0, there.total() - decks)
    found: Counter[tuple[str, str]] = Counter()
    for item, n in there.items():
        found[item] = min(n, most - found.total())
    return +found


def defenders(war: War, battle: Battle) -> Counter[tuple[str, str]]:
    """Those that stand: hit ones and submerged submarines are not among them."""
    kinds = [*TROOPS, *AIRCRAFT] if IS_LAND[battle.space] else [*SHIPS, *AIRCRAFT]
    there = Counter({(foe, kind): war.units[battle.space][foe][kind] for foe in war.foes for kind in kinds})
    there -= battle.doomed
    for foe in war.foes:
        there[foe, "submarine"] -= battle.submerged[foe]
    return +there


# dice


def throw(war: War, n: int, number: int) -> int:
    return sum(war.die() <= number for _ in range(n))


def volleys(war: War, dice: Dice) -> Iterator[int]:
    """Hits of each part of a volley: columns, or all at once, or by low luck."""
    dice = [(number, n) for number, n in dice if number and n]
    if not dice:
        return
    if war.options["low_luck"]:
        total = sum(number * n for number, n in dice)
        hits, rest = divmod(total, 6)
        war.reached["low luck"] += 1
        yield hits + (throw(war, 1, rest) if rest else 0)
    elif war.options["column_losses"]:
        for column in sorted({number for number, _ in dice}):
            yield throw(war, sum(n for number, n in dice if number == column), column)
    else:
        yield sum(throw(war, n, number) for number, n in dice)


def attack_number(war: War, battle: Battle, kind: str) -> int:
    if kind == "submarine" and "super_submarines" in war.techs[war.power]:
        return 3
    return ATTACK[kind]


def attack_dice(war: War, battle: Battle, kinds: list[str]) -> Dice:
    dice = []
    force = attackers(war, battle)
    for kind in kinds:
        n = force[war.power, kind]
        each = 1
        if n and kind == "bomber" and "heavy_bombers" in war.techs[war.power]:
            each = 3
            war.reached["heavy bombers fight"] += 1
        landed = min(battle.marines, n) if kind == "marine" else 0
        if landed:
            war.reached["marines land"] += 1
            dice.append((2, landed))
        helped = min(n, force[war.power, "artillery"]) if kind == "infantry" else 0
        if helped:
            war.reached["artillery supports infantry"] += 1
            dice.append((2, helped))
        dice.append((attack_number(war, battle, kind), (n - landed - helped) * each))
    return dice


def hunts(force: Counter[tuple[str, str]]) -> bool:
    """Whether a force has destroyers against which submarines neither strike first nor slip away."""
    return HUNTERS and any(kind == "destroyer" and n for (_, kind), n in force.items())


def defence_dice(war: War, battle: Battle, kinds: list[str]) -> Dice:
    """The hit ones that have not left yet fire too."""
    dice = []
    force = defenders(war, battle) + battle.doomed
    for power, kind in itertools.product(war.foes, kinds):
        n = force[power, kind]
        number = DEFENCE[kind]
        if n and kind == "fighter" and "jet_power" in war.techs[power]:
            number = 5
            war.reached["jets defend"] += 1
        each = 1
        if kind == "bomber" and "heavy_bombers" in war.techs[power]:
            each = 3
        dice.append((number, n * each))
    return dice


# losses


def able(war: War, battle: Battle, victims: str, target: str) -> Counter[tuple[str, str]]:
    """Who can take a hit, and how many."""

    def fits(kind: str) -> bool:
        return target == "any" or (kind in AIRCRAFT) == (target == "air")

    force = attackers(war, battle) if victims == "attackers" else defenders(war, battle)
    found = Counter({(power, kind): n for (power, kind), n in force.items() if fits(kind)})
    if war.options["two_hit_battleship"]:
        for power, kind in list(found):
            if kind == "battleship":
                found[power, kind] = 2 * found[power, kind] - battle.hurt[power]
    return +found


def chooser(war: War, battle: Battle, victims: str) -> str:
    if victims == "attackers":
        return war.power
    counts = {
        foe: sum(n for (power, _), n in (defenders(war, battle) + battle.doomed).items() if power == foe)
        for foe in war.foes
    }
    if sum(n > 0 for n in counts.values()) > 1:
        war.reached["several defenders"] += 1
    return max(war.foes, key=lambda foe: (counts[foe], -POWERS.index(foe)))


def strike(war: War, battle: Battle, victims: str, power: str, kind: str, n: int) -> None:
    """Units are hit and set aside."""
    for _ in range(n):
        if kind == "battleship" and war.options["two_hit_battleship"]:
            whole = (attackers if victims == "attackers" else defenders)(war, battle)[power, kind]
            if battle.hurt[power] < whole:
                battle.hurt[power] += 1
                war.reached["battleship hurt"] += 1
                continue
            battle.hurt[power] -= 1
        battle.doomed[power, kind] += 1


def remove(war: War, battle: Battle, power: str, kind: str) -> None:
    space = battle.space
    if power == war.power and kind in AIRCRAFT:
        planes = [p for p in war.planes_at(space, kind) if not p.idle and not p.raids]
        war.lose_plane(max(planes, key=lambda p: p.flown))
        return
    war.units[space][power][kind] -= 1
    if kind == "transport":
        sailing.sink(war, power, space)
    if kind == "marine" and power == war.power:
        others = war.units[space][power]["marine"]
        battle.marines = min(battle.marines, others)


def losses(war: War, battle: Battle, victims: str, hits: int, target: str) -> Story:
    """The owner chooses who is lost; nobody is asked where there is nothing to choose."""
    while hits > 0:
        choice = able(war, battle, victims, target)
        total = sum(choice.values())
        if hits >= total or len(choice) == 1:
            for (power, kind), n in choice.items():
                strike(war, battle, victims, power, kind, min(n, hits))
            if victims == "attackers" and target == "any":
                lose_guests(war, battle, hits - total)
            return
        who = chooser(war, battle, victims)
        answers: list[Order] = [("lose as usual",)]
        answers += [
            ("lose", n, kind, power)
            for (power, kind), most in choice.items()
            for n in range(1, min(most, hits) + 1)
        ]
        order = yield Question(who, answers, hits)
        if order[0] == "lose":
            _, n, kind, power = order
            strike(war, battle, victims, power, kind, n)
            hits -= n
            continue
        for _ in range(hits):
            power, kind = usual(war, battle, victims, able(war, battle, victims, target))
            strike(war, battle, victims, power, kind, 1)
        return


def lose_guests(war: War, battle: Battle, hits: int) -> None:
    for (ally, kind), n in guests(war, battle).items():
        lost = min(n, max(0, hits))
        hits -= lost
        battle.doomed[ally, kind] += lost
        if lost:
            war.reached["allied fighters lost aboard"] += 1


def usual(war: War, battle: Battle, victims: str, choice: Counter[tuple[str, str]]) -> tuple[str, str]:
    """The cheapest first, of equally cheap ones the weaker; on land the attacker keeps one land unit while
    there are aircraft to lose.
    """
    space = battle.space

    def rank(item: tuple[str, str]) -> tuple[Any, ...]:
        power, kind = item
        whole = war.units[space][power][kind] - battle.doomed[power, kind] - battle.hurt[power]
        free = kind == "battleship" and war.options["two_hit_battleship"] and whole > 0
        number = attack_number(war, battle, kind) if victims == "attackers" else DEFENCE[kind]
        return (not free, COST[kind], number, KINDS.index(kind), POWERS.index(power))

    items = sorted(choice, key=rank)
    if victims == "attackers" and IS_LAND[space]:
        troops = [item for item in items if item[1] in TROOPS]
        aircraft = [item for item in items if item[1] in AIRCRAFT]
        if aircraft and sum(choice[item] for item in troops) == 1:
            return aircraft[0]
    return items[0]


# the story of a battle


def fight(war: War, space: str) -> Story:
    battle = war.battle = Battle(space)
    yield from (land_battle if IS_LAND[space] else sea_battle)(war, battle)
    war.battle = None


def both_there(war: War, battle: Battle) -> bool:
    return bool(attackers(war, battle)) and bool(defenders(war, battle))


def go_ashore(war: War, battle: Battle) -> None:
    for row in landing(war, battle.space):
        if at_sea_still(war, row):
            continue
        ship = war.ships[row]
        for item in [item for item in ship.cargo if item[2] == battle.space]:
            ship.cargo.remove(item)
            war.units[battle.space][war.power][item[0]] += 1
            battle.marines += item[0] == "marine"


def at_sea_still(war: War, row: int) -> bool:
    """Whether a sea battle keeps this ship from landing its cargo."""
    zone = war.ships[row].zone
    return war.hostile(zone) and not war.fought.get(zone)


def unopposed(war: War) -> None:
    """Capture undefended beaches as soon as the sea in front of them is clear."""
    for row in sorted(war.ships):
        for beach in [item[2] for item in war.ships[row].cargo]:
            if beach is None or war.defended(beach) or at_sea_still(war, row):
                continue
            if row not in landing(war, beach):
                continue
            go_ashore(war, Battle(beach))
            war.reached["landed unopposed after a battle at sea"] += 1
            if war.foreign(beach):
                war.take(beach)


def land_battle(war: War, battle: Battle) -> Story:
    space = battle.space
    zones = {war.ships[row].zone for row in landing(war, space)}
    zones = {zone for zone in zones if not war.hostile(zone) or war.fought.get(zone)}
    go_ashore(war, battle)
    battle.amphibious = bool(zones)
    if zones:
        war.reached["landing"] += 1
    planes = [p for p in war.planes_at(space) if not p.idle and not p.raids]
    if planes and war.gun_fires(space):
        war.reached["gun fired at a battle"] += 1
        if war.options["aa_casualties"] == "owner":
            yield from losses(war, battle, "attackers", throw(war, len(planes), 1), "air")
        else:
            for kind in AIRCRAFT:
                battle.doomed[war.power, kind] += throw(war, sum(p.kind == kind for p in planes), 1)
    clear_doomed(war, battle)
    ships = 0
    for zone in zones:
        if zone not in war.fought and zone not in war.bombarded:
            ships += war.units[zone][war.power]["battleship"]
            war.fresh[zone]["battleship"] = 0
            war.bombarded.add(zone)
    if ships and attackers(war, battle):
        war.reached["bombardment"] += 1
        for hits in volleys(war, [(4, ships)]):
            yield from losses(war, battle, "defenders", hits, "any")
    while both_there(war, battle) or (attackers(war, battle) and battle.doomed):
        battle.round += 1
        for hits in volleys(war, attack_dice(war, battle, KINDS)):
            yield from losses(war, battle, "defenders", hits, "any")
        for hits in volleys(war, defence_dice(war, battle, KINDS)):
            yield from losses(war, battle, "attackers", hits, "any")
        clear_doomed(war, battle)
        if both_there(war, battle):
            left = yield from press(war, battle)
            if left:
                war.fought[space] = False
                return
    war.fought[space] = False
    if any(war.units[space][war.power][kind] for kind in TROOPS):
        if not defenders(war, battle):
            war.fought[space] = True
            war.take(space)
    elif not defenders(war, battle) and attackers(war, battle):
        war.reached["aircraft alone take nothing"] += 1
    elif not defenders(war, battle):
        war.reached["both gone"] += 1


def clear_doomed(war: War, battle: Battle) -> None:
    gone = dict(battle.doomed)
    battle.doomed.clear()
    for (power, kind), n in gone.items():
        for _ in range(n):
            remove(war, battle, power, kind)


def retreats(war: War, battle: Battle) -> list[Order]:
    space = battle.space
    aircraft = any(kind in AIRCRAFT for _, kind in attackers(war, battle))
    if battle.amphibious:
        if war.options["air_leaves_landing"] and aircraft:
            return [("retreat", None)]
        return []
    if not any(kind not in AIRCRAFT for _, kind in attackers(war, battle)):
        return [("retreat", None)]
    return [
        ("retreat", near)
        for near in war.near[space]
        if near in war.came[space] and (war.friendly(near) if IS_LAND[space] else not war.hostile(near))
    ]


def press(war: War, battle: Battle) -> Generator[Question, Order, bool]:
    """The attacker goes on or breaks off: whether the battle is over."""
    answers = retreats(war, battle)
    if not answers:
        return False
    order = yield Question(war.power, [("go on",), *answers])
    if order[0] == "go on":
        return False
    space = battle.space
    for plane in war.planes_at(space):
        plane.idle = plane.idle or not plane.raids
    if battle.amphibious:
        war.reached["aircraft leave a landing"] += 1
        return not both_there(war, battle)
    goal = order[1]
    if goal is None:
        war.reached["aircraft break off"] += 1
        return True
    war.reached["retreat by land" if IS_LAND[space] else "retreat at sea"] += 1
    if not IS_LAND[space]:
        call_off(war, space)
    mine = war.units[space][war.power]
    carriers = mine["carrier"]
    for kind in TROOPS if IS_LAND[space] else SHIPS:
        war.units[goal][war.power][kind] += mine.pop(kind, 0)
    for ship in war.ships.values():
        if (ship.owner, ship.zone) == (war.power, space):
            ship.zone, ship.retreated, ship.left = goal, True, 0
    if carriers:
        sailing.carry_allied_fighters(war, carriers, space, goal)
    return True


def sea_battle(war: War, battle: Battle) -> Story:
    space = battle.space
    for kind in SHIPS:
        war.fresh[space][kind] = 0
    for ship in war.ships.values():
        if (ship.owner, ship.zone) == (war.power, space):
            ship.fought, ship.left = True, 0
    others = [kind for kind in KINDS if kind != "submarine"]
    while both_there(war, battle):
        battle.round += 1
        screen = hunts(defenders(war, battle))
        if ships_among(defenders(war, battle)):
            for hits in volleys(war, attack_dice(war, battle, ["submarine"])):
                if hits:
                    war.reached["destroyers fire back" if screen else "first strike"] += 1
                    if "super_submarines" in war.techs[war.power]:
                        war.reached["super submarines"] += 1
                yield from losses(war, battle, "defenders", hits, "ships")
        if not screen:
            clear_doomed(war, battle)
        for hits in volleys(war, attack_dice(war, battle, others)):
            yield from losses(war, battle, "defenders", hits, "any")
        yield from defence_at_sea(war, battle)
        clear_doomed(war, battle)
        if not both_there(war, battle):
            break
        yield from submarines(war, battle)
        if both_there(war, battle):
            left = yield from press(war, battle)
            if left:
                break
    war.fought[space] = bool(attackers(war, battle)) and not defenders(war, battle)
    if not war.fought[space]:
        call_off(war, space)
    after_sea_battle(war, battle)


def ships_among(force: Counter[tuple[str, str]]) -> bool:
    return any(kind in SHIPS for _, kind in force)


def call_off(war: War, zone: str) -> None:
    """Cancel landings from a zone that was not cleared."""
    for ship in war.ships.values():
        if ship.zone == zone:
            for item in ship.cargo:
                if item[2] is not None:
                    war.reached["landing called off"] += 1
                item[2] = None


def defence_at_sea(war: War, battle: Battle) -> Story:
    """Columns again; in each the submarines fire first, at ships only, and not at all when only aircraft
    attack.
    """
    subs = defence_dice(war, battle, ["submarine"])
    others = defence_dice(war, battle, [kind for kind in KINDS if kind != "submarine"])
    columns: list[int | None] = [None]
    if war.options["column_losses"] and not war.options["low_luck"]:
        columns = [1, 2, 3, 4, 5]
    for column in columns:
        for dice, target in ((subs, "ships"), (others, "any")):
            if target == "ships" and not ships_among(attackers(war, battle)):
                if any(n for _, n in dice):
                    war.reached["submarines do not fire at aircraft"] += 1
                continue
            firing = [(number, n) for number, n in dice if column in (None, number)]
            for hits in volleys(war, firing):
                yield from losses(war, battle, "attackers", hits, target)


def submarines(war: War, battle: Battle) -> Story:
    for power in (war.power, *war.foes):
        while True:
            force = attackers(war, battle) if power == war.power else defenders(war, battle)
            n = force[power, "submarine"]
            foes = defenders(war, battle) if power == war.power else attackers(war, battle)
            if n and hunts(foes):
                war.reached["submarines held by destroyers"] += 1
                break
            answers: list[Order] = []
            for count in range(1, n + 1):
                if power != war.power and war.options["subs_submerge"]:
                    answers.append(("submerge", count))
                answers += [("withdraw", count, zone) for zone in war.near[battle.space] if refuge(war, battle, power, zone)]  # fmt: skip
            if not answers:
                break
            order = yield Question(power, [("go on",), *answers])
            if order[0] == "go on":
                break
            if order[0] == "submerge":
                battle.submerged[power] += order[1]
                war.reached["submerged"] += 1
            else:
                _, count, zone = order
                war.units[battle.space][power]["submarine"] -= count
                war.units[zone][power]["submarine"] += count
                war.reached["attacking submarines withdraw" if power == war.power else "defending submarines withdraw"] += 1  # fmt: skip
            if not both_there(war, battle):
                return


def refuge(war: War, battle: Battle, power: str, zone: str) -> bool:
    if IS_LAND[zone]:
        return False
    if power == war.power:
        return zone in war.came[battle.space] and not war.hostile(zone)
    if zone in war.fought or not war.canal_open(battle.space, zone, power):
        return False
    return not any(war.units[zone][foe][kind] for foe in war.side for kind in [*SHIPS, *AIRCRAFT])


def after_sea_battle(war: War, battle: Battle) -> None:
    """Fighters whose carriers are gone land in the same zone or are lost."""
    zone = battle.space
    islands = [land for land in war.near[zone] if IS_LAND[land] and war.near[land] == [zone]]
    for side in (war.foes, [ally for ally in war.side if ally != war.power]):
        room = 2 * sum(war.units[zone][p]["carrier"] for p in (side if side == war.foes else war.side))
        for power in side:
            n = war.units[zone][power]["fighter"]
            stay = min(n, room)
            room -= stay
            if n > stay:
                home = next((land for land in islands if war.owner[land] in side or (side != war.foes and war.friendly(land))), None)  # fmt: skip
                war.units[zone][power]["fighter"] = stay
                if home:
                    war.units[home][power]["fighter"] += n - stay
                    war.reached["fighters of a sunk carrier land"] += 1
                else:
                    war.reached["fighters of a sunk carrier lost"] += 1
