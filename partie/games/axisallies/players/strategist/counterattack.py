"""Counter-attacks: how often a space would be lost again in the enemy's next turn, and at what cost."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.players.staff.threats import landing_force
from partie.games.axisallies.players.staff.warfare import (
    Force,
    land_units,
    outlook,
)
from partie.games.axisallies.rules.board import (
    LANDS,
    MOVE,
    POWERS,
)
from partie.games.axisallies.rules.units import (
    AIR_KINDS,
    ARMOR,
    COST,
    FIGHTER,
    INFANTRY,
    KINDS,
    LAND_KINDS,
)


class Answer(NamedTuple):
    """The worst counter-attack on a space in the enemy's next turn: the chance that it captures the space,
    and the defenders' loss minus the attacker's, in IPC.
    """

    take: float
    swing: float


SAFE = Answer(0.0, 0.0)


class Foresight:
    """Finds the forces the other side could send, and keeps them: enemy units do not move while a plan is
    made.
    """

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._forces: dict[int, list[tuple[int, Force]]] = {}

    def strikers(self, space: int) -> list[tuple[int, Force]]:
        """The force each enemy power could send against a land space: units in neighbouring spaces, armor
        from two spaces away, landings, and aircraft in range. Units in the space itself do not count.
        """
        if space not in self._forces:
            powers = [
                power
                for power in range(POWERS)
                if int(self._campaign.board.side[power]) != self._campaign.side
            ]
            found = [(power, self._brought(power, space)) for power in powers]
            self._forces[space] = [(power, force) for power, force in found if land_units(force)]
        return self._forces[space]

    def _brought(self, power: int, space: int) -> Force:
        campaign = self._campaign
        units = campaign.fields.units[:, power]
        force = np.zeros(KINDS, np.int64)
        near = [n for n in campaign.neighbours(space) if n < LANDS]
        kinds = list(LAND_KINDS)
        force[kinds] = units[near][:, kinds].sum(axis=0)
        beyond = {far for n in near for far in campaign.neighbours(n) if far < LANDS}
        force[ARMOR] += units[list(beyond - {space, *near}), ARMOR].sum()
        force[INFANTRY] += landing_force(campaign, power, space)
        if force.any():
            steps = campaign.air_steps[space]
            for kind in AIR_KINDS:
                force[kind] += units[steps <= int(MOVE[kind]) // 2 + (kind == FIGHTER), kind].sum()
        return tuple(force.tolist())

    def answer(self, space: int, garrison: Force) -> Answer:
        """The worst counter-attack on a space held by a garrison."""
        worst = SAFE
        for power, force in self.strikers(space):
            view = outlook(self._campaign.fields, force, garrison, space, power)
            if view.take + view.swing / 100.0 > worst.take + worst.swing / 100.0:
                worst = Answer(view.take, view.swing)
        return worst


def survivors(force: Force, land_left: float) -> Force:
    """The land units that will probably survive an attack; the cheapest are lost first."""
    left = [force[kind] if kind in LAND_KINDS else 0 for kind in range(KINDS)]
    gone = round(sum(left) - land_left)
    for kind in sorted(LAND_KINDS, key=lambda kind: int(COST[kind])):
        taken = min(gone, left[kind])
        left[kind] -= taken
        gone -= taken
    return tuple(left)
