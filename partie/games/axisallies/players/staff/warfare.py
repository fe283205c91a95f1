"""The outlook of battles for programs: cached odds, and what counts as a good attack."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from partie.games.axisallies.odds.battle import Battle
from partie.games.axisallies.odds.calculator import (
    exact_odds,
    simulated_odds,
)
from partie.games.axisallies.odds.words import (
    GOOD_LEFT,
    GOOD_TAKE,
)
from partie.games.axisallies.rules.board import (
    LANDS,
    POWERS,
    TECH_IDS,
    board_of,
)
from partie.games.axisallies.rules.state import (
    O_COLUMN_LOSSES,
    O_LOW_LUCK,
    O_SUBMERGE,
    O_TWO_HIT,
)
from partie.games.axisallies.rules.units import (
    AA_GUN,
    AIR_KINDS,
    ATTACK,
    BOMBER,
    DEFENCE,
    FACTORY,
    KINDS,
    LAND_KINDS,
    SEA_KINDS,
    TRANSPORT,
)

Force = tuple[int, ...]
"""The number of units of each kind."""
NOBODY: Force = (0,) * KINDS
BATTLES = 4000
"""The number of battles simulated if the exact odds would take too long."""
MOST_EXACT = 24
"""The largest number of units on both sides together for which exact odds are calculated."""
NONE_LEFT = 0.5
"""A mean number of defenders left below this counts as none."""


class Outlook(NamedTuple):
    """The expected result of a battle: the chance to capture the space (at sea: to clear the zone), mean
    numbers of units left, and IPC lost.
    """

    take: float
    attackers: int
    attackers_left: float
    land_left: float
    defenders_left: float
    attacker_loss: float
    defender_loss: float

    @property
    def swing(self) -> float:
        """The defender's loss minus the attacker's, in IPC."""
        return self.defender_loss - self.attacker_loss

    @property
    def lost(self) -> float:
        """The mean number of attackers lost."""
        return self.attackers - self.attackers_left

    @property
    def good(self) -> bool:
        """Whether on average all defenders are lost, at least one land unit and more than 30 % of the
        attackers survive, and the verdict on the odds is *good* or better.
        """
        return self.good_from(GOOD_TAKE)

    def good_from(self, odds: float) -> bool:
        """Whether it is good with another smallest chance to capture the space."""
        return (
            self.take >= odds
            and self.defenders_left < NONE_LEFT
            and self.land_left >= 1.0
            and self.attackers_left > GOOD_LEFT * self.attackers
        )


def fighting(force: Force) -> Force:
    """The units of a force that fight: no guns, no complexes."""
    return tuple(0 if kind in (AA_GUN, FACTORY) else n for kind, n in enumerate(force))


def added(one: Force, other: Force) -> Force:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def strike(force: Force) -> int:
    """The total attack strength of a force."""
    return int(sum(n * ATTACK[kind] for kind, n in enumerate(force)))


def resistance(force: Force) -> int:
    """The total defence strength of a force."""
    return int(sum(n * DEFENCE[kind] for kind, n in enumerate(fighting(force))))


def land_units(force: Force) -> int:
    return sum(force[kind] for kind in LAND_KINDS)


def ships(force: Force) -> int:
    return sum(force[kind] for kind in SEA_KINDS)


def warships(force: Force) -> int:
    return ships(force) - force[TRANSPORT]


def garrison(record: Any, space: int, power: int) -> Force:
    """A power's units in a space."""
    return tuple(record.units[space, power].tolist())


def enemies(record: Any, space: int, side: int) -> Force:
    """All units in a space of the enemies of a side, guns included."""
    return tuple(record.units[space, side != board_of(record).side].sum(axis=0, dtype=np.int64).tolist())


def friends(record: Any, space: int, side: int) -> Force:
    """All units of a side in a space."""
    return tuple(record.units[space, side == board_of(record).side].sum(axis=0, dtype=np.int64).tolist())


def outlook(
    record: Any, attackers: Force, defenders: Force, space: int, power: int, bombarding: int | None = None
) -> Outlook:
    """The outlook if one force of a power attacks another in a space. `bombarding`: battleships that support
    a landing.
    """
    sea = space >= LANDS
    attackers = fighting(attackers)
    if not sea:
        attackers = tuple(0 if kind in SEA_KINDS else n for kind, n in enumerate(attackers))
    gun = not sea and defenders[AA_GUN] > 0
    defenders = fighting(defenders)
    if not any(attackers):
        return Outlook(0.0, 0, 0.0, 0.0, float(sum(defenders)), 0.0, 0.0)
    if not any(defenders):
        total, land = float(sum(attackers)), float(land_units(attackers))
        return Outlook(float(sea or land > 0), int(total), total, land, 0.0, 0.0, 0.0)
    gun = gun and any(attackers[kind] for kind in AIR_KINDS)
    board = board_of(record)
    enemy_techs = [int(record.techs[p]) for p in range(POWERS) if board.side[p] != board.side[power]]
    techs = _techs(int(record.techs[power])), _techs(max(enemy_techs, default=0))
    options = tuple(bool(record.options[o]) for o in (O_COLUMN_LOSSES, O_TWO_HIT, O_LOW_LUCK, O_SUBMERGE))
    return _outlook(attackers, defenders, sea, bombarding, gun, techs, options, board.id)


def _techs(bits: int) -> frozenset[str]:
    relevant = ("jet_power", "super_submarines", "heavy_bombers")
    return frozenset(name for tech, name in enumerate(TECH_IDS) if bits >> tech & 1 and name in relevant)


@lru_cache(maxsize=200_000)
def _outlook(
    attackers: Force,
    defenders: Force,
    sea: bool,
    bombarding: int | None,
    gun: bool,
    techs: tuple[frozenset[str], frozenset[str]],
    options: tuple[bool, ...],
    board: str,
) -> Outlook:
    if sea:
        defenders = tuple(0 if kind == BOMBER else n for kind, n in enumerate(defenders))
    column, two_hit, low_luck, submerge = options
    battle = Battle(
        attackers,
        defenders,
        sea=sea,
        landing=bombarding if not sea and land_units(attackers) else None,
        aa=gun,
        attacker_techs=techs[0],
        defender_techs=techs[1],
        column_losses=column,
        two_hit_battleship=two_hit,
        low_luck=low_luck,
        subs_submerge=submerge,
        board=board,
    )
    odds = exact_odds(battle, 0) if sum(attackers) + sum(defenders) <= MOST_EXACT else None
    odds = odds or simulated_odds(battle, BATTLES)
    land = float(sum(odds.attackers_left[kind] for kind in LAND_KINDS))
    return Outlook(
        odds.take,
        sum(attackers),
        float(odds.attackers_left.sum()),
        land,
        float(odds.defenders_left.sum()),
        odds.attacker_loss,
        odds.defender_loss,
    )
