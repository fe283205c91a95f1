"""`greedy`: a simple program for every power. It buys infantry and armor, attacks where the odds are good and
the space is worth most, and otherwise moves towards the nearest enemy capital.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from partie.core.game import View
from partie.core.parameters import Text
from partie.core.phrases import filled
from partie.core.words import read_words, section
from partie.games.axisallies.odds.words import GOOD_TAKE
from partie.games.axisallies.players.staff.aftermath import (
    come_down,
    ferry,
    rank_of,
    walk,
    walking_distances,
)
from partie.games.axisallies.players.staff.assaults import Assault, Boat, Group, Ordered
from partie.games.axisallies.players.staff.patience import OutOfTime
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.players.staff.warfare import (
    Outlook,
    fighting,
    land_units,
    ships,
)
from partie.games.axisallies.rules.board import (
    FAR,
    LANDS,
    SPACES,
)
from partie.games.axisallies.rules.economy import for_sale, price
from partie.games.axisallies.rules.orders import (
    BUY_UNITS,
    END,
    FIGHT,
    NO_SPACE,
    PLACE_UNITS,
    amount,
    at,
    order,
    plain,
)
from partie.games.axisallies.rules.state import (
    BUY,
    COMBAT,
    COMBAT_MOVE,
    NONCOMBAT,
    PLACE,
)
from partie.games.axisallies.rules.turn import pending
from partie.games.axisallies.rules.units import (
    ARMOR,
    ARTILLERY,
    COST,
    INFANTRY,
    LAND_KINDS,
    SEA_KINDS,
    TRANSPORT,
)

WAITING_FOR_A_SHIP = 4
"""Land units in an island capital for which one transport is bought."""

SENTENCES = section(read_words("partie.games.axisallies"), "greedy")
"""The reasons given for orders, by rule."""


Step = Group | Boat
"""What can join an attack: one unit of a group, or a transport with its cargo."""


class Book:
    """The orders of a campaign, each with the rule that gave it."""

    def __init__(self, campaign: Campaign, sentences: dict[str, Text]) -> None:
        self.campaign, self._sentences = campaign, sentences
        self.lines: list[Ordered] = []
        self._remarks: list[Text] = []

    def remark(self, rule: str, **data: Any) -> None:
        """Say something about the phase as a whole, with the order that ends it."""
        self._remarks.append(filled(self._sentences[rule], data))

    def sign(self, rule: str, **data: Any) -> None:
        """Attribute all orders given since the last call to this rule."""
        text = filled(self._sentences[rule], data)
        self.lines += [Ordered(code, rule, text) for code in self.campaign.orders[len(self.lines) :]]

    def break_off(self) -> list[Ordered]:
        """The orders of a plan that ran out of time. The phase does not end: the rest is planned next."""
        self.sign("hurry")
        return self.lines

    def close(self) -> list[Ordered]:
        """All orders, the last of which ends the phase."""
        end, said = int(plain(END)), [filled(self._sentences["end"], {}), *self._remarks]
        text = {language: " ".join(part[language] for part in said) for language in said[0]}
        return [*self.lines, Ordered(end, "end", text)]


@dataclass(frozen=True)
class Style:
    """How attacks are chosen. `odds`: the smallest chance of a good attack, besides the other conditions.
    `counts`: an attack is good if more units attack than defend, of any kind. `one_front`: only the richest
    space within reach and its neighbours are considered.
    """

    odds: float = GOOD_TAKE
    counts: bool = False
    one_front: bool = False

    def good(self, campaign: Campaign, assault: Assault) -> Outlook | None:
        """The outlook of an attack if it is good, otherwise None."""
        if self.counts:
            defenders = sum(fighting(campaign.defenders(assault.target)))
            if sum(fighting(assault.force)) <= defenders:
                return None
            return campaign.judge(assault)
        view = campaign.judge(assault)
        return view if view.good_from(self.odds) else None


PLAIN = Style()


def plan(view: View, style: Style = PLAIN) -> list[Ordered]:
    """The orders of this phase for the power to play, the last of which ends it; in the combat phase, the
    battles to fight. No battle may be in progress. When time runs out (`patience`), the orders so far.
    """
    campaign = Campaign(view)
    book = Book(campaign, SENTENCES)
    phase = campaign.phase
    try:
        if phase == BUY:
            buy(book)
        elif phase == COMBAT_MOVE:
            attack(book, style)
        elif phase == COMBAT:
            return fights(campaign)
        elif phase == NONCOMBAT:
            move_afterwards(book)
        elif phase == PLACE:
            place(book)
    except OutOfTime:
        return book.break_off()
    return book.close()


def buy(book: Book) -> None:
    """Buy infantry and armor; where artillery is sold, that instead of armor in every other round."""
    campaign = book.campaign
    if needs_transport(campaign):
        campaign.give(int(amount(BUY_UNITS, 1, TRANSPORT)))
        book.sign("buy_transport")
    guns = bool(for_sale(campaign.record, ARTILLERY)) and int(campaign.record.round_number) % 2 == 1
    heavy = ARTILLERY if guns else ARMOR
    light, heavies = even_purchase(
        int(campaign.fields.cash[campaign.power]),
        *(int(price(campaign.record, kind)) for kind in (INFANTRY, heavy)),
    )
    for kind, n in ((INFANTRY, light), (heavy, heavies)):
        if n:
            campaign.give(int(amount(BUY_UNITS, n, kind)))
    book.sign("buy_artillery" if guns else "buy")


def even_purchase(
    cash: int, infantry: int = int(COST[INFANTRY]), armor: int = int(COST[ARMOR])
) -> tuple[int, int]:
    """Infantry and armor, or artillery, in numbers that differ by at most two and leave the least money; ties
    go to the most even purchase, then to more infantry.

    >>> even_purchase(32), even_purchase(40)
    ((4, 4), (5, 5))
    """
    ways = [
        (n, m)
        for m in range(cash // armor + 1)
        for n in range(max(0, m - 2), m + 3)
        if infantry * n + armor * m <= cash
    ]
    return max(ways, key=lambda way: (infantry * way[0] + armor * way[1], -abs(way[0] - way[1]), way[0]))


def needs_transport(campaign: Campaign) -> bool:
    """Whether a power needs another transport, since its units cannot reach an enemy capital by land."""
    home = campaign.home
    record = campaign.fields
    if not campaign.is_friendly(home) or walking_distances(campaign, campaign.enemy_capitals)[home] < FAR:
        return False
    own = len(campaign.rows)
    waiting = land_units(campaign.own(home))
    harbour = any(z >= LANDS and not campaign.hostile(z) for z in campaign.neighbours(home))
    return (
        harbour and own < 1 + waiting // WAITING_FOR_A_SHIP and not record.bought[campaign.power, TRANSPORT]
    )


def worth(campaign: Campaign, space: int) -> int:
    """The value of capturing a space: its IPC, and for a capital the owner's cash."""
    value = int(campaign.board.ipc[space])
    owner = int(campaign.fields.owner[space])
    if owner >= 0 and int(campaign.board.capital[owner]) == space:
        value += int(campaign.fields.cash[owner])
    return value


