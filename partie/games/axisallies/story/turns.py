"""A turn in three sentences: what a power set out to do, what came of it, and how things stand now.

It is told from the orders and what they led to, whoever gave them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.game import View
from partie.core.parameters import Text
from partie.core.phrases import filled
from partie.core.words import read_words, section
from partie.games.axisallies.players.general import judgement
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.players.staff.threats import invaders, invasion_chance
from partie.games.axisallies.players.staff.trial import duplicate
from partie.games.axisallies.players.staff.warfare import friends, land_units, outlook
from partie.games.axisallies.rules.board import ALLIES, AXIS, BOARD_COST, LANDS, WORLD, board_of
from partie.games.axisallies.rules.orders import (
    BUY_UNITS,
    FIGHT,
    RAID_COMPLEX,
    RETREAT,
    kind_of,
    n_of,
    to_of,
    unit_of,
)
from partie.games.axisallies.rules.state import OVER, ROUNDS_PLAYED, State
from partie.games.axisallies.rules.turn import side_production
from partie.games.axisallies.rules.units import AA_GUN, FACTORY, KINDS, LAND_KINDS
from partie.games.axisallies.text.names import joined, listed_and, said_names

_SENTENCES = section(read_words("partie.games.axisallies"), "story")
MOST_TOLD = 3
"""The largest number of battles told one by one; of more, the costliest."""
IN_DANGER, IN_REACH = 10, 25
"""The chances, in percent, from which a turn is summed up by the danger to its capital, or to an enemy's."""
ROUNDS_AHEAD = 3
"""The rounds of production that count as much as units do."""
Armies = NDArray[np.int64]


@dataclass
class Fight:
    """A battle of the turn: where, the units before it by power, the chance to take the space, and what is
    left of it. A raid is one of bombers on a complex alone."""

    space: int
    before: Armies
    chance: int | None = None
    retreat: bool = False
    raid: bool = False
    losses: tuple[dict[int, int], dict[int, int]] = field(default_factory=lambda: ({}, {}))


