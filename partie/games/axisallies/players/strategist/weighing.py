"""Attacks valued in IPC: their gain, their cost, and the loss to a counter-attack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from partie.core.words import read_words, section
from partie.games.axisallies.players import greedy
from partie.games.axisallies.players.greedy import (
    Book,
    Step,
    attack_ships,
)
from partie.games.axisallies.players.staff.assaults import Assault, Boat, Group, walks
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.players.staff.warfare import (
    Force,
    land_units,
)
from partie.games.axisallies.players.strategist.counterattack import (
    SAFE,
    Foresight,
    survivors,
)
from partie.games.axisallies.rules.board import (
    LANDS,
    SPACES,
)
from partie.games.axisallies.rules.units import (
    AIR_KINDS,
    COST,
)

HELD_ROUNDS = 2.0
"""The number of rounds a captured space counts for if there is no counter-attack, after the first."""
EFFORT = 0.2
"""A cost in IPC for each unit sent, so that no more are sent than are useful."""
LEAST_GAIN = 1.0
"""The smallest expected gain of an attack, in IPC."""

SENTENCES = {**greedy.SENTENCES, **section(read_words("partie.games.axisallies"), "strategist")}


@dataclass(frozen=True)
class Offer:
    """A possible attack: its expected gain, its chance to capture the space, and where its units come from (a
    transport counts as a place of its own).
    """

    assault: Assault
    gain: float
    take: float
    sources: frozenset[int]


class Weigher:
    """Plans the attacks of a phase. `wary`: counter-attacks are considered."""

    def __init__(self, campaign: Campaign, wary: bool) -> None:
        self._campaign, self._wary = campaign, wary
        self._foresight = Foresight(campaign)

    def attack(self, book: Book) -> None:
        """Make the attack with the largest gain, until none is worth making; then attack ships as `greedy`
        does.
        """
        campaign, reach = self._campaign, self._campaign.reach()
        lands = [space for space in range(LANDS) if campaign.is_enemy(space)]
        offers = {space: offer for space in lands if (offer := self._offer(space, reach))}
        while offers:
            target = max(offers, key=lambda space: offers[space].gain)
            offer, worth = offers.pop(target), greedy.worth(campaign, target)
            if not campaign.launch(offer.assault):
                continue
            chance, gain = round(100 * offer.take), f"{offer.gain:.1f}"
            book.sign(
                "attack", space=campaign.board.space_names[target], worth=worth, chance=chance, gain=gain
            )
            reach = campaign.reach()
            touched = [space for space, other in offers.items() if other.sources & offer.sources]
            for space in touched:
                again = self._offer(space, reach)
                if again is None:
                    del offers[space]
                else:
                    offers[space] = again
        for zone in range(LANDS, SPACES):
            if campaign.hostile(zone):
                view = attack_ships(campaign, zone, reach.get(zone, []))
                if view is not None:
                    book.sign(
                        "attack_ships", space=campaign.board.space_names[zone], chance=round(100 * view.take)
                    )

    def _offer(self, target: int, reach: dict[int, list[Group]]) -> Offer | None:
        """The best attack on a space with the units left, if one is worth making."""
        campaign = self._campaign
        if not campaign.is_enemy(target):
            return None
        groups = sorted(reach.get(target, []), key=lambda group: int(COST[group.kind]))
        units = [group for group in groups for _ in range(campaign.able(group.src, group.kind))]
        boats = campaign.boats(target, lambda zone: not campaign.hostile(zone))
        ground: list[Step] = [*(unit for unit in units if walks(unit.kind)), *boats]
        air: list[Step] = [unit for unit in units if unit.kind in AIR_KINDS]
        best, seen = None, set[tuple[Force, int]]()
        for way in _ways(ground, air) if ground else ():
            assault, sources = campaign.begin_assault(target), set[int]()
            for step in way:
                greedy.send(assault, step)
                sources |= {step.src, SPACES + step.row} if isinstance(step, Boat) else {step.src}
                looks = (assault.force, len(assault.boats))
                if not land_units(assault.force) or looks in seen:
                    continue
                seen.add(looks)
                gain, take = self._promise(assault)
                if gain > (best.gain if best else LEAST_GAIN):
                    best = Offer(assault.copy(), gain, take, frozenset(sources))
        return best

    def _promise(self, assault: Assault) -> tuple[float, float]:
        """The expected gain of an attack, in IPC, and its chance to capture the space."""
        target, view = assault.target, self._campaign.judge(assault)
        answer = SAFE
        if self._wary and view.take > 0.0:
            answer = self._foresight.answer(target, survivors(assault.force, max(1.0, view.land_left)))
        income = float(self._campaign.board.ipc[target]) * HELD_ROUNDS * (1.0 - answer.take) + greedy.worth(
            self._campaign, target
        )
        gain = view.swing + view.take * (income - max(0.0, answer.swing))
        return gain - EFFORT * view.attackers, view.take


def _ways(ground: list[Step], air: list[Step]) -> Iterable[list[Step]]:
    """Orders in which units could join: aircraft last, or one after each land unit."""
    yield [*ground, *air]
    if air:
        mixed = [step for i, unit in enumerate(ground) for step in (unit, *air[i : i + 1])]
        yield [*mixed, *air[len(ground) :]]