def attack(book: Book, style: Style = PLAIN) -> None:
    """Attack enemy spaces in the order of their value, then ships."""
    campaign = book.campaign
    reach = campaign.reach()
    lands = [space for space in range(LANDS) if campaign.is_enemy(space)]
    zones = list(range(LANDS, SPACES))
    if style.one_front:
        reached = [space for space in lands if space in reach]
        richest = max(reached, key=lambda space: worth(campaign, space), default=0)
        seen = {richest, *campaign.neighbours(richest)} if reached else set()
        lands, zones = [x for x in lands if x in seen], [x for x in zones if x in seen]
    for target in sorted(lands, key=lambda space: -worth(campaign, space)):
        value = worth(campaign, target)
        view = attack_land(campaign, target, reach.get(target, []), style)
        if view is not None:
            book.sign(
                "attack", space=campaign.board.space_names[target], worth=value, chance=round(100 * view.take)
            )
    for target in zones:
        if campaign.hostile(target):
            view = attack_ships(campaign, target, reach.get(target, []), style)
            if view is not None:
                book.sign(
                    "attack_ships", space=campaign.board.space_names[target], chance=round(100 * view.take)
                )


def attack_land(campaign: Campaign, target: int, groups: list[Group], style: Style = PLAIN) -> Outlook | None:
    """Send the cheapest units until the attack is good; returns None if it cannot be made good."""
    assault = campaign.begin_assault(target)
    if any(fighting(campaign.defenders(target))):
        if style.good(campaign, assault):
            return None
    elif campaign.is_friendly(target):
        return None
    units = [g for g in groups if campaign.able(g.src, g.kind) and g.kind not in SEA_KINDS]
    steps = [
        g
        for g in sorted(units, key=lambda g: (g.kind not in LAND_KINDS, COST[g.kind]))
        for _ in range(campaign.able(g.src, g.kind))
    ]
    boats = campaign.boats(target, lambda zone: not campaign.hostile(zone))
    ground = [step for step in steps if step.kind in LAND_KINDS]
    air = [step for step in steps if step.kind not in LAND_KINDS]
    if not ground and not boats and not land_units(assault.force):
        return None
    joining: list[Step] = [*ground, *boats, *air]
    for step in joining:
        send(assault, step)
        if land_units(assault.force) and (view := style.good(campaign, assault)):
            return view if campaign.launch(assault) else None
    return None