class Chronicle:
    """The story of one turn, from the position in which it begins."""

    def __init__(self, record: Any) -> None:
        self.power = int(record.power)
        self._board = board_of(record)
        self._names = said_names(self._board.number)
        self._side = int(self._board.side[self.power])
        self._owner = record.owner.copy()
        self._incomes = _incomes(record)
        self._stake = _share(record, self._side)
        self._stood = record.units[:, self.power].astype(np.int64)
        self._bought: dict[int, int] = {}
        self._fights: list[Fight] = []
        self._open: Fight | None = None
        self._raided: set[int] = set()

    def note(self, code: int, record: Any = None) -> None:
        """Take down an order; `record`, where it is known, is the position in which it is given."""
        kind = kind_of(code)
        if record is not None:
            self._close(record)
        if kind == BUY_UNITS:
            unit = int(unit_of(code))
            self._bought[unit] = self._bought.get(unit, 0) + int(n_of(code))
        elif kind == RAID_COMPLEX:
            self._raided.add(int(to_of(code)))
        elif kind == FIGHT:
            space = int(to_of(code))
            if record is None:
                self._fights.append(Fight(space, np.zeros((0, KINDS), np.int64)))
            else:
                campaign = _campaign(record, self.power)
                chance = campaign.judge(campaign.begin_assault(space)).take
                raid = space in self._raided and not self._lands(record, space)
                self._open = Fight(space, _units(record), None if raid else round(100 * chance), raid=raid)
        elif kind == RETREAT and self._open is not None:
            self._open.retreat = True

    def _lands(self, record: Any, space: int) -> bool:
        """Whether land units of the power fight for a space."""
        there = record.units[space, self.power, list(LAND_KINDS)].any()
        return bool(there or (np.asarray(record.beach) == space).any())

    def _close(self, record: Any) -> None:
        """A battle is over once the position is no longer in it."""
        fight = self._open
        if fight is None or int(record.battle) == fight.space:
            return
        self._open = None
        lost = fight.before - _units(record)
        ours = self._board.side == self._side
        fight.losses = _counts(lost[ours].sum(axis=0)), _counts(lost[~ours].sum(axis=0))
        self._fights.append(fight)

    def tell(self, record: Any) -> Text:
        """The turn in three sentences; `record`: the position after it."""
        self._close(record)
        taken = self._taken(record)
        parts = [self._aims(record, taken), self._results(record, taken), self._outlook(record)]
        return {language: " ".join(_sentence(part[language]) for part in parts) for language in ("en", "fr")}

    def turned(self, record: Any) -> float:
        """By how much the chances of the side changed with the turn; `record`: the position after it."""
        return round(_share(record, self._side) - self._stake, 4)

    # what it set out to do

    def _aims(self, record: Any, taken: list[int]) -> Text:
        attacked = list(dict.fromkeys(fight.space for fight in self._fights))
        power = self._board.powers_said[self.power]
        key = "attacks" if attacked else "enters" if taken else "holds"
        return self._say(
            f"{key}{'' if self._bought else '_only'}{'_many' if power.plural else ''}",
            power=power.name,
            spaces=self._places(attacked or taken),
            units=listed_and(self._bought),
            cost=sum(n * int(BOARD_COST[self._board.number, kind]) for kind, n in self._bought.items()),
        )

    def _places(self, spaces: list[int]) -> Text:
        """Spaces in words; of many the most fought over, and how many others."""
        if len(spaces) <= MOST_TOLD:
            return self._spaces(spaces)
        cost = {fight.space: sum(map(self._price, fight.losses)) for fight in self._fights}
        first = sorted(spaces, key=lambda space: -cost.get(space, 0))[: MOST_TOLD - 1]
        others = self._say("others", n=len(spaces) - len(first))
        return joined([*(self._names[space] for space in first), others])

    def _movement(self, record: Any, taken: list[int]) -> Text:
        """What a turn without a fight was about: where most units marched."""
        army, where = self._massed(record, taken)
        if not army:
            return self._say("quiet")
        there = {kind: int(record.units[where, self.power, kind]) for kind in LAND_KINDS}
        there = {kind: n for kind, n in there.items() if n}
        key = "moves" if there == army else "joins"
        return self._say(key, army=listed_and(army), space=self._names[where], there=listed_and(there))

    def _massed(self, record: Any, taken: list[int]) -> tuple[dict[int, int], int]:
        """Where most land units have been added by marching, and which: not where new ones are placed, nor in
        these spaces."""
        more = record.units[:LANDS, self.power].astype(np.int64) - self._stood[:LANDS]
        more = np.maximum(more, 0)[:, list(LAND_KINDS)]
        home = [s for s in range(LANDS) if record.units[s, self.power, FACTORY]]
        more[[*home, *taken]] = 0
        where = int(more.sum(axis=1).argmax())
        counts = {kind: int(n) for kind, n in zip(LAND_KINDS, more[where], strict=True) if n}
        return (counts, where) if sum(counts.values()) > 1 else ({}, where)

    # what came of it

    def _taken(self, record: Any) -> list[int]:
        ours = self._held(record.owner)
        before = self._held(self._owner)
        return [space for space in range(LANDS) if ours[space] and not before[space]]

    def _held(self, owner: Any) -> list[bool]:
        side = self._board.side
        return [int(one) >= 0 and int(side[one]) == self._side for one in owner[:LANDS]]

    def _results(self, record: Any, taken: list[int]) -> Text:
        known = [fight for fight in self._fights if fight.before.size]
        known.sort(key=lambda fight: -sum(map(self._price, fight.losses)))
        told = [self._result(fight, taken) for fight in known[:MOST_TOLD]]
        fought = {fight.space for fight in known}
        others = [f.space for f in self._fights if not f.before.size]
        vain = [space for space in others if space < LANDS and space not in taken]
        free = [space for space in taken if space not in fought and self._fights]
        for key, spaces in (("unopposed" if known or not others else "captured", free), ("beaten", vain), ("at_sea", [s for s in others if s >= LANDS])):  # fmt: skip
            if spaces:
                told.append(self._say(key, spaces=self._spaces(spaces)))
        if len(known) > MOST_TOLD:
            left = len(known) - MOST_TOLD
            told.append(self._say("more_one" if left == 1 else "more", n=left))
        return _strung(told) if told else self._movement(record, taken)

    def _price(self, lost: dict[int, int]) -> int:
        return sum(n * int(BOARD_COST[self._board.number, kind]) for kind, n in lost.items())

    def _result(self, fight: Fight, taken: list[int]) -> Text:
        ours, theirs = fight.losses
        if fight.raid:
            key = "raided"
        elif fight.space >= LANDS:
            key = "sunk" if theirs and not fight.retreat else "repelled"
        else:
            key = "fell" if fight.space in taken else "broken_off" if fight.retreat else "failed"
        said = self._say(
            key if ours else f"{key}_unhurt",
            space=self._names[fight.space],
            ours=listed_and(ours),
            theirs=listed_and(theirs) if theirs else self._say("nothing"),
        )
        if fight.chance is None or not 1 <= fight.chance <= 99:
            return said
        odds = self._say("odds", chance=fight.chance)
        return {language: f"{said[language]}{odds[language]}" for language in said}

    # how things stand

    def _outlook(self, record: Any) -> Text:
        if int(record.phase) == OVER and int(record.victory) != ROUNDS_PLAYED:
            return self._say("over")
        array = duplicate(record).view(State)
        axis, allies = _incomes(record)
        said = [self._watch(record, array)]
        if (axis, allies) != self._incomes:
            said.append(self._say("incomes", axis=axis, allies=allies))
        if self._board.number == WORLD:
            chance = round(100 / (1 + exp(-judgement.log_odds(array, AXIS))))
            said.append(
                self._say(
                    "chance_axis" if chance >= 50 else "chance_allies", chance=max(chance, 100 - chance)
                )
            )
        return _strung(said)

    def _watch(self, record: Any, array: Any) -> Text:
        """What to watch most: a capital in danger, one in reach, else the army at the front."""
        capitals, names = self._board.capital, self._names
        risk = _danger(record, array, self.power)
        if risk >= IN_DANGER:
            return self._say("danger", capital=names[int(capitals[self.power])], chance=risk)
        foes = [p for p in range(self._board.powers) if int(self._board.side[p]) != self._side]
        reach = {foe: _reach(record, self.power, foe) for foe in foes}
        target = max(foes, key=lambda foe: reach[foe])
        if reach[target] >= IN_REACH:
            return self._say("reach", capital=names[int(capitals[target])], chance=reach[target])
        army, where = self._army(record)
        if not army:
            return self._say("no_army")
        return self._say("front", army=listed_and(army), space=names[where])

    def _army(self, record: Any) -> tuple[dict[int, int], int]:
        """The largest army of the power beside the enemy, else anywhere, and where it stands."""
        campaign = _campaign(record, self.power)
        units = record.units[:LANDS, self.power][:, list(LAND_KINDS)].sum(axis=1).astype(np.int64)

        def rank(space: int) -> tuple[bool, int]:
            beside = any(near < LANDS and campaign.is_enemy(near) for near in campaign.neighbours(space))
            return bool(units[space]) and beside, int(units[space])

        where = max(range(LANDS), key=rank)
        army = {kind: int(record.units[where, self.power, kind]) for kind in LAND_KINDS}
        return {kind: n for kind, n in army.items() if n}, where

    def _spaces(self, spaces: Iterable[int]) -> Text:
        return joined([self._names[space] for space in spaces])

    def _say(self, key: str, **data: Any) -> Text:
        return filled(_SENTENCES[key], data)


