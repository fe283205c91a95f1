"""Non-combat movement as all programs play it: aircraft land where they are safe, land units advance,
transports ferry units.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from partie.games.axisallies.players.staff.assaults import Group, walks
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.players.staff.warfare import (
    friends,
    resistance,
    strike,
)
from partie.games.axisallies.rules.board import (
    FAR,
    LANDS,
    SPACES,
)
from partie.games.axisallies.rules.orders import (
    NO_SPACE,
    SAIL,
    order,
    to_of,
)
from partie.games.axisallies.rules.turn import in_the_air
from partie.games.axisallies.rules.units import (
    AIR_KINDS,
    CARRIER,
    FIGHTER,
    LAND_KINDS,
    TRANSPORT,
)

OVERSEAS = 10
"""Added to the distance of a space from which no enemy capital can be reached by land."""


def danger(campaign: Campaign, space: int) -> int:
    """The attack strength of enemy units in the neighbouring spaces."""
    return sum(
        strike(campaign.defenders(near))
        for near in campaign.neighbours(space)
        if _held_by_enemies(campaign, near)
    )


def _held_by_enemies(campaign: Campaign, space: int) -> bool:
    return campaign.is_enemy(space) if space < LANDS else campaign.hostile(space)


def safety(campaign: Campaign, space: int) -> int:
    """The defence of a space minus the attack strength around it."""
    return resistance(friends(campaign.fields, space, campaign.side)) - danger(campaign, space)


def come_down(campaign: Campaign) -> int:
    """Land all aircraft: where they are safe and near the enemy, otherwise where they are least in danger.
    Carriers move to fighters that have no other place. Returns the number of orders given.
    """
    before = len(campaign.orders)
    for kind in AIR_KINDS:
        for src in range(SPACES):
            if campaign.fields.units[src, campaign.power, kind]:
                _land_from(campaign, src, kind)
    return len(campaign.orders) - before


def _land_from(campaign: Campaign, src: int, kind: int) -> None:
    for _ in range(int(campaign.fields.units[src, campaign.power, kind])):
        flying = int(in_the_air(campaign.bare, src, kind - FIGHTER))
        if flying == 0:
            return
        places = _places(campaign, src, kind)
        if not places and not (kind == FIGHTER and _meet(campaign, src)):
            return
        if places:
            best = max(places, key=lambda group: _landing_rank(campaign, group))
            if not any(campaign.march(best, n) for n in range(min(flying, best.able), 0, -1)):
                return


def _places(campaign: Campaign, src: int, kind: int) -> list[Group]:
    return [
        group
        for groups in campaign.reach().values()
        for group in groups
        if group.src == src and group.kind == kind
    ]


def _goal(group: Group) -> int:
    return int(to_of(group.code))


def _landing_rank(campaign: Campaign, group: Group) -> tuple[bool, int]:
    goal = _goal(group)
    margin = safety(campaign, goal)
    if margin >= 0:
        return True, -campaign.flight_distance(goal, campaign.enemy_capitals)
    return False, margin


def _meet(campaign: Campaign, zone: int) -> bool:
    """Send a carrier to fighters that need a deck."""
    if zone < LANDS:
        return False
    carriers = [group for group in campaign.reach().get(zone, []) if group.kind == CARRIER]
    return any(campaign.march(group, 1) for group in carriers)


def walking_distances(campaign: Campaign, goals: list[int]) -> NDArray[np.int64]:
    """The distance over land to the nearest goal, through spaces of either side but not through neutrals."""
    return campaign.march_distances(goals, lambda space: int(campaign.fields.owner[space]) >= 0)


def rank_of(campaign: Campaign, walking: NDArray[np.int64], goals: list[int]) -> Callable[[int], int]:
    """A function that ranks land spaces by their distance to the nearest goal; across the sea they rank far
    behind.
    """

    def rank(space: int) -> int:
        if walking[space] < FAR:
            return int(walking[space])
        return OVERSEAS + campaign.flight_distance(space, goals)

    return rank


def walk(
    campaign: Campaign, distances: NDArray[np.int64], staying: Callable[[int, int], int] = lambda src, kind: 0
) -> None:
    """Move land units as near to their goal as these distances allow. `staying`: how many units of a kind in
    a space stay.
    """
    steps: dict[tuple[int, int], Group] = {}
    for dst, groups in campaign.reach().items():
        if dst >= LANDS:
            continue
        for group in groups:
            key = (group.src, group.kind)
            if not walks(group.kind) or distances[dst] >= distances[group.src]:
                continue
            if key not in steps or distances[dst] < distances[_goal(steps[key])]:
                steps[key] = group
    for (src, kind), group in sorted(steps.items()):
        campaign.march(group, min(group.able, group.able - staying(src, kind)))


def ferry(campaign: Campaign, rank: Callable[[int], int]) -> None:
    """Let each transport bring units to a friendly coast with a better rank, or else load units or sail to
    where they wait.
    """
    for row in campaign.rows:
        if campaign.may_work(row) and not _deliver(campaign, row, rank):
            _go_for_cargo(campaign, row, rank)


def _deliver(campaign: Campaign, row: int, rank: Callable[[int], int]) -> bool:
    start, left = int(campaign.fields.ship_zone[row]), int(campaign.fields.left[row])
    zones = (LANDS + np.flatnonzero(campaign.sea_steps[start, LANDS:] <= left)).tolist()
    coasts = {c for zone in zones for c in campaign.neighbours(zone) if c < LANDS and campaign.is_friendly(c)}
    for coast in sorted(coasts, key=rank):
        if rank(coast) >= OVERSEAS + FAR:
            continue
        for boat in campaign.boats_of(row, coast):
            loaded_before = boat.src >= LANDS
            if (loaded_before or rank(coast) < rank(boat.src)) and campaign.give_all(boat.codes):
                return True
    return False


def _go_for_cargo(campaign: Campaign, row: int, rank: Callable[[int], int]) -> None:
    """Sail towards the coast with most units that need a transport, and load them."""
    if any(campaign.cargo(row)):
        return
    start = int(campaign.fields.ship_zone[row])
    waiting: dict[int, tuple[int, int, int]] = {}
    for land in range(LANDS):
        units = sum(int(campaign.fields.fresh[land, kind]) for kind in LAND_KINDS)
        if land == campaign.home:
            units += 1  # more will be placed there
        if units and rank(land) >= OVERSEAS:
            for zone in campaign.neighbours(land):
                if zone >= LANDS and not campaign.hostile(zone):
                    steps = int(campaign.sea_steps[start, zone])
                    waiting[zone] = max(waiting.get(zone, (0, 0, 0)), (-steps, units, land))
    if not waiting:
        return
    goal = max(waiting, key=lambda zone: waiting[zone])
    way = campaign.sea_steps
    left = int(campaign.fields.left[row])
    if goal != start and left:
        near = [z for z in range(LANDS, SPACES) if z != start and way[start, z] <= left]
        for zone in sorted(near, key=lambda z: int(way[z, goal])):
            if way[zone, goal] < way[start, goal] and campaign.give(
                order(SAIL, 0, TRANSPORT, NO_SPACE, NO_SPACE, zone, row, 0, 0)
            ):
                break
    if int(campaign.fields.ship_zone[row]) == goal:
        campaign.load(row, waiting[goal][2])
