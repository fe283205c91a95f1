"""What to buy, and where it goes: garrisons that are lacking, lift for armies overseas together with its
escort and cargo, infantry for the front."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from partie.games.axisallies.players.general import doctrine, ferry, threats
from partie.games.axisallies.players.general.candidates import sails
from partie.games.axisallies.players.general.odds import WALKING
from partie.games.axisallies.players.general.situation import Floats, Ints, Situation
from partie.games.axisallies.players.general.tables import sea_steps
from partie.games.axisallies.players.general.threats import WARSHIPS
from partie.games.axisallies.rules.board import LANDS, SPACES
from partie.games.axisallies.rules.control import production
from partie.games.axisallies.rules.economy import complexes_left, for_sale
from partie.games.axisallies.rules.units import (
    AA_GUN,
    ARMOR,
    ARTILLERY,
    BATTLESHIP,
    BOMBER,
    CARRIER,
    DESTROYER,
    FACTORY,
    FIGHTER,
    INFANTRY,
    KINDS,
    LAND_KINDS,
    MARINE,
    SEA_KINDS,
    SUBMARINE,
    TRANSPORT,
)

PRESSED = 0.05
"""The chance to lose a complex above which it is pressed."""
TWO_INFANTRY = 6.0
"""What the cargo of a transport costs, in IPC."""
NOT_SOLD = 1_000_000
"""The price of what cannot be bought."""
ARTILLERY_SHARE = 4.0
"""Infantry for each artillery: as many as it takes to keep it from being lost before them."""
WELL_OFF = 40
"""The cash from which a land power thinks of a fighter, in IPC."""
AT_THE_FRONT = 0.33
"""How much a space pulls at the front, of the one of ours that pulls most."""


@dataclass
class Basket:
    """What is bought, with the reason for each part of it."""

    cash: int
    prices: list[int]
    lines: list[tuple[int, int, str]] = field(default_factory=list)

    def afford(self, kind: int) -> int:
        return self.cash // self.prices[kind]

    def add(self, kind: int, n: int, reason: str) -> int:
        """Buy up to n units; returns how many."""
        n = max(0, min(n, self.afford(kind)))
        if n:
            self.cash -= n * self.prices[kind]
            self.lines.append((kind, n, reason))
        return n

    def bought(self) -> Floats:
        out = np.zeros(KINDS)
        for kind, n, _ in self.lines:
            out[kind] += n
        return out


BY_NEED, INFANTRY_ONLY, MORE_ARMOR, MORE_AIRCRAFT, FLEET_FIRST = range(5)
"""Ways to spend what no garrison needs."""


def plan_purchase(war: Situation, landing: Floats, style: int = BY_NEED, builds: bool = True) -> Basket:
    """What to buy now. `landing`: what a unit is worth on every coast; `builds`: whether complexes are
    built."""
    prices = [war.price(kind) if for_sale(war.bare, kind) else NOT_SOLD for kind in range(KINDS)]
    basket, cost = Basket(int(war.fields.cash[war.power]), prices), war.board.cost.tolist()
    lacking = war.lacking(war.home, INFANTRY, basket.afford(INFANTRY))
    basket.add(INFANTRY, lacking, "garrison")
    if style == MORE_AIRCRAFT:
        basket.add(FIGHTER, max(1, basket.cash // (2 * cost[FIGHTER])), "fighter")
    if style == MORE_ARMOR:
        basket.add(ARMOR, basket.cash // (cost[ARMOR] + cost[INFANTRY]), "armor")
    if style == INFANTRY_ONLY:
        basket.add(INFANTRY, 100, "front")
    elif war.is_overseas(war.home) or style == FLEET_FIRST:
        if builds:
            _industry(war, basket)
        _overseas(war, basket, landing)
    else:
        _front(war, basket, lacking)
    return basket


def _front(war: Situation, basket: Basket, lacking: int = 0) -> None:
    """Infantry for the front, and artillery and armor as far as there is infantry to cover them."""
    own = war.fields.units[:, war.power].sum(axis=0)
    infantry, armor, artillery = int(own[INFANTRY]), int(own[ARMOR]), int(own[ARTILLERY])
    fighters = int(own[FIGHTER])
    if basket.cash >= WELL_OFF and fighters < war.p[doctrine.FIGHTERS]:
        basket.add(FIGHTER, 1, "fighter")
    pressed = lacking > 0 or _is_pressed(war, basket)
    while basket.afford(INFANTRY):
        if _fits(war, basket, ARMOR):
            basket.add(ARMOR, 1, "armor")
        elif basket.afford(ARTILLERY) and (
            _fits(war, basket, ARTILLERY) or ARTILLERY_SHARE * (artillery + 1) <= infantry
        ):
            artillery += basket.add(ARTILLERY, 1, "artillery")
        elif (
            basket.afford(ARMOR) and war.p[doctrine.INFANTRY_SHARE] * (armor + 1) <= infantry and not pressed
        ):
            armor += basket.add(ARMOR, 1, "armor")
        else:
            infantry += basket.add(INFANTRY, 1, "front")


def _fits(war: Situation, basket: Basket, kind: int) -> bool:
    """Whether one unit of a kind, alone or with an infantry, takes all the cash that is left."""
    rest = basket.cash - int(war.board.cost[kind])
    return rest in (0, int(war.board.cost[INFANTRY])) and basket.afford(kind) > 0


def _is_pressed(war: Situation, basket: Basket) -> bool:
    """Whether a complex can be held only just, with all who can march there and all the infantry that can be
    paid."""
    for space in war.complexes():
        garrison, most = war.gathered(space), min(war.output(space), basket.afford(INFANTRY))
        garrison[INFANTRY] += max(0, most - 2)
        if war.storm(space, garrison)[threats.P_LOST] <= PRESSED:
            continue
        garrison[INFANTRY] += min(2, most)
        if war.storm(space, garrison)[threats.P_LOST] <= war.p[doctrine.HELD]:
            return True
    return False


def _harbours(war: Situation) -> list[int]:
    return [
        z for space in war.complexes() for z in war.neighbours(space) if z >= LANDS and not war.hostile(z)
    ]


def _overseas(war: Situation, basket: Basket, landing: Floats) -> None:
    """Transports for what can be bought each turn, with their escort; then cargo. Where ships would only be
    sunk: aircraft, which need none."""
    zones = _harbours(war)
    value = np.zeros(SPACES)
    ferry.sea_values(war.bare, landing, war.p, value)
    if not zones or value.max() <= 0.0:
        _wings(war, basket)
        return
    zone = max(zones, key=lambda z: (value[z], -z))
    steps = sea_steps(war.graph)
    near = [z for z in range(LANDS, SPACES) if steps[zone, z] <= 4 and not war.hostile(z)]
    goal = max(near, key=lambda z: (value[z], -int(steps[zone, z])))
    income = int(production(war.bare, war.power))
    cycle = max(1, min(int(steps[zone, goal]), 4))
    hulls = len(war.rows)
    needed = max(2, min(int(np.ceil(war.p[doctrine.HULLS] * income / TWO_INFANTRY * cycle / 2.0)), 8))
    fleet = np.zeros(KINDS)
    ferry.gather(war.bare, zone, fleet)
    convoy = _convoy(war)
    escorted = sunk_share(war, goal, convoy) <= war.p[doctrine.SAFE_SHARE]
    if not escorted and hulls:
        _escort(war, basket, zone, goal, fleet, convoy)
    with_escort = fleet + basket.bought()
    if hulls < needed:
        _ships(war, basket, zone, with_escort, min(needed - hulls, 3))
    bought = int(basket.bought()[TRANSPORT])
    _cargo(war, basket, 2 * (hulls + bought))
    soon = basket.cash + income
    if not (bought == 0 and hulls < needed and _saves(war, basket, zone, with_escort, soon)):
        _wings(war, basket)


def _saves(war: Situation, basket: Basket, zone: int, fleet: Floats, soon: int) -> bool:
    """Whether transports with an escort that are too expensive now can be paid next turn."""
    if war.p[doctrine.SAVES] <= 0.5:
        return False
    next_turn = Basket(soon, basket.prices)
    _ships(war, next_turn, zone, fleet, 2)
    return bool(next_turn.lines)


def _industry(war: Situation, basket: Basket) -> None:
    """Infantry from complexes at the front, and such a complex where there is none and it pays back."""
    forward = [space for space in war.complexes() if not war.is_overseas(space)]
    basket.add(INFANTRY, sum(war.output(space) for space in forward), "front")
    if (
        len(forward) < round(war.p[doctrine.COMPLEXES])
        and war.rounds_left() >= war.p[doctrine.PAYS_BACK]
        and complexes_left(war.bare) > 0
        and complex_site(war) >= 0
    ):
        basket.add(FACTORY, 1, "complex")


def complex_site(war: Situation) -> int:
    """Where a new complex would make most and be safe, at the front; -1: nowhere."""
    sites = [
        space for space in _may_build(war) if war.storm(space, war.standing(space))[threats.P_LOST] <= PRESSED
    ]
    return max(sites, key=lambda space: (int(war.board.ipc[space]), float(war.pull[space])), default=-1)


def _may_build(war: Situation) -> list[int]:
    """Where a complex would be at the front, whether it can be held or not."""
    own = [
        space
        for space in range(LANDS)
        if war.fields.owner[space] == war.power and war.fields.began[space] == war.power
    ]
    nearest = max((float(war.pull[space]) for space in own), default=0.0)
    return [
        space
        for space in own
        if war.board.ipc[space] >= war.p[doctrine.COMPLEX_OUTPUT]
        and war.pull[space] >= AT_THE_FRONT * nearest
        and not war.fields.units[space, :, FACTORY].any()
        and not war.is_overseas(space)
    ]


def bought_complex_sites(war: Situation) -> list[int]:
    """Where a complex that was bought is placed, the best space first: where it is safe; else at the front
    where it would be lost least; else anywhere."""
    site = complex_site(war)
    front = sorted(_may_build(war), key=lambda space: war.storm(space, war.standing(space))[threats.P_LOST])
    rest = sorted(range(LANDS), key=lambda space: -war.pull[space])
    return [*([site] if site >= 0 else []), *front, *rest]


def site_garrison(war: Situation) -> Ints:
    """Who must stay where a complex that was bought will be placed, so that it is safe: `[space, kind]`."""
    held = np.zeros((SPACES, KINDS), np.int64)
    site = complex_site(war) if war.fields.bought[war.power, FACTORY] else -1
    if site < 0:
        return held
    garrison, free = war.standing(site), war.fields.fresh[site]
    for kind in WALKING:
        garrison[kind] -= free[kind]
    for kind in WALKING:
        while held[site, kind] < free[kind] and war.storm(site, garrison)[threats.P_LOST] > PRESSED:
            held[site, kind] += 1
            garrison[kind] += 1.0
    return held


def _convoy(war: Situation) -> Floats:
    """All ships of the power, with the fighters they could carry."""
    own = war.fields.units[LANDS:, war.power].sum(axis=0).astype(np.float64)
    fighters = float(war.fields.units[:, war.power, FIGHTER].sum())
    own[FIGHTER] = min(2.0 * own[CARRIER], fighters)
    own[SUBMARINE] *= 0.5
    return own


def sunk_share(war: Situation, zone: int, fleet: Floats) -> float:
    return float(ferry.sunk_share(war.bare, zone, fleet, war.threats, np.zeros(threats.STORM_ANSWERS)))


def _escort(war: Situation, basket: Basket, zone: int, goal: int, fleet: Floats, convoy: Floats) -> None:
    """A destroyer where they are sold, a carrier for fighters that have none, or a battleship, if it is safe
    where it is built."""
    spare = float(war.fields.units[:, war.power, FIGHTER].sum()) - 2.0 * convoy[CARRIER]
    for kind in (DESTROYER, CARRIER, BATTLESHIP) if spare >= 1 else (DESTROYER, BATTLESHIP, CARRIER):
        trial = fleet.copy()
        trial[kind] += 1
        if basket.afford(kind) and sunk_share(war, zone, trial) <= war.p[doctrine.SAFE_SHARE]:
            basket.add(kind, 1, "escort")
            convoy[kind] += 1
            return


def _cargo(war: Situation, basket: Basket, room: int) -> None:
    """Units for the room aboard, those counted that wait overseas already."""
    waiting = int(war.fields.units[:LANDS, war.power][war.away > 0.0][:, list(LAND_KINDS)].sum())
    cargo = max(0, room - waiting + 2)
    while cargo > 0 and basket.afford(INFANTRY):
        if (
            cargo >= 4
            and basket.afford(ARMOR)
            and basket.bought()[ARMOR] * war.p[doctrine.CARGO_SHARE] < basket.bought()[INFANTRY]
        ):
            basket.add(ARMOR, 1, "cargo")
            cargo -= 2
        elif basket.afford(ARTILLERY) and (
            (basket.bought()[ARTILLERY] + 1) * ARTILLERY_SHARE <= basket.bought()[INFANTRY]
        ):
            basket.add(ARTILLERY, 1, "cargo")
            cargo -= 1
        else:
            basket.add(INFANTRY, 1, "cargo")
            cargo -= 1


def _wings(war: Situation, basket: Basket) -> None:
    """Fighters, and infantry for the rest."""
    basket.add(FIGHTER, 10, "fighter")
    basket.add(INFANTRY, 10, "garrison")


def _ships(war: Situation, basket: Basket, zone: int, fleet: Floats, most: int) -> None:
    """As many transports as are safe in a zone, with the cheapest escort that makes them so; nothing where it
    cannot be paid."""
    escorts: list[tuple[int, ...]] = [
        (),
        (DESTROYER,),
        (CARRIER,),
        (BATTLESHIP,),
        (DESTROYER, DESTROYER),
        (DESTROYER, CARRIER),
        (CARRIER, CARRIER),
        (CARRIER, BATTLESHIP),
    ]
    costs = {escort: sum(basket.prices[kind] for kind in escort) for escort in escorts}
    for escort, cost in sorted(costs.items(), key=lambda item: item[1]):
        for hulls in range(most, 0, -1):
            if cost + hulls * basket.prices[TRANSPORT] > basket.cash:
                continue
            trial = fleet.copy()
            trial[TRANSPORT] += hulls
            for kind in escort:
                trial[kind] += 1
            if sunk_share(war, zone, trial) <= war.p[doctrine.SAFE_SHARE]:
                for kind in escort:
                    basket.add(kind, 1, "escort")
                basket.add(TRANSPORT, hulls, "transport")
                return


def coming(war: Situation, bought: Floats) -> Floats:
    """Where units that were bought will be placed: `[space, kind]`. The capital first, as far as it needs
    them; then the complex nearest to the enemy that can be held together with all who can march there."""
    out = np.zeros((SPACES, KINDS))
    complexes = war.complexes()
    if not complexes:
        return out
    left = bought.astype(np.int64).copy()
    room = {space: war.output(space) for space in complexes}
    land = [kind for kind in (INFANTRY, ARMOR, ARTILLERY, AA_GUN, FIGHTER, BOMBER, MARINE) if left[kind]]

    def put(space: int, kind: int, n: int) -> None:
        n = min(n, room[space], int(left[kind]))
        if n > 0:
            out[space, kind] += n
            left[kind] -= n
            room[space] -= n

    if war.home in complexes:
        for kind in land:
            if kind in LAND_KINDS or kind == FIGHTER:
                put(war.home, kind, war.lacking(war.home, kind, int(left[kind]), out[war.home]))
    held = [
        space
        for space in complexes
        if war.storm(space, war.gathered(space) + out[space] + left)[threats.P_LOST] <= war.p[doctrine.HELD]
    ]
    for space in [*held, war.home, *complexes]:
        if space in room:
            for kind in land:
                if kind == AA_GUN and war.fields.units[space, :, AA_GUN].any():
                    continue
                put(space, kind, int(left[kind]))
    return out


def harbour(war: Situation, landing: Floats) -> list[int]:
    """Zones for new ships: where they are safest, and nearest to where cargo is needed."""
    value = np.zeros(SPACES)
    ferry.sea_values(war.bare, landing, war.p, value)

    def rank(zone: int) -> tuple[float, float]:
        fleet = war.standing(zone)
        fleet[TRANSPORT] += 1
        answers = np.zeros(threats.STORM_ANSWERS)
        lost = ferry.sunk_share(war.bare, zone, fleet, war.threats, answers)
        return (round(lost, 1), -float(value[zone]))

    return sorted(_harbours(war), key=rank)


def has_new_ships(war: Situation) -> bool:
    """Whether ships were bought that are not placed yet."""
    return bool(war.fields.bought[war.power, list(SEA_KINDS)].any())


def new_ships(war: Situation, landing: Floats) -> Floats:
    """Ships that were bought, in the zone where they will be placed: `[space, kind]`."""
    out = np.zeros((SPACES, KINDS))
    zones = harbour(war, landing)
    if zones:
        out[zones[0], list(SEA_KINDS)] = war.fields.bought[war.power, list(SEA_KINDS)]
    return out


def harbour_guard(war: Situation, landing: Floats) -> Ints:
    """Which warships must not fight, so that new ships are safe where they will be placed: those that are
    there, then those that can come after the fighting; none if all of them do not suffice:
    `[space, kind]`."""
    held = np.zeros((SPACES, KINDS), np.int64)
    new = new_ships(war, landing)
    for zone in np.flatnonzero(new.any(axis=1)).tolist():
        fleet = war.standing(zone) + new[zone]
        fleet[list(WARSHIPS)] -= war.fields.fresh[zone, list(WARSHIPS)]
        for src in sorted(range(LANDS, SPACES), key=lambda src: src != zone):
            if not war.fields.fresh[src, list(WARSHIPS)].any() or sails(war.bare, src, zone, 2) > 2:
                continue
            for kind in WARSHIPS:
                while (
                    held[src, kind] < war.fields.fresh[src, kind]
                    and sunk_share(war, zone, fleet) > war.p[doctrine.SAFE_SHARE]
                ):
                    held[src, kind] += 1
                    fleet[kind] += 1.0
                    if kind == CARRIER and src != zone:
                        fleet[FIGHTER] += min(2, int(war.fields.units[src, war.power, FIGHTER]))
        if sunk_share(war, zone, fleet) > war.p[doctrine.SAFE_SHARE]:
            held[:] = 0
    return held
