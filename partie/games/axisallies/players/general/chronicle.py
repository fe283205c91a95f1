"""A turn in three sentences: what was bought, what was fought for, and how things stand after it. It is made
from the orders alone, whoever gave them."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from partie.core.phrases import filled
from partie.core.words import read_words, section
from partie.games.axisallies.players.general import judgement
from partie.games.axisallies.players.staff.trial import duplicate
from partie.games.axisallies.rules.board import (
    AXIS,
    CAPITAL,
    DEGREE,
    LANDS,
    NEIGHBOURS,
    POWER_NAMES,
    SIDE,
    SPACE_NAMES,
)
from partie.games.axisallies.rules.orders import BUY_UNITS, FIGHT, kind_of, n_of, to_of, unit_of
from partie.games.axisallies.rules.state import State
from partie.games.axisallies.rules.turn import side_production
from partie.games.axisallies.rules.units import LAND_KINDS
from partie.games.axisallies.text.names import listed, space_list

_SENTENCES = section(read_words("partie.games.axisallies"), "chronicle")


class Chronicle:
    """The story of one turn, from the position in which it begins."""

    def __init__(self, record: Any) -> None:
        self.power = int(record.power)
        self._side = int(SIDE[self.power])
        self._owner = record.owner[:LANDS].copy()
        self._bought: dict[int, int] = {}
        self._fought: list[int] = []

    def note(self, code: int) -> None:
        """Take down an order."""
        if kind_of(code) == BUY_UNITS:
            unit = int(unit_of(code))
            self._bought[unit] = self._bought.get(unit, 0) + int(n_of(code))
        elif kind_of(code) == FIGHT:
            self._fought.append(int(to_of(code)))

    def tell(self, record: Any) -> dict[str, str]:
        """The turn in three sentences; `record`: the position after it."""
        parts = [self._purchases(), self._fights(record), self._outlook(record)]
        return {language: " ".join(part[language] for part in parts) for language in parts[0]}

    def _say(self, key: str, **data: Any) -> dict[str, str]:
        return filled(_SENTENCES[key], data)

    def _purchases(self) -> dict[str, str]:
        power = POWER_NAMES[self.power]
        if not self._bought:
            return self._say("bought_nothing", power=power)
        return self._say("bought", power=power, units=listed(self._bought))

    def _fights(self, record: Any) -> dict[str, str]:
        """What was taken, sunk, or attacked in vain."""
        ours = [int(owner) >= 0 and int(SIDE[owner]) == self._side for owner in record.owner[:LANDS]]
        before = [int(owner) >= 0 and int(SIDE[owner]) == self._side for owner in self._owner]
        taken = [space for space in range(LANDS) if ours[space] and not before[space]]
        lands = [space for space in self._fought if space < LANDS and space not in taken]
        vain = [space for space in lands if not ours[space]]
        zones = [space for space in self._fought if space >= LANDS]
        said = [
            self._say(key, spaces=space_list(spaces))
            for key, spaces in (("taken", taken), ("vain", vain), ("at_sea", zones))
            if spaces
        ]
        if not said:
            return self._say("quiet")
        return {language: _sentence("; ".join(part[language] for part in said)) for language in said[0]}

    def _outlook(self, record: Any) -> dict[str, str]:
        array = duplicate(record).view(State)
        axis = int(side_production(array[0], AXIS))
        chance = round(100 / (1 + exp(-judgement.log_odds(array, AXIS))))
        danger = round(100 * float(judgement.dangers(array)[self.power]))
        army, where = self._army(record)
        return self._say(
            "outlook" if army else "outlook_alone",
            army=listed(army),
            space=SPACE_NAMES[where],
            capital=SPACE_NAMES[int(CAPITAL[self.power])],
            danger=danger,
            axis=axis,
            chance=chance,
        )

    def _army(self, record: Any) -> tuple[dict[int, int], int]:
        """The largest army of the power beside the enemy, else anywhere, and where it stands."""
        units = record.units[:LANDS, self.power][:, list(LAND_KINDS)].sum(axis=1).astype(np.int64)
        foes = [int(owner) >= 0 and int(SIDE[owner]) != self._side for owner in record.owner[:LANDS]]
        graph = int(record.graph)
        beside = [
            any(near < LANDS and foes[near] for near in NEIGHBOURS[graph, space, : DEGREE[graph, space]])
            for space in range(LANDS)
        ]
        where = max(range(LANDS), key=lambda space: (units[space] > 0 and beside[space], units[space]))
        army = {kind: int(record.units[where, self.power, kind]) for kind in LAND_KINDS}
        return {kind: n for kind, n in army.items() if n}, where


def _sentence(text: str) -> str:
    """A text with a capital at its beginning and one full stop at its end."""
    return text[:1].upper() + text[1:].rstrip(".") + "."
