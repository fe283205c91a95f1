"""Aircraft: ways, guns and neutrals under them, and places to land."""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.axisallies.oracle import marching, sailing
from tests.games.axisallies.oracle.facts import AIRCRAFT, IS_LAND, POWERS, SEA, SPACES
from tests.games.axisallies.oracle.war import Order, Plane, War

NUMBER = {space: number for number, space in enumerate(SPACES)}
SHORTEST, AROUND, OVER = "", "around", "over neutrals"


def flight_range(war: War, kind: str) -> int:
    far = "long_range_aircraft" in war.techs[war.power]
    return {"fighter": 6 if far else 4, "bomber": 8 if far else 6}[kind]


# ways out: a way is (neutrals crossed, guns crossed, the spaces)


Way = tuple[int, int, tuple[str, ...]]


def ways_from(war: War, src: str, most: int) -> dict[str, dict[str, Way]]:
    """For every space in range the ways there, by the word for the way: the shortest; round neutrals, then
    guns; round guns, then neutrals. A word is used only where its way differs from those before.
    """
    neutral = {space for space in SPACES if war.neutral(space)}
    armed = {space for space in SPACES if war.options["aa_overflight"] and war.gun_fires(space)}
    charge, cash = war.options["neutral_charge"], war.cash[war.power]
    shut = war.options["neutrals_closed"] or cash < charge
    found: dict[bool, dict[str, list[Way]]] = {True: {}, False: {}}
    for neutrals_first in (True, False):
        best: dict[str, Way] = {src: (0, 0, (src,))}
        for _ in range(most):
            following: dict[str, Way] = {}
            for here in sorted(best, key=NUMBER.__getitem__):
                neutrals, guns, path = best[here]
                if len(path) > 1:
                    if here in neutral and shut:
                        continue
                    neutrals += here in neutral
                    guns += here in armed
                for there in war.near[here]:
                    way = (neutrals, guns, (*path, there))
                    if there not in following or key(way, neutrals_first) < key(following[there], neutrals_first):  # fmt: skip
                        following[there] = way
            for there, way in following.items():
                found[neutrals_first].setdefault(there, []).append(way)
            best = following
    chosen: dict[str, dict[str, Way]] = {}
    for dst, ways in found[True].items():
        if dst == src:
            continue
        around = min(ways, key=lambda way: (way[0], way[1]))  # the first of equals is the shortest
        over = min(found[False][dst], key=lambda way: (way[1], way[0]))
        chosen[dst] = {}
        seen = []
        for word, way in ((SHORTEST, ways[0]), (AROUND, around), (OVER, over)):
            if way[0] * charge <= cash and way[:2] not in seen:
                chosen[dst][word] = way
                seen.append(way[:2])
                if way[:2] == (0, 0):
                    break
    return chosen


def key(way: tuple[int, int, tuple[str, ...]], neutrals_first: bool) -> tuple[int, int]:
    return (way[0], way[1]) if neutrals_first else (way[1], way[0])


# ways home


def home_distance(war: War, src: str, most: int) -> dict[str, int]:
    """Non-combat flight: over anything but neutrals."""
    far = war.once(("home", src), lambda: war.reach(src, 8, lambda here, there: not war.neutral(there)))
    return {space: steps for space, steps in far.items() if steps <= most}


def may_land(war: War, space: str) -> bool:
    return IS_LAND[space] and war.friendly(space) and war.began[space] in war.side


def carriers(war: War) -> list[tuple[set[str], int]]:
    """For every carrier of the side: zones where it may be when fighters land, and its free slots. Fighters
    of allies sit on allied carriers first.
    """
    found = []
    after = POWERS.index(war.power) + 1
    for zone in SEA:
        sitting = len(sailing.guests(war, zone))
        for power in POWERS[after:] + POWERS[:after]:
            if power not in war.side:
                continue
            for number in range(war.units[zone][power]["carrier"]):
                zones = {zone}
                if power == war.power and number < war.fresh[zone]["carrier"]:
                    zones |= {other for other in sailing.voyages(war, zone, 2) if not war.hostile(other)}
                taken = min(2, sitting)
                sitting -= taken
                found.append((zones, 2 - taken))
    return found


