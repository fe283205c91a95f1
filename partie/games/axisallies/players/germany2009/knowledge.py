"""A position of Axis & Allies as facts for the expert system, and the names of facts in sentences.

| fact | meaning |
|---|---|
| `round(n)`, `cash(ipc)` | the round, and the cash of the power to play |
| `owner(space, power)` | who controls a land space |
| `mine(space, unit, n)` | units of the power to play; cargo is in `transport` |
| `army(space, unit, n)` | those of them that can capture spaces |
| `foe(space, power, unit, n)` | units of the other side |
| `transport(number, zone, aboard)` | own transports, with the number of units aboard |
| `border(enemy space, own space)` | enemy land next to own land |
| `units(side, n)` | how many fighting units a side has on the board |
| `ours(name)`, `theirs(name)` | the side whose warships hold a sea |

Units that may still be given orders are resources: `(space, unit)`; money is `"ipc"`.
"""

from __future__ import annotations

from typing import Any

from partie.expert import Facts
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.players.staff.warfare import (
    added,
    enemies,
    fighting,
    friends,
    resistance,
    strike,
    warships,
)
from partie.games.axisallies.rules.board import (
    LANDS,
    NOBODY,
    POWER_IDS,
    POWER_NAMES,
    POWERS,
    SIDE,
    SPACE_NAMES,
    SPACES,
    space,
)
from partie.games.axisallies.rules.state import SHIPS
from partie.games.axisallies.rules.units import (
    AIR_KINDS,
    KINDS,
    LAND_KINDS,
    TRANSPORT,
    UNIT_NAMES,
)
from partie.games.axisallies.text.names import SHORT

MEDITERRANEAN = tuple(space(name) for name in ("sz-west-med", "sz-central-med", "sz-east-med"))
IPC_LEFT = "ipc"


class Place(int):
    """A space, which prints as its name."""

    def __str__(self) -> str:
        return SPACE_NAMES[self]["en"]

    __repr__ = __str__


class Kind(int):
    """A kind of unit, which prints as in orders."""

    def __str__(self) -> str:
        return SHORT[self]

    __repr__ = __str__


def words(value: Any) -> Any:
    """The names of spaces, units and powers in sentences."""
    if isinstance(value, Place):
        return SPACE_NAMES[value]
    if isinstance(value, Kind):
        return UNIT_NAMES[value]
    if isinstance(value, str) and value in POWER_IDS:
        return POWER_NAMES[POWER_IDS.index(value)]
    return value


def facts_of(campaign: Campaign) -> Facts:
    """All facts of a position for the power to play."""
    record, power = campaign.fields, campaign.power
    facts = Facts()
    facts.add("round", int(campaign.record.round_number))
    facts.add("cash", int(record.cash[power]))
    facts.supply(IPC_LEFT, int(record.cash[power]))
    for each in range(SPACES):
        _tell_space(facts, campaign, each)
    for row in range(SHIPS):
        if record.ship_zone[row] >= 0 and record.ship_owner[row] == power:
            facts.add("transport", row, Place(record.ship_zone[row]), sum(campaign.cargo(row)))
    for side, name in enumerate(("allies", "axis")):
        units = sum(sum(fighting(friends(record, each, side))) for each in range(SPACES))
        facts.add("units", name, units)
    _tell_waters(facts, campaign)
    return facts


def _tell_space(facts: Facts, campaign: Campaign, each: int) -> None:
    record, power, here = campaign.fields, campaign.power, Place(each)
    owner = int(record.owner[each]) if each < LANDS else NOBODY
    if owner >= 0:
        facts.add("owner", here, POWER_IDS[owner])
    stacks = record.units[each].tolist()
    for kind in range(KINDS):
        for other in range(POWERS):
            n = stacks[other][kind]
            if n and other == power:
                facts.add("mine", here, Kind(kind), n)
                if kind in LAND_KINDS:
                    facts.add("army", here, Kind(kind), n)
                facts.supply((here, Kind(kind)), campaign.able(each, kind) if kind != TRANSPORT else 0)
            elif n and int(SIDE[other]) != campaign.side:
                facts.add("foe", here, POWER_IDS[other], Kind(kind), n)
    if owner == power:
        for near in campaign.neighbours(each):
            if near < LANDS and campaign.is_enemy(near):
                facts.add("border", Place(near), here)


def _tell_waters(facts: Facts, campaign: Campaign) -> None:
    """Add which side holds the Mediterranean: the one with the stronger warships there, or none if they are
    equal.
    """
    ours = theirs = tuple([0] * KINDS)
    for zone in MEDITERRANEAN:
        ours = added(ours, friends(campaign.fields, zone, campaign.side))
        theirs = added(theirs, enemies(campaign.fields, zone, campaign.side))
    strengths = []
    for fleet in (ours, theirs):
        navy = tuple(0 if kind == TRANSPORT or kind in AIR_KINDS else n for kind, n in enumerate(fleet))
        strengths.append(strike(navy) + resistance(navy) if warships(navy) else 0)
    if strengths[0] > strengths[1]:
        facts.add("ours", "Mediterranean")
    elif strengths[1] > strengths[0]:
        facts.add("theirs", "Mediterranean")