def send(assault: Assault, step: Step) -> None:
    if isinstance(step, Group):
        assault.add(step)
    else:
        assault.embark(step)


def attack_ships(
    campaign: Campaign, target: int, groups: list[Group], style: Style = PLAIN
) -> Outlook | None:
    """Send warships, then aircraft, until they would probably clear the zone at a profit."""
    assault = campaign.begin_assault(target)
    units = sorted(groups, key=lambda g: (g.kind not in SEA_KINDS, COST[g.kind]))
    for group in units:
        for _ in range(campaign.able(group.src, group.kind)):
            assault.add(group)
            view = style.good(campaign, assault) if style.counts else campaign.judge(assault)
            sure = style.counts or (view is not None and view.take >= style.odds and view.swing > 0)
            if view is not None and sure and ships(assault.force):
                return view if campaign.launch(assault) else None
    return None


def fights(campaign: Campaign) -> list[Ordered]:
    """The battles to fight: those at sea first, since landings wait for them."""
    # units to land are still counted in the zone of their ship
    present = campaign.fields.units[:, campaign.power].any(axis=1)
    coasts = campaign.fields.landing[campaign.rows]
    present[coasts[coasts >= 0]] = True
    spaces = [space for space in np.flatnonzero(present).tolist() if pending(campaign.record, space)]
    lines = [
        Ordered(
            int(at(FIGHT, space)),
            "fight",
            filled(SENTENCES["fight"], {"space": campaign.board.space_names[space]}),
        )
        for space in sorted(spaces, key=lambda space: (space < LANDS, space))
    ]
    return lines or [Ordered(int(plain(END)), "end", filled(SENTENCES["end"], {}))]


def move_afterwards(book: Book) -> None:
    campaign = book.campaign
    come_down(campaign)
    book.sign("come_down")
    goals = campaign.enemy_capitals
    walking = walking_distances(campaign, goals)
    walk(campaign, walking)
    book.sign("walk")
    ferry(campaign, rank_of(campaign, walking, goals))
    book.sign("ferry")


def place(book: Book) -> None:
    """Place land units and aircraft in the capital if possible, otherwise with another complex; ships next to
    a complex.
    """
    campaign = book.campaign
    home = campaign.home
    lands = sorted(range(LANDS), key=lambda space: space != home)
    harbours = [zone for zone in campaign.neighbours(home) if zone >= LANDS]
    for kind in range(len(COST)):
        spaces = lands if kind not in SEA_KINDS else [*harbours, *range(LANDS, SPACES)]
        place_kind(campaign, kind, spaces)
    book.sign("place")


def place_kind(campaign: Campaign, kind: int, spaces: list[int], most: int = 1000) -> int:
    """Place units of a kind in the first of these spaces that can take them; returns how many."""
    done = 0
    for space in spaces:
        while done < most and (left := int(campaign.fields.bought[campaign.power, kind])):
            sizes = range(min(left, most - done), 0, -1)
            n = next((n for n in sizes if campaign.give(_placing(n, kind, space))), 0)
            if n == 0:
                break
            done += n
    return done


def _placing(n: int, kind: int, space: int) -> int:
    return int(order(PLACE_UNITS, n, kind, NO_SPACE, NO_SPACE, space, 0, 0, 0))
