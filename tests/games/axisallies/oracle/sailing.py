"""Ships and transports."""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.axisallies.oracle import marching
from tests.games.axisallies.oracle.facts import COST, IS_LAND, ROOM, SEA, SHIPS, TROOPS, WALKERS
from tests.games.axisallies.oracle.war import Order, Ship, War


def voyages(war: War, src: str, most: int) -> dict[str, int]:
    """Zones within reach: a hostile zone ends the move, canals must be open."""

    def passable(here: str, there: str) -> bool:
        return not IS_LAND[there] and (here == src or not war.hostile(here)) and war.canal_open(here, there)

    found = war.once(("voyages", src, most), lambda: war.reach(src, most, passable))
    return {zone: steps for zone, steps in found.items() if steps}


def purpose(war: War, src: str, dst: str, transport: bool) -> bool:
    """Whether ships may go there now."""
    if war.phase == "noncombat":
        return not war.hostile(dst)
    if war.hostile(dst):
        return not marching.peace(war)
    if war.options["ships_reposition_early"] or war.hostile(src):
        return True
    for coast in war.near[dst]:
        if IS_LAND[coast]:
            if not war.friendly(coast):
                return True
            if transport and any(war.fresh[coast][kind] for kind in TROOPS):
                return True
    return False


def orders(war: War) -> Iterator[Order]:
    for src in SEA:
        for kind in SHIPS:
            able = war.fresh[src][kind]
            if kind == "transport" or able == 0:
                continue
            for dst in voyages(war, src, 2):
                if purpose(war, src, dst, False):
                    for n in range(1, able + 1):
                        if kind == "carrier" and not carriers_may_leave(war, src, n):
                            continue
                        if not war.enough_pieces(kind, n, src, dst):
                            continue
                        yield ("move", n, kind, src, None, dst, "")
    for row, ship in war.ships.items():
        if war.alike(row) != row:
            continue
        yield from transport_orders(war, row, ship)


def carriers_may_leave(war: War, zone: str, n: int) -> bool:
    """A carrier does not move after fighters have landed on it."""
    carriers = sum(war.units[zone][power]["carrier"] for power in war.side)
    return not war.decked[zone] or war.decked[zone] + len(guests(war, zone)) <= 2 * (carriers - n)


def transport_orders(war: War, row: int, ship: Ship) -> Iterator[Order]:
    mine = ship.owner == war.power
    if mine and ship.left > 0 and not ship.unloaded and not ship.fought and not ship.retreated:
        for dst in voyages(war, ship.zone, ship.left):
            if purpose(war, ship.zone, dst, True) and war.enough_pieces("transport", 1, ship.zone, dst):
                yield ("sail", row, dst)
    for coast in war.near[ship.zone]:
        if not IS_LAND[coast]:
            continue
        for kind in WALKERS:
            for n in (1, 2):
                if may_load(war, ship, kind, n, coast):
                    yield ("load", n, kind, coast, row)
            aboard = sum(item[0] == kind and item[1] == war.power and item[2] is None for item in ship.cargo)
            for n in range(1, aboard + 1):
                if may_unload(war, ship, kind, coast) and war.enough_pieces(kind, n, None, coast):
                    yield ("unload", n, kind, row, coast)


def may_load(war: War, ship: Ship, kind: str, n: int, coast: str) -> bool:
    return (
        war.fresh[coast][kind] >= n
        and not (kind == "aa_gun" and war.phase == "combat_move")
        and ROOM[kind] * n <= war.room(ship)
        and not war.hostile(ship.zone)
        and not ship.unloaded
        and not ship.fought
        and not ship.retreated
    )


def may_unload(war: War, ship: Ship, kind: str, coast: str) -> bool:
    if ship.retreated:
        return False
    if war.phase == "noncombat":
        open_water = not war.hostile(ship.zone) or war.fought.get(ship.zone, False)
        return war.friendly(coast) and open_water and ship.beach is None
    if kind == "aa_gun" or not marching.may_enter(war, coast) or ship.beach not in (None, coast):
        return False
    if war.hostile(ship.zone):
        mine = any(war.units[ship.zone][war.power][each] for each in SHIPS)
        return not war.neutral(coast) and mine
    return True


