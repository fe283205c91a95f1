"""Money and the order of things: research, purchases, placement, income, the end of turns and of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.games.axisallies.oracle import battles, flying
from tests.games.axisallies.oracle.facts import (  # fmt: skip
    AIRCRAFT,
    CAPITAL,
    CAPITALS_TO_WIN,
    COST,
    IPC,
    IS_LAND,
    KINDS,
    OPTIONAL,
    ORIGINAL,
    POWERS,
    RESEARCH,
    SHIPS,
    SIDE,
    SOLD,
    SPACES,
    TECHS,
)
from tests.games.axisallies.oracle.war import Order, Plane, War

LAST_ROUND = 60


def price(war: War, kind: str) -> int:
    return COST[kind] - ("industrial_technology" in war.techs[war.power])


# research and purchases


def research_orders(war: War) -> Iterator[Order]:
    if RESEARCH and war.options["research"] and war.has_capital(war.power) and len(war.techs[war.power]) < 6:
        for n in range(1, war.cash[war.power] // 5 + 1):
            yield ("research", n)


def research(war: War, n: int) -> None:
    war.cash[war.power] -= 5 * n
    sixes = sum(war.die() == 6 for _ in range(n))
    known = war.techs[war.power]
    for _ in range(sixes):
        if len(known) == 6:
            break
        while True:
            tech = TECHS[war.die() - 1]
            if tech not in known:
                break
            war.reached["technology rolled again"] += 1
        known.add(tech)
        war.reached["breakthrough"] += 1


def complexes_left(war: War) -> int:
    most = war.options["new_complexes"]
    if most == "unlimited":
        return 999
    return int(most) - war.new_complexes - sum(b["industrial_complex"] for b in war.bought.values())


def buy_orders(war: War) -> Iterator[Order]:
    if not war.has_capital(war.power):
        return
    for kind in KINDS:
        if kind not in SOLD:
            continue
        if kind in OPTIONAL and not war.options["iron_blitz_units"]:
            continue
        most = war.cash[war.power] // price(war, kind)
        if kind == "transport":
            most = min(most, 64 - len(war.ships) - sum(b[kind] for b in war.bought.values()))
        if kind == "industrial_complex":
            most = min(most, complexes_left(war))
        for n in range(1, most + 1):
            yield ("buy", n, kind)


# placement


def works(war: War, space: str) -> bool:
    """Whether the power to play may use a complex there this turn."""
    return (
        IS_LAND[space]
        and war.owner[space] == war.power
        and war.began[space] == war.power
        and war.units[space][war.power]["industrial_complex"] > 0
        and space not in war.new_here
    )


def output_left(war: War, space: str) -> int:
    if space not in war.built and ORIGINAL[space] == war.power:
        return 999
    return max(1, IPC[space]) - war.produced[space]


def place_orders(war: War) -> Iterator[Order]:
    for kind, most in war.bought[war.power].items():
        for n in range(1, most + 1):
            for space in SPACES:
                if may_place(war, kind, n, space) and war.enough_pieces(kind, n, None, space):
                    yield ("place", n, kind, space)


def may_place(war: War, kind: str, n: int, space: str) -> bool:
    if kind == "industrial_complex":
        return n == 1 and IS_LAND[space] and war.owner[space] == war.power == war.began[space] and not war.units[space][war.power][kind]  # fmt: skip
    if kind in SHIPS or (kind == "fighter" and not IS_LAND[space]):
        if IS_LAND[space] or (war.hostile(space) and not war.options["place_in_hostile_zones"]):
            return False
        if kind == "fighter":
            if not war.options["fighters_on_new_carriers"]:
                return False
            if flying.deck_room(war, space) < n:
                return False
        return any(output_left(war, near) >= n for near in war.near[space] if works(war, near))
    guns = sum(war.units[space][power]["aa_gun"] for power in POWERS)
    if kind == "aa_gun" and war.options["aa_per_space"] == "1" and guns + n > 1:
        return False
    return IS_LAND[space] and works(war, space) and output_left(war, space) >= n


def place(war: War, n: int, kind: str, space: str) -> None:
    war.bought[war.power][kind] -= n
    war.units[space][war.power][kind] += n
    if kind == "industrial_complex":
        war.new_complexes += 1
        war.built.add(space)
        war.new_here.add(space)
        war.reached["new complex"] += 1
        return
    if kind == "transport":
        for _ in range(n):
            war.new_ship(war.power, space)
    if IS_LAND[space]:
        maker = space
    else:
        makers = [near for near in war.near[space] if works(war, near) and output_left(war, near) >= n]
        maker = max(makers, key=lambda near: output_left(war, near))
        if war.hostile(space):
            war.reached["placed in a hostile zone"] += 1
    if output_left(war, maker) < 500:
        war.reached["limited complex"] += 1
    war.produced[maker] += n


# the order of things


def begin_turn(war: War, power: str) -> None:
    war.power, war.phase = power, "research"
    war.began = dict(war.owner)
    others = (*AIRCRAFT, "industrial_complex", "transport")
    war.fresh = {
        space: Counter({kind: n for kind, n in war.units[space][power].items() if kind not in others})
        for space in SPACES
    }
    war.planes = [
        Plane(kind, space)
        for space in SPACES
        for kind in AIRCRAFT
        for _ in range(war.units[space][power][kind])
    ]
    for ship in war.ships.values():
        ship.left = 2 if ship.owner == power else 0
        ship.sailed = ship.unloaded = ship.fought = ship.retreated = False
        ship.beach = None
    war.came = {space: set() for space in SPACES}
    war.fought, war.bombarded, war.decked, war.produced = {}, set(), Counter(), Counter()
    war.rocketed, war.scorch, war.new_here = False, {}, set()
    settle(war)


def settle(war: War) -> None:
    """Skip phases in which there is nothing to do."""
    if war.phase == "research" and not any(research_orders(war)):
        war.phase = "buy"
    if war.phase == "buy" and not any(buy_orders(war)):
        war.phase = "combat_move"
    if war.phase == "combat":
        battles.unopposed(war)
        if not battles.waiting(war) and not any(battles.rockets(war)):
            begin_noncombat(war)
    if war.phase == "place" and not any(+war.bought[war.power]):
        income(war)


def begin_noncombat(war: War) -> None:
    war.phase = "noncombat"
    for plane in war.planes:
        plane.raids = plane.idle = False
    for ship in war.ships.values():
        if ship.sailed:
            ship.left = 0
        for item in ship.cargo:
            item[2] = None


def begin_combat(war: War) -> None:
    """Cancel raids without a target and landings without an escort."""
    war.phase = "combat"
    for plane in war.planes:
        if plane.raids and not (war.foreign(plane.space) and flying.complex_there(war, plane.space)):
            plane.raids, plane.idle = False, True
            war.reached["raid called off"] += 1
    for ship in war.ships.values():
        if war.hostile(ship.zone) and not battles.battle_waits(war, ship.zone):
            battles.call_off(war, ship.zone)


def end_phase(war: War) -> None:
    if war.phase == "research":
        war.phase = "buy"
    elif war.phase == "buy":
        war.phase = "combat_move"
    elif war.phase == "combat_move":
        begin_combat(war)
    elif war.phase == "combat":
        begin_noncombat(war)
    elif war.phase == "noncombat":
        flying.lose_stranded(war)
        war.phase = "place"
    else:
        income(war)
        return
    settle(war)


def income(war: War) -> None:
    if war.options["unplaced"] == "lost":
        if any(+war.bought[war.power]):
            war.reached["unplaced units lost"] += 1
        war.bought[war.power].clear()
    if war.has_capital(war.power):
        war.cash[war.power] += war.production(war.power)
    else:
        war.reached["no income without a capital"] += 1
    end_of_round = war.power == POWERS[-1]
    if end_of_round:
        war.history.append([war.production(power) for power in POWERS])
    if end_of_round or war.options["victory_check"] == "turn":
        capitals(war)
    if end_of_round and war.winner is None:
        economy(war)
        last = war.options["rounds"] or LAST_ROUND
        if war.winner is None and war.round >= last:
            war.victory = "rounds"
    if war.victory:
        war.phase = "over"
        war.reached[f"victory by {war.victory}"] += 1
        return
    if end_of_round:
        war.round += 1
    begin_turn(war, POWERS[(POWERS.index(war.power) + 1) % len(POWERS)])


def capitals(war: War) -> None:
    def taken(side: str) -> int:
        return sum(SIDE[war.owner[CAPITAL[power]]] == side for power in POWERS if SIDE[power] != side)

    own = SIDE[war.power]
    for side in (own, "allies" if own == "axis" else "axis"):
        if taken(side) >= CAPITALS_TO_WIN[side] and not (
            war.options["total_victory"] and taken("allies" if side == "axis" else "axis")
        ):
            war.winner, war.victory = side, "capitals"
            return


def economy(war: War) -> None:
    for side, goal in (("axis", "axis_economic_goal"), ("allies", "allied_economic_goal")):
        if war.options[goal] and war.side_production(side) >= war.options[goal]:
            war.winner, war.victory = side, "economy"
            return
