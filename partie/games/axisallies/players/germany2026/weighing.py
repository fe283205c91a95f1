"""The three rules in which aircraft are weighed: attacks at sea, attacks on land, and landing."""

from __future__ import annotations

import numpy as np

from partie.core.game import View
from partie.core.words import read_words, section
from partie.expert import Firing, fact
from partie.games.axisallies.players.general import doctrine, wings
from partie.games.axisallies.players.general.agent import War
from partie.games.axisallies.players.germany2009.common import LAND, SEA, launch
from partie.games.axisallies.players.germany2009.land import fewest_choices_first
from partie.games.axisallies.players.germany2009.sea import fleet
from partie.games.axisallies.players.germany2009.words import REFUSED as REFUSED_2009
from partie.games.axisallies.players.germany2009.words import rule
from partie.games.axisallies.players.staff.aftermath import come_down
from partie.games.axisallies.players.staff.assaults import Assault, Group
from partie.games.axisallies.players.staff.warfare import Outlook, fighting, land_units
from partie.games.axisallies.rules.board import IPC, LANDS, SPACES
from partie.games.axisallies.rules.units import AIR_KINDS, KINDS

WORDS = read_words("partie.games.axisallies.players.germany2026")
REFUSED = section(WORDS, "refused")
"""Reasons why an action turned out to be impossible, beside those of 2009."""

WEAR = 1.0
"""What the use of an aircraft costs, in IPC, beyond what it may be lost: it is missing elsewhere."""
WEAR_AT_SEA = 3.0
"""The same at sea, where it takes no space, and lands far from the front."""
FOOT = 0.3
"""The same for a land unit."""
ROUNDS = 2.0
"""Rounds of income that taking a space counts."""
EVEN = 0.5
"""The smallest chance of an attack at sea."""
MOST_AIRCRAFT = 4
"""How many aircraft are tried in an attack on land."""


class Staff(War):
    """A theatre with a threat map: what each enemy can bring to every space."""

    def __init__(self, view: View, least_chance: float) -> None:
        super().__init__(view)
        self.least_chance = least_chance


def _aircraft(assault: Assault) -> int:
    return sum(assault.force[kind] for kind in AIR_KINDS)


def _tell(firing: Firing, assault: Assault, view: Outlook, gain: float) -> None:
    firing.data |= {
        "aircraft": _aircraft(assault),
        "others": sum(fighting(assault.force)) - _aircraft(assault),
        "chance": round(100 * view.take),
        "gain": f"{gain:.1f}",
    }


def _attack_at_sea(firing: Firing) -> None:
    """Of all forces, ships first and the nearest aircraft next, the one that brings most."""
    campaign, zone = firing.world, firing["zone"]
    assault, best = campaign.begin_assault(zone), None
    for group in fleet(firing, campaign.reach().get(zone, [])):
        assault.add(group)
        view = campaign.judge(assault)
        gain = view.swing - WEAR_AT_SEA * _aircraft(assault)
        if view.take >= EVEN and gain > 0.0 and (best is None or gain > best[0]):
            best = gain, assault.copy(), view
    if best is None:
        firing.refuse(REFUSED["no_profit_at_sea"])
    _tell(firing, best[1], best[2], best[0])
    launch(firing, best[1])


def _attack_on_land(firing: Firing) -> None:
    """The best of the attacks with no aircraft, one, two and so on, each with as few land units as make it
    good."""
    campaign, target = firing.world, firing["space"]
    held = any(fighting(campaign.defenders(target)))
    if not held and not campaign.is_enemy(target):
        firing.refuse(REFUSED_2009["taken_on_the_way"])
    groups = fewest_choices_first(firing, campaign.reach())
    foot = [group for group in groups if group.kind not in AIR_KINDS]
    air = [group for group in groups if group.kind in AIR_KINDS] if held else []
    best = None
    for flying in range(min(MOST_AIRCRAFT, len(air)) + 1):
        found = _enough(firing, air[:flying], foot)
        if found is None:
            continue
        assault, view = found
        gain = view.swing + ROUNDS * view.take * int(IPC[target])
        gain -= WEAR * flying + FOOT * land_units(assault.force)
        if best is None or gain > best[0]:
            best = gain, assault, view
    if best is None:
        firing.refuse(REFUSED["no_good_force"])
    if best[0] <= 0.0:
        firing.refuse(REFUSED["costs_more"])
    _tell(firing, best[1], best[2], best[0])
    launch(firing, best[1])


def _enough(firing: Firing, air: list[Group], foot: list[Group]) -> tuple[Assault, Outlook] | None:
    """An attack with these aircraft and as few land units as make it good."""
    campaign = firing.world
    assault = campaign.begin_assault(firing["space"])
    for group in air:
        assault.add(group)
    for group in foot:
        assault.add(group)
        view = campaign.judge(assault)
        if view.good_from(campaign.least_chance):
            return assault, view
    return None


def _land(firing: Firing) -> None:
    """Aircraft land as the general lands them: where they are safe, and near what they can strike."""
    campaign = firing.world
    first = len(campaign.orders)
    there, over = np.zeros((LANDS, KINDS)), np.zeros((SPACES, KINDS))
    for space in range(SPACES):
        (there if space < LANDS else over)[space] = campaign.standing(space)
    codes = np.zeros(wings.MOST_FLIGHTS, np.int64)
    n = wings.plan_landings(
        campaign.bare,
        campaign.air,
        campaign.air_pull,
        campaign.threats,
        doctrine.DEFAULTS,
        there,
        over,
        codes,
    )
    for code in codes[:n].tolist():
        campaign.give(code)
    come_down(campaign)
    if len(campaign.orders) == first:
        firing.refuse(REFUSED["none_has_to_move"])
    for code in campaign.orders[first:]:
        firing.order(code)


WEIGHED_AT_SEA = rule(
    "attack_at_sea",
    (fact("sea_target", "?zone", "?danger"),),
    _attack_at_sea,
    priority=lambda case: SEA + min(case["danger"], 300) / 10,
    words=WORDS,
)
WEIGHED_ON_LAND = rule(
    "attack_on_land",
    (fact("target", "?space", "?worth"),),
    _attack_on_land,
    priority=lambda case: LAND + case["worth"],
    words=WORDS,
)
LANDING = rule(
    "come_down",
    (fact("round", "?round"),),
    _land,
    priority=100,
    words=WORDS,
)