def _danger(record: Any, array: Any, power: int) -> int:
    """The chance, in percent, that the capital of the power that has just played falls before its next turn:
    on the world map to all enemies in turn, elsewhere to the strongest of them."""
    if not _is_held(record, power):
        return 0
    if board_of(record).number == WORLD:
        return round(100 * float(judgement.dangers(array)[power]))
    campaign = _campaign(record, power)
    garrison = friends(campaign.fields, campaign.home, campaign.side)
    return round(100 * invasion_chance(campaign, campaign.home, garrison))


def _reach(record: Any, power: int, foe: int) -> int:
    """The chance, in percent, that a power would take the capital of another next turn, as both stand."""
    if not _is_held(record, foe):
        return 0
    campaign = _campaign(record, foe)
    force = invaders(campaign, power, campaign.home)
    if not land_units(force):
        return 0
    garrison = friends(campaign.fields, campaign.home, campaign.side)
    return round(100 * outlook(campaign.fields, force, garrison, campaign.home, power).take)


def _is_held(record: Any, power: int) -> bool:
    board = board_of(record)
    owner = int(record.owner[int(board.capital[power])])
    return owner >= 0 and int(board.side[owner]) == int(board.side[power])


def _campaign(record: Any, power: int) -> Campaign:
    """A campaign of a power in this position, whoever is to play."""
    array = duplicate(record)
    array["power"][0] = power
    return Campaign(View(None, array.view(np.recarray)[0], power))  # type: ignore[arg-type]


def _share(record: Any, side: int) -> float:
    """What a side's part in the war is worth, from 0 to 1: on the world map its chance to win, elsewhere its
    share of units, money and production."""
    board = board_of(record)
    if int(record.winner) >= 0:
        return float(int(record.winner) == side)
    if board.number == WORLD:
        return 1 / (1 + exp(-judgement.log_odds(duplicate(record).view(State), side)))
    worth = (_units(record) * BOARD_COST[board.number]).sum(axis=1) + record.cash
    own = float(worth[board.side == side].sum()), float(worth[board.side != side].sum())
    made = _incomes(record) if side == AXIS else _incomes(record)[::-1]
    ours, theirs = (units + ROUNDS_AHEAD * income for units, income in zip(own, made, strict=True))
    return ours / (ours + theirs)


def _incomes(record: Any) -> tuple[int, int]:
    """The production of the Axis and of the Allies."""
    return int(side_production(record, AXIS)), int(side_production(record, ALLIES))


def _units(record: Any) -> Armies:
    """The units of every power on the whole board that fight, cargo included."""
    units = record.units.astype(np.int64).sum(axis=0)
    for (row, slot), kind in np.ndenumerate(record.cargo_kind):
        if kind >= 0 and record.ship_zone[row] >= 0:
            units[int(record.cargo_power[row, slot]), int(kind)] += 1
    units[:, [AA_GUN, FACTORY]] = 0
    return np.asarray(units)


def _counts(lost: Armies) -> dict[int, int]:
    return {kind: int(n) for kind, n in enumerate(lost) if n > 0}


def _strung(parts: list[Text]) -> Text:
    """Parts of a sentence, one after another."""
    return {
        language: mark.join(part[language] for part in parts)
        for language, mark in (("en", "; "), ("fr", " ; "))
    }


def _sentence(text: str) -> str:
    """A text with a capital at its beginning and one full stop at its end."""
    return text[:1].upper() + text[1:].rstrip(".") + "."