def sail_ships(war: War, n: int, kind: str, src: str, dst: str) -> None:
    war.fresh[src][kind] -= n
    war.units[src][war.power][kind] -= n
    war.units[dst][war.power][kind] += n
    arrive(war, src, dst)
    if kind == "carrier":
        carry_allied_fighters(war, n, src, dst)


def arrive(war: War, src: str, dst: str) -> None:
    """Where ships came from matters when they fight: the zone before the battle, and the first one if it
    touches too.
    """
    if war.phase == "combat_move" and war.hostile(dst):
        war.came[dst] |= {src, last_zone(war, src, dst)}


def last_zone(war: War, src: str, dst: str) -> str:
    if dst in war.near[src] and war.canal_open(src, dst):
        return src
    return next(
        zone
        for zone in war.near[src]
        if not IS_LAND[zone]
        and not war.hostile(zone)
        and dst in war.near[zone]
        and war.canal_open(src, zone)
        and war.canal_open(zone, dst)
    )


def guests(war: War, zone: str) -> list[str]:
    """Whose allied fighters are in a zone, one by one."""
    return [ally for ally in war.side if ally != war.power for _ in range(war.units[zone][ally]["fighter"])]


def carry_allied_fighters(war: War, n: int, src: str, dst: str) -> None:
    """Allied fighters go with the carriers that leave when those that stay have no deck for them. The
    carriers that go have left already.
    """
    staying = 2 * sum(war.units[src][power]["carrier"] for power in war.side)
    homeless = len(guests(war, src)) - staying
    for ally in guests(war, src)[: max(0, min(homeless, 2 * n))]:
        war.units[src][ally]["fighter"] -= 1
        war.units[dst][ally]["fighter"] += 1
        war.reached["allied fighters carried"] += 1


def sail(war: War, row: int, dst: str) -> None:
    ship = war.ships[row]
    steps = voyages(war, ship.zone, ship.left)[dst]
    arrive(war, ship.zone, dst)
    war.units[ship.zone][war.power]["transport"] -= 1
    war.units[dst][war.power]["transport"] += 1
    ship.zone = dst
    ship.left = 0 if war.hostile(dst) else ship.left - steps
    ship.sailed = True
    if any(item[1] != war.power for item in ship.cargo):
        war.reached["an ally's units sail"] += 1


def load(war: War, n: int, kind: str, coast: str, row: int) -> None:
    ship = war.ships[row]
    war.fresh[coast][kind] -= n
    war.units[coast][war.power][kind] -= n
    if ship.sailed:
        war.reached["loaded after a step"] += 1
    if ship.owner != war.power:
        war.reached["boarded an ally's ship"] += 1
    ship.cargo += [[kind, war.power, None] for _ in range(n)]


def unload(war: War, n: int, kind: str, row: int, coast: str) -> None:
    ship = war.ships[row]
    ship.unloaded, ship.left = True, 0
    if not ship.sailed:
        war.reached["bridge"] += 1
    if war.phase == "combat_move":
        ship.beach = coast
        if war.hostile(ship.zone) or war.defended(coast):
            for item in [i for i in ship.cargo if i[0] == kind and i[1] == war.power and i[2] is None][:n]:
                item[2] = coast
            return
        marching.enter(war, coast, {ship.zone})
    for _ in range(n):
        ship.cargo.remove([kind, war.power, None])
    war.units[coast][war.power][kind] += n


def sink(war: War, power: str, zone: str) -> None:
    """A transport is lost, of several the one with least aboard, with all its cargo."""
    row = min(
        (row for row, ship in war.ships.items() if (ship.owner, ship.zone) == (power, zone)),
        key=lambda row: (sum(COST[item[0]] for item in war.ships[row].cargo), row),
    )
    if war.ships[row].cargo:
        war.reached["cargo went down"] += 1
    del war.ships[row]
