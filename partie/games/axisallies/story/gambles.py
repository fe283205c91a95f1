"""Dice thrown for money: what raids, rockets and research come to on average."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.games.axisallies.rules.combat import dice_of
from partie.games.axisallies.rules.control import gun_fires, value_of
from partie.games.axisallies.rules.economy import price
from partie.games.axisallies.rules.raids import raiders
from partie.games.axisallies.rules.state import O_RAID_CAP
from partie.games.axisallies.rules.units import BOMBER

_FACES = np.array([0.0] + [1.0 / 6.0] * 6)
_HIT = 1.0 / 6.0
"""The chance of a gun to shoot down a bomber, and of a die of research to find something."""


def raid(record: Any, space: int, extra: int = 0) -> tuple[float, float]:
    """What the bombers on a raid to a space, and some more, cost its owner and us on average, in IPC."""
    n = int(raiders(record, space)) + extra
    shot = _HIT if gun_fires(record, space) else 0.0
    most = int(record.cash[record.owner[space]])
    if record.options[O_RAID_CAP] == 1:
        most = min(most, int(value_of(record, space)))
    each = int(dice_of(record, record.power, BOMBER))
    damage = sum(
        comb(n, left) * (1.0 - shot) ** left * shot ** (n - left) * _thrown(left * each, most)
        for left in range(n + 1)
    )
    return damage, n * shot * int(price(record, BOMBER))


def rocket(record: Any, space: int) -> float:
    """What a rocket costs the owner of a complex on average, in IPC."""
    return _thrown(1, int(record.cash[record.owner[space]]))


def breakthrough(dice: int) -> float:
    """The chance that dice of research find something."""
    return 1.0 - (1.0 - _HIT) ** dice


def _thrown(dice: int, most: int) -> float:
    """The mean of the sum of dice, of which no more than `most` counts."""
    sums: NDArray[np.float64] = np.ones(1)
    for _ in range(dice):
        sums = np.convolve(sums, _FACES)
    return float((sums * np.minimum(np.arange(len(sums)), most)).sum())
