"""What every player does after the fighting: aircraft come down where they are safe, land units walk, transports ferry."""

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
    CAPITAL,
    FAR,
    LANDS,
    SPACES,
)
from partie.games.axisallies.rules.orders import (
    NO_SPACE,
    SAIL,
    order,
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
"""Added to the distance of a space from which no enemy capital can be walked to."""


def danger(campaign: Campaign, space: int) -> int:
    """What could strike a space from next door: the numbers enemy land units and aircraft there attack with."""
    return sum(
        strike(campaign.defenders(near))
        for near in campaign.neighbours(space)
        if _held_by_enemies(campaign, near)
    )


def _held_by_enemies(campaign: Campaign, space: int) -> bool:
    return campaign.is_enemy(space) if space < LANDS else campaign.hostile(space)


def safety(campaign: Campaign, space: int) -> int:
    """How much stronger a space is than what could strike it."""
    return resistance(friends(campaign.fields, space, campaign.side)) - danger(campaign, space)


def come_down(campaign: Campaign) -> int:
    """Land all aircraft that are in the air: where they are safe and near the enemy, else where they are least in danger. Carriers go to meet fighters that have no other place. Returns how many came down."""
    before = len(campaign.orders)
    for kind in AIR_KINDS:
        for src in range(SPACES):
            if campaign.fields.units[src, campaign.power, kind]:
                _land_from(campaign, src, kind)
    return len(campaign.orders) - before


def _land_from(campaign: Campaign, src: int, kind: int) -> None:
    for _ in range(int(campaign.fields.units[src, campaign.power, kind])):
        flying = int(in_the_air(campaign.record, src, kind - FIGHTER))
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
    return (group.code >> 32 & 255) - 1


def _landing_rank(campaign: Campaign, group: Group) -> tuple[bool, int]:
    goal = _goal(group)
    margin = safety(campaign, goal)
    if margin >= 0:
        return True, -campaign.flight_distance(goal, campaign.enemy_capitals)
    return False, margin


def _meet(campaign: Campaign, zone: int) -> bool:
    """A carrier goes where fighters wait for a deck."""
    if zone < LANDS:
        return False
    carriers = [group for group in campaign.reach().get(zone, []) if group.kind == CARRIER]
    return any(campaign.march(group, 1) for group in carriers)


def walking_distances(campaign: Campaign, goals: list[int]) -> NDArray[np.int64]:
    """Steps over land to the nearest goal, whoever holds the way; neutrals are no way."""
    return campaign.march_distances(goals, lambda space: int(campaign.fields.owner[space]) >= 0)


def rank_of(campaign: Campaign, walking: NDArray[np.int64], goals: list[int]) -> Callable[[int], int]:
    """How far a land space is from the nearest goal: on foot, or across the sea and a good deal farther."""

    def rank(space: int) -> int:
        if walking[space] < FAR:
            return int(walking[space])
        return OVERSEAS + campaign.flight_distance(space, goals)

    return rank


def walk(
    campaign: Campaign, distances: NDArray[np.int64], staying: Callable[[int, int], int] = lambda src, kind: 0
) -> None:
    """Land units take the steps that bring them nearest by these distances. `staying`: how many units of a kind in a space do not go."""
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
    """Every transport that can brings units across to a friendly coast that ranks better; one that cannot takes units aboard, or goes to where they wait."""
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
    """Sail towards the coast where most units wait that cannot walk, and load what is there."""
    if any(campaign.cargo(row)):
        return
    start = int(campaign.fields.ship_zone[row])
    waiting: dict[int, tuple[int, int, int]] = {}
    for land in range(LANDS):
        units = sum(int(campaign.fields.fresh[land, kind]) for kind in LAND_KINDS)
        if land == int(CAPITAL[campaign.power]):
            units += 1  # more will come
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
