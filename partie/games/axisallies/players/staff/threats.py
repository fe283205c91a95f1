"""Threats by the other side: invasions by land and sea, and landings from its transports."""

from __future__ import annotations

from collections.abc import Iterable

from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.players.staff.warfare import (
    Force,
    added,
    friends,
    garrison,
    land_units,
    outlook,
)
from partie.games.axisallies.rules.board import (
    LANDS,
    MOVE,
    POWERS,
    SPACES,
)
from partie.games.axisallies.rules.state import SHIPS
from partie.games.axisallies.rules.units import (
    AIR_KINDS,
    ARMOR,
    INFANTRY,
    KINDS,
    LAND_KINDS,
    TRANSPORT,
)

RISK = 0.5
"""An invasion is a threat if it would capture the space at least every second time: if its odds are
*fair*.
"""


def invaders(campaign: Campaign, power: int, space: int) -> Force:
    """The largest force an enemy power could send against a land space in its next turn: units in
    neighbouring spaces, armor from two spaces away, units its transports could carry, and aircraft that could
    fly there and about halfway back.
    """
    record, force = campaign.fields, [0] * KINDS
    near = [n for n in campaign.neighbours(space) if n < LANDS]
    for land in near:
        for kind in LAND_KINDS:
            force[kind] += int(record.units[land, power, kind])
    for land in {far for n in near if not campaign.is_friendly(n) for far in campaign.neighbours(n)}:
        if land < LANDS and land not in near and land != space:
            force[ARMOR] += int(record.units[land, power, ARMOR])
    force[INFANTRY] += landing_force(campaign, power, space)
    if any(force):
        for other in range(SPACES):
            for kind in AIR_KINDS:
                if int(campaign.air_steps[other, space]) <= MOVE[kind] // 2 + 1:
                    force[kind] += int(record.units[other, power, kind])
    return tuple(force)


def landing_force(campaign: Campaign, power: int, space: int) -> int:
    """How many land units a power could land in a space: two from each transport near enough, as long as
    there are units aboard or on a coast on the way.
    """
    record = campaign.fields
    zones = [zone for zone in campaign.neighbours(space) if zone >= LANDS]
    room, coasts, aboard = 0, set[int](), 0
    for row in range(SHIPS):
        zone = int(record.ship_zone[row])
        if (
            zone < 0
            or record.ship_owner[row] != power
            or not within(campaign, zone, zones, int(MOVE[TRANSPORT]))
        ):
            continue
        room += 2
        aboard += sum(1 for slot in range(2) if record.cargo_kind[row, slot] >= 0)
        for stop in [zone, *(n for n in campaign.neighbours(zone) if n >= LANDS)]:
            coasts |= {coast for coast in campaign.neighbours(stop) if coast < LANDS}
    waiting = sum(land_units(garrison(record, coast, power)) for coast in coasts if coast != space)
    return min(room, aboard + waiting)


def within(campaign: Campaign, start: int, goals: Iterable[int], steps: int) -> bool:
    """Whether ships could be in one of some zones after `steps` steps, on an empty board."""
    return any(int(campaign.sea_steps[start, goal]) <= steps for goal in goals)


def invasion_chance(campaign: Campaign, space: int, garrison: Force) -> float:
    """The chance that the strongest invasion of the next round captures a space held by a garrison."""
    worst = 0.0
    for power in range(POWERS):
        if int(campaign.board.side[power]) == campaign.side:
            continue
        force = invaders(campaign, power, space)
        if land_units(force):
            worst = max(worst, outlook(campaign.fields, force, garrison, space, power).take)
    return worst


def worth_guarding(campaign: Campaign, space: int, candidates: list[int]) -> bool:
    """Whether a space could be lost in the next round if all units of these kinds left it."""
    here = list(friends(campaign.fields, space, campaign.side))
    for kind in candidates:
        here[kind] -= campaign.able(space, kind)
    return invasion_chance(campaign, space, tuple(here)) >= RISK


def threatened(campaign: Campaign, space: int) -> bool:
    """Whether a space could be lost in the next round with its present garrison."""
    held_by = friends(campaign.fields, space, campaign.side)
    return invasion_chance(campaign, space, held_by) >= RISK


def landing_danger(campaign: Campaign, zone: int) -> int:
    """The danger of enemy transports in a zone: their number times the value of the richest own coast they
    could land on next.
    """
    ships = sum(
        int(campaign.fields.units[zone, power, TRANSPORT])
        for power in range(POWERS)
        if int(campaign.board.side[power]) != campaign.side
    )
    richest = 0
    for space in range(LANDS):
        if int(campaign.fields.owner[space]) == campaign.power and campaign.board.ipc[space] > richest:
            shores = [near for near in campaign.neighbours(space) if near >= LANDS]
            if within(campaign, zone, shores, int(MOVE[TRANSPORT])):
                richest = int(campaign.board.ipc[space])
    return ships * richest


def needed_to_hold(campaign: Campaign, space: int, candidates: list[int], coming: Force) -> dict[int, int]:
    """How many units of each of these kinds, in this order, must stay so that a space is not threatened; all
    of them if that is not enough. `coming`: units that will be placed there.
    """
    here = list(added(friends(campaign.fields, space, campaign.side), coming))
    pool = {kind: campaign.able(space, kind) for kind in candidates}
    for kind, n in pool.items():
        here[kind] -= n
    stay = dict.fromkeys(candidates, 0)
    for kind in candidates:
        while stay[kind] < pool[kind] and invasion_chance(campaign, space, tuple(here)) >= RISK:
            here[kind] += 1
            stay[kind] += 1
    return stay