def can_come_home(war: War, kind: str, n: int, src: str, dst: str, left: int) -> bool:
    """Whether n aircraft from `src` could land after having reached `dst`: on land, or each on a carrier slot
    that is promised to nobody else who needs it.
    """
    if war.options["kamikaze"]:
        return True
    if airfield_within(war, dst, left):
        return True
    if kind == "bomber":
        return False
    slots = war.once("slots", lambda: [zones for zones, free in carriers(war) for _ in range(free)])
    if not slots:
        return False
    wanting = []
    skipped = 0
    for plane in war.planes:
        if plane.kind == "fighter":
            if plane.space == src and plane.flown == 0 and skipped < n:
                skipped += 1
                continue
            fuel = flight_range(war, "fighter") - plane.flown
            if not airfield_within(war, plane.space, fuel):
                wanting.append(set(home_distance(war, plane.space, fuel)))
    before = seated(wanting, slots)
    return seated(wanting + [set(home_distance(war, dst, left))] * n, slots) >= before + n


def airfield_within(war: War, space: str, steps: int) -> bool:
    def nearest() -> int:
        far = home_distance(war, space, 8)
        return min((distance for other, distance in far.items() if may_land(war, other)), default=99)

    return bool(war.once(("airfield", space), nearest) <= steps)


def seated(wanting: list[set[str]], slots: list[set[str]]) -> int:
    """How many fighters can have a slot of their own."""
    taken: dict[int, int] = {}

    def place(fighter: int, seen: set[int]) -> bool:
        for slot, zones in enumerate(slots):
            if slot not in seen and zones & wanting[fighter]:
                seen.add(slot)
                if slot not in taken or place(taken[slot], seen):
                    taken[slot] = fighter
                    return True
        return False

    return sum(place(fighter, set()) for fighter in range(len(wanting)))


# orders


def orders(war: War) -> Iterator[Order]:
    if war.phase == "noncombat":
        yield from landings(war)
        return
    for src in SPACES:
        for kind in AIRCRAFT:
            able = len([p for p in war.planes_at(src, kind) if p.flown == 0])
            if not able:
                continue
            most = flight_range(war, kind)
            for dst, ways in ways_from(war, src, most).items():
                fight = war.something_to_fight(dst) and not marching.peace(war)
                raid = (
                    kind == "bomber"
                    and war.foreign(dst)
                    and complex_there(war, dst)
                    and not marching.peace(war)
                )
                drop = may_drop(war, kind, src) and war.foreign(dst) and not marching.peace(war)
                if not fight and not raid and not drop:
                    continue
                for word, way in ways.items():
                    for n in range(1, able + 1):
                        if not can_come_home(war, kind, n, src, dst, most - len(way[2]) + 1):
                            break
                        if drop and n <= war.fresh[src]["infantry"] and pieces_to_drop(war, n, src, dst):
                            yield ("drop", n, src, dst, word)
                        if fight and war.enough_pieces(kind, n, src, dst):
                            yield ("move", n, kind, src, None, dst, word)
                        if raid:
                            yield ("raid", n, src, dst, word)


def may_drop(war: War, kind: str, src: str) -> bool:
    return bool(war.options["paratroops"]) and kind == "bomber" and IS_LAND[src]


def pieces_to_drop(war: War, n: int, src: str, dst: str) -> bool:
    return all(war.enough_pieces(kind, n, src, dst) for kind in ("bomber", "infantry"))


def complex_there(war: War, space: str) -> bool:
    return any(war.units[space][foe]["industrial_complex"] for foe in war.foes)


def landings(war: War) -> Iterator[Order]:
    for src in SPACES:
        for kind in AIRCRAFT:
            planes = [p for p in war.planes_at(src, kind) if not p.landed]
            if not planes:
                continue
            for dst in SPACES:
                most = len(able_to(war, planes, dst))
                if not IS_LAND[dst] and kind == "fighter":
                    most = min(most, deck_room(war, dst))
                elif not may_land(war, dst):
                    most = 0
                for n in range(1, most + 1):
                    if war.enough_pieces(kind, n, src, dst):
                        yield ("move", n, kind, src, None, dst, "")
                    unflown = len([p for p in planes if p.flown == 0])
                    able = may_drop(war, kind, src) and n <= min(unflown, war.fresh[src]["infantry"])
                    if able and pieces_to_drop(war, n, src, dst):
                        yield ("drop", n, src, dst, "")


