"""What a raid of a bomber on an industrial complex brings."""

from __future__ import annotations

from partie.games.axisallies.players.general.situation import Situation
from partie.games.axisallies.rules.orders import NO_SPACE, RAID_COMPLEX, order
from partie.games.axisallies.rules.state import O_RAID_CAP
from partie.games.axisallies.rules.units import AA_GUN, BOMBER, FACTORY

AVERAGE = 3.5
"""What a die costs the enemy, in IPC."""
HIT = 1.0 / 6.0
"""The chance of a gun to shoot down a bomber."""


def worth_a_raid(war: Situation, space: int) -> float:
    """What a bomber takes from the owner of a complex, less what a gun there costs us, in IPC; negative where
    there is none."""
    if not war.fields.units[space, :, FACTORY].any():
        return -1.0
    damage = min(AVERAGE, float(war.fields.cash[war.fields.owner[space]]))
    if war.fields.options[O_RAID_CAP]:
        damage = min(damage, float(war.board.ipc[space]))
    down = HIT if war.defenders(space)[AA_GUN] else 0.0
    return (1.0 - down) * damage - down * float(war.board.cost[BOMBER])


def order_of(src: int, goal: int, way: int) -> int:
    """The order of one bomber to raid a complex."""
    return int(order(RAID_COMPLEX, 1, BOMBER, src, NO_SPACE, goal, 0, 0, way))
