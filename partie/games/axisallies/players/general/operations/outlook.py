"""What a set of attacks comes to with everything the enemies could take back: for comparing plans that all
attack. Compared with no attack at all it would be too gloomy, as the enemy cannot be everywhere."""

from __future__ import annotations

from typing import Any

import numpy as np

from partie.games.axisallies.players.general import composition, march, threats
from partie.games.axisallies.players.general.purchase import coming
from partie.games.axisallies.players.general.situation import Situation
from partie.games.axisallies.rules.board import LANDS
from partie.games.axisallies.rules.units import FACTORY, KINDS

EVERYWHERE = 0.4
"""Which share of all that the enemies could gain they will."""


def outlook(war: Situation, before: Any) -> float:
    """What all orders given so far come to, in IPC: battles as expected, then marches, then a share of what
    the enemies could gain everywhere, and all of it in the capital and where a complex is. `before`: the
    position before any order. The position is as before afterwards."""
    mark, new = war.mark(), coming(war, war.fields.bought[war.power].astype(np.float64))
    value = composition.expected(war, before)
    war.look_around()
    plan, there = np.zeros((LANDS, LANDS, KINDS), np.int64), np.zeros((LANDS, KINDS))
    held, kept = np.zeros(LANDS), np.zeros((LANDS, KINDS), np.int64)
    march.plan_march(war.bare, war.threats, war.pull, new[:LANDS], war.away, war.p, plan, there, held, kept)
    value -= composition.danger_at_home(war, there)
    for space in range(LANDS):
        if space != war.home and int(war.fields.owner[space]) == war.power:
            share = 1.0 if war.fields.units[space, :, FACTORY].any() else EVERYWHERE
            value -= share * float(war.storm(space, there[space])[threats.PROFIT])
    war.back_to(mark)
    return value