def able_to(war: War, planes: list[Plane], dst: str) -> list[Plane]:
    """Those that can go there with what is left."""
    far = war.once(("home", planes[0].space), lambda: home_distance(war, planes[0].space, 8)).get(dst, 99)
    if not far:
        return []
    return [p for p in planes if p.flown + far <= flight_range(war, p.kind)]


def deck_room(war: War, zone: str) -> int:
    """Places on the carriers of a zone that nobody sits on or flies over."""
    return sum(2 * war.units[zone][power]["carrier"] - war.units[zone][power]["fighter"] for power in war.side)  # fmt: skip


def fly(war: War, n: int, kind: str, src: str, dst: str, word: str, raids: bool = False) -> list[Plane]:
    """Fly to a battle or to land; returns the aircraft that arrive."""
    if war.phase == "noncombat":
        far = home_distance(war, src, 8)[dst]
        planes = [p for p in war.planes_at(src, kind) if not p.landed]
        going = sorted(able_to(war, planes, dst), key=lambda p: -p.flown)[:n]
        for plane in going:
            move(war, plane, dst, far)
            plane.landed = True
        if not IS_LAND[dst]:
            war.decked[dst] += n
            war.reached["landed on a carrier"] += 1
        return going
    path = ways_from(war, src, flight_range(war, kind))[dst][word][2]
    going = [p for p in war.planes_at(src, kind) if p.flown == 0][:n]
    for space in path[1:-1]:
        if not going:
            break
        if war.neutral(space):
            war.pay_neutral(space)
            war.reached["flew over a neutral"] += 1
        elif war.options["aa_overflight"] and war.gun_fires(space):
            war.reached["gun fired at what crossed"] += 1
            for plane in going[:]:
                if war.die() == 1:
                    going.remove(plane)
                    war.lose_plane(plane)
    for plane in going:
        move(war, plane, dst, len(path) - 1)
        plane.raids = raids
    return going


def move(war: War, plane: Plane, dst: str, steps: int) -> None:
    war.units[plane.space][war.power][plane.kind] -= 1
    war.units[dst][war.power][plane.kind] += 1
    plane.space = dst
    plane.flown += steps


def in_the_air(war: War) -> Iterator[tuple[str, str, int]]:
    """Aircraft of the power to play that cannot stay where they are: space, kind, how many."""
    for space in SPACES:
        for kind in AIRCRAFT:
            n = war.units[space][war.power][kind]
            if IS_LAND[space]:
                n = 0 if may_land(war, space) else n
            elif kind == "fighter":
                n = min(n, max(0, -deck_room(war, space)))
            if n:
                yield space, kind, n


def can_still_land(war: War) -> bool:
    """Whether any aircraft in the air could land somewhere."""
    for space, kind, _ in in_the_air(war):
        planes = [p for p in war.planes_at(space, kind) if not p.landed]
        for dst in SPACES:
            if planes and able_to(war, planes, dst):
                if may_land(war, dst):
                    return True
                if not IS_LAND[dst] and kind == "fighter" and deck_room(war, dst) > 0:
                    return True
    return False


def lose_stranded(war: War) -> None:
    for space, kind, n in list(in_the_air(war)):
        war.units[space][war.power][kind] -= n
        war.reached["aircraft lost for want of a place"] += 1


def drop(war: War, n: int, src: str, dst: str, word: str) -> None:
    """Bombers carry infantry; it goes down with those that are shot, and the bombers take no part in the
    battle.
    """
    war.fresh[src]["infantry"] -= n
    war.units[src][war.power]["infantry"] -= n
    bombers = fly(war, n, "bomber", src, dst, word)
    war.reached["paratroops"] += 1
    if war.phase == "combat_move" and war.gun_fires(dst):
        for bomber in bombers[:]:
            if war.die() == 1:
                bombers.remove(bomber)
                war.lose_plane(bomber)
    for bomber in bombers:
        bomber.idle = war.phase == "combat_move"
    war.units[dst][war.power]["infantry"] += len(bombers)
    if war.phase == "combat_move" and bombers:
        marching.enter(war, dst, set())
