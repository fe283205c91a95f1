"""Random battles that use every rule."""

from __future__ import annotations

import random

from partie.games.axisallies.odds.battle import (
    Battle,
    Stop,
)
from partie.games.axisallies.rules.units import (
    ARMOR,
    ARTILLERY,
    BATTLESHIP,
    BOMBER,
    CARRIER,
    DESTROYER,
    FIGHTER,
    INFANTRY,
    KINDS,
    LAND_KINDS,
    MARINE,
    SUBMARINE,
    TRANSPORT,
)

ON_LAND = (INFANTRY, INFANTRY, ARMOR, ARMOR, FIGHTER, BOMBER, MARINE)
AT_SEA = (SUBMARINE, SUBMARINE, TRANSPORT, FIGHTER, FIGHTER, CARRIER, BATTLESHIP, DESTROYER)


def random_force(source: random.Random, kinds: tuple[int, ...], least: int, most: int) -> tuple[int, ...]:
    counts = [0] * KINDS
    chosen = source.sample(kinds, source.randint(1, 4))
    for _ in range(source.randint(least, most)):
        counts[source.choice(chosen)] += 1
    return tuple(counts)


def random_battle(source: random.Random, most: int, by_odds: bool = False, board: str = "world") -> Battle:
    """A random battle of at most `most` units per side; with a stop by odds if the caller supports it."""
    sea = source.random() < 0.5
    kinds: tuple[int, ...] = AT_SEA if sea else ON_LAND
    if board == "revised":
        kinds = (*AT_SEA, DESTROYER) if sea else (*ON_LAND[:-1], ARTILLERY, ARTILLERY)
    attackers = random_force(source, (*kinds, BOMBER), 1, most)
    defenders = random_force(source, kinds, 0, most)
    landing = None
    if not sea and source.random() < 0.3 and any(attackers[kind] for kind in LAND_KINDS):
        landing = source.randint(0, 2)
    stop = Stop()
    if landing is None:
        rules = [Stop(), Stop(), Stop(rounds=source.randint(1, 4)), Stop(left=source.randint(1, most))]
        if by_odds:
            rules += [Stop(odds=source.random()), Stop(odds=source.random(), rounds=3)]
        stop = source.choice(rules)

    def maybe(*names: str) -> frozenset[str]:
        return frozenset(name for name in names if source.random() < 0.3)

    def order() -> tuple[int, ...]:
        return tuple(source.sample(kinds, 3)) if source.random() < 0.3 else ()

    return Battle(
        attackers,
        defenders,
        sea=sea,
        landing=landing,
        aa=not sea and source.random() < 0.4,
        attacker_techs=maybe("super_submarines", "heavy_bombers"),
        defender_techs=maybe("jet_power", "heavy_bombers"),
        attacker_losses=order(),
        defender_losses=order(),
        stop=stop,
        column_losses=source.random() < 0.5,
        two_hit_battleship=source.random() < 0.3,
        low_luck=source.random() < 0.2,
        subs_submerge=source.random() < 0.3,
        aa_casualties=source.choice(["owner", "each_die_its_plane"]),
        board=board,
    )
