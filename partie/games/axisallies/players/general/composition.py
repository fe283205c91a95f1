"""Which attacks go together: what a set of them comes to, with the marches after it and everything that could
come to the capital until the next turn."""

from __future__ import annotations

from typing import Any

import numpy as np

from partie.games.axisallies.players.general import doctrine, march, odds, threats, values
from partie.games.axisallies.players.general.situation import Floats, Situation
from partie.games.axisallies.rules.board import AIR_KIND, CLASS, LANDS, SEA_KIND
from partie.games.axisallies.rules.units import AA_GUN, BATTLESHIP, BOMBER, FACTORY, FIGHTER, KINDS, TRANSPORT

SPOILS = 1.2
"""Rounds of income that taking a space brings even if it is lost again at once."""


def expected(war: Situation, before: Any) -> float:
    """Let all battles of this turn go as expected, on the position itself; returns what they bring, in IPC.
    `before`: the position before any order, for where aircraft came from."""
    total, p = 0.0, war.p
    fields, power = war.fields, war.power
    land_kinds = [kind for kind in range(KINDS) if int(CLASS[kind]) not in (AIR_KIND, SEA_KIND)]
    aloft, downed = np.zeros(KINDS), np.zeros(KINDS)
    for space in _contested(war):
        own = fields.units[space, power].astype(np.float64)
        for row in np.flatnonzero(fields.beach == space).tolist() if space < LANDS else ():
            for kind in fields.cargo_kind[row].tolist():
                if kind >= 0:
                    own[kind] += 1.0
        theirs = fields.units[space, war.foes].sum(axis=0).astype(np.float64)
        owner = int(fields.owner[space]) if space < LANDS else -1
        hostile = owner in war.foes
        sea = space >= LANDS
        left, out = np.zeros((2, KINDS)), np.zeros(odds.ANSWERS)
        gun = int(theirs[AA_GUN] > 0)
        bombard = 0.0
        if not sea and (fields.beach == space).any():
            bombard = float(
                sum(fields.units[z, power, BATTLESHIP] for z in war.neighbours(space) if z >= LANDS)
            )
        take = float(odds.estimate(war.board.number, own, theirs, int(sea), gun, bombard, left, out))
        left_a = left[0]
        total += float(out[odds.DEFENDER_LOSS]) - float(p[doctrine.OWN_LOSS]) * float(out[odds.ATTACKER_LOSS])
        for kind in (FIGHTER, BOMBER):
            aloft[kind] += own[kind]
            downed[kind] += own[kind] - left_a[kind]
            left_a[kind] = 0.0
        if sea:
            total += float(p[doctrine.SINK]) * take * theirs[TRANSPORT]
        elif hostile:
            prize = float(values.prize(war.bare, space, p))
            total += take * (
                prize + SPOILS * float(values.urgency(war.bare, p)) * float(war.board.ipc[space])
            )
        if take < 0.5:
            fields.units[space, power] = np.floor(left_a + 0.5)
            fields.units[space, power, [FIGHTER, BOMBER]] = 0
            continue
        stays = np.floor(left_a / take + 0.5)
        if sea:
            fields.units[space, war.foes] = 0
            fields.units[space, power] = stays
        else:
            for foe in war.foes:
                fields.units[space, foe, [k for k in range(KINDS) if k not in (AA_GUN, FACTORY)]] = 0
            fields.units[space, power] = 0
            fields.units[space, power, land_kinds] = stays[land_kinds]
            if hostile:
                fields.owner[space] = power
    for kind in (FIGHTER, BOMBER):
        if aloft[kind] > 0.0:
            _back_home(war, before, kind, float(downed[kind] / aloft[kind]))
    return total


def _contested(war: Situation) -> list[int]:
    """Spaces where units of the power to play, some of them still aboard, meet enemies or enemy land."""
    fields = war.fields
    ours = fields.units[:, war.power].any(axis=1)
    ours[fields.beach[fields.beach >= 0]] = True
    theirs = fields.units[:, war.foes].any(axis=(1, 2))
    theirs[:LANDS] |= np.isin(fields.owner[:LANDS], war.foes)
    return np.flatnonzero(ours & theirs).tolist()


def _back_home(war: Situation, before: Any, kind: int, lost: float) -> None:
    """Put the aircraft that survive back where they came from."""
    power = war.power
    came = before["units"][0, :, power, kind].astype(np.int64)
    here = war.fields.units[:, power, kind]
    gone = np.maximum(came - here, 0)
    here += np.floor(gone * (1.0 - lost) + 0.5).astype(here.dtype)


def danger_at_home(war: Situation, there: Floats) -> float:
    """What the enemies could gain in the capital of the power to play until its next turn, in IPC, if land
    units stand as in `there`."""
    if int(war.fields.owner[war.home]) != war.power:
        return 0.0
    found = war.storm(war.home, there[war.home])
    unsafe = found[threats.P_LOST] > war.p[doctrine.CAPITAL_RISK]
    return float(found[threats.PROFIT]) + (float(war.p[doctrine.UNSAFE]) if unsafe else 0.0)


def outcome(war: Situation, before: Any, new: Floats) -> float:
    """What all orders given so far come to, in IPC: battles as expected, then marches, then what the enemies
    could gain in the capital. The position is as before afterwards."""
    mark = war.mark()
    value = expected(war, before)
    war.look_around()
    value -= danger_at_home(war, marched(war, new))
    war.back_to(mark)
    return value


def marched(war: Situation, new: Floats) -> Floats:
    """How many of each kind will be in every space after the marches, with the new ones."""
    plan, there = np.zeros((LANDS, LANDS, KINDS), np.int64), np.zeros((LANDS, KINDS))
    held, kept = np.zeros(LANDS), np.zeros((LANDS, KINDS), np.int64)
    posts = march.Posts(plan, there, held, kept)
    march.plan_march(war.bare, war.threats, war.pull, new[:LANDS], war.away, war.p, posts)
    return there
