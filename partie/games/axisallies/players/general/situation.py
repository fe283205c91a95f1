"""A position as the general sees it: threats to every space, what spaces are worth, and orders tried on a
copy."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partie.core.game import View
from partie.games.axisallies.players.general import doctrine, ferry, march, threats, values
from partie.games.axisallies.players.general.tables import air_steps, land_steps
from partie.games.axisallies.players.staff.trial import Trial
from partie.games.axisallies.rules.board import LANDS, POWERS, SPACES
from partie.games.axisallies.rules.economy import can_produce, output_left, price
from partie.games.axisallies.rules.orders import LOAD, SAIL, UNLOAD, kind_of, row_of
from partie.games.axisallies.rules.state import LAST_ROUND, O_ROUNDS, SHIPS
from partie.games.axisallies.rules.transports import first_alike
from partie.games.axisallies.rules.units import FACTORY, KINDS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_ROW = 40


class Seen(NamedTuple):
    """A look around: what every enemy could bring to every space, how much each space pulls land units, and
    the land from which no enemy can be walked to."""

    threats: Floats
    pull: Floats
    away: Floats


class Situation(Trial):
    """A trial with what the compiled parts of the general need. It looks around when something is first asked
    of it, and again only when it is told to."""

    def __init__(self, view: View, p: Floats = doctrine.DEFAULTS) -> None:
        super().__init__(view)
        self.p = p
        number = self.board.number
        self.air, self.land = air_steps(number, self.graph), land_steps(number, self.graph)
        sides = self.board.side.tolist()
        self.friends = [power for power in range(POWERS) if sides[power] == self.side]
        self.foes = [power for power in range(POWERS) if sides[power] == 1 - self.side]
        self.bonus, self.lean = np.zeros(SPACES), np.zeros(SPACES)
        """What attacks on spaces are worth beyond what they promise, and how much more spaces pull, for an
        operation."""
        self._acting: dict[int, int] = {}
        self._seen: Seen | None = None

    @property
    def threats(self) -> Floats:
        """What every enemy power could bring to every space."""
        return self._look().threats

    @property
    def pull(self) -> Floats:
        """How much every space attracts land units."""
        return self._look().pull

    @property
    def away(self) -> Floats:
        """1 where no enemy can be walked to."""
        return self._look().away

    @property
    def seen(self) -> Seen | None:
        """What was seen when it last looked around, if it has."""
        return self._seen

    def _look(self) -> Seen:
        return self.look_around() if self._seen is None else self._seen

    @property
    def array(self) -> NDArray[Any]:
        """The position with all orders given so far, as an array of one."""
        return self._array

    def give(self, code: int) -> bool:
        """Give an order. Of transports that can stand for each other the rules list only the first: from then
        on the two change places in our plans."""
        if int(kind_of(code)) in (SAIL, LOAD, UNLOAD):
            row = int(row_of(code))
            actual = self._acting.get(row, row)
            first = int(first_alike(self.bare, actual))
            if first != actual:
                other = next(r for r in range(SHIPS) if self._acting.get(r, r) == first)
                self._acting[row], self._acting[other] = first, actual
            code = code & ~(127 << _ROW) | first << _ROW
        return super().give(code)

    def mark(self) -> tuple[Any, int]:
        """A point to return to with `back_to`, with what was seen there."""
        array, orders = super().mark()
        return (array, dict(self._acting), self._seen), orders

    def back_to(self, mark: tuple[Any, int]) -> None:
        (array, acting, self._seen), orders = mark
        self._acting = dict(acting)
        super().back_to((array, orders))

    def look_around(self, known: Seen | None = None) -> Seen:
        """Judge the position anew, after orders have changed it. `known`: what was seen in this position
        before."""
        if known is not None:
            self._seen = known
            return known
        seen = Seen(np.zeros((POWERS, SPACES, threats.WIDTH)), np.zeros(SPACES), np.zeros(LANDS))
        threats.survey(self.bare, self.side, self.air, self.p, seen.threats)
        threats.foresee(self.bare, self.power, self.home, self.air, self.land, self.p, seen.threats)
        values.pulls(self.bare, self.side, self.land, self.p, seen.pull)
        values.overseas(self.bare, self.side, self.land, seen.away)
        ferry.pull_to_coasts(self.bare, self.side, seen.away, self.p, seen.pull)
        seen.pull[:] += self.lean
        self._seen = seen
        return seen

    def coast_values(self) -> Floats:
        """What a land unit is worth on every coast."""
        out = np.zeros(LANDS)
        values.coast_values(self.bare, self.side, self.pull, self.p, out)
        return out

    @cached_property
    def air_pull(self) -> Floats:
        out = np.zeros(SPACES)
        values.air_pulls(self.bare, self.side, self.air, out)
        return out

    def standing(self, space: int) -> Floats:
        """All units of our side in a space."""
        out = np.zeros(KINDS)
        threats.stand(self.bare, space, self.side, out)
        return out

    def gathered(self, space: int) -> Floats:
        """All units of our side that could stand in a space at the end of this turn."""
        out = self.standing(space)
        march.gather(self.bare, space, out)
        return out

    def storm(self, space: int, garrison: Floats) -> Floats:
        """What all enemies in turn would do to a garrison (`threats.P_LOST`, …)."""
        out = np.zeros(threats.STORM_ANSWERS)
        prize = float(values.prize(self.bare, space, self.p))
        threats.storm(self.bare, self.power, space, garrison, self.threats, prize, out)
        return out

    def price(self, kind: int) -> int:
        return int(price(self.bare, kind))

    def complexes(self) -> list[int]:
        """Spaces where units may be placed this turn, the one nearest to the enemy first."""
        built = np.flatnonzero(self.fields.units[:LANDS, self.power, FACTORY]).tolist()
        own = [space for space in built if can_produce(self.bare, space)]
        return sorted(own, key=lambda s: -self.pull[s])

    def output(self, space: int) -> int:
        """How many units a complex can still make this turn."""
        return int(output_left(self.bare, space))

    def rounds_left(self) -> int:
        """How many rounds the war lasts at most, this one included."""
        last = int(self.fields.options[O_ROUNDS]) or LAST_ROUND
        return 1 + last - int(self._array["round_number"][0])

    def is_overseas(self, space: int) -> bool:
        """Whether no enemy can be walked to from a space."""
        return bool(self.away[space])

    def lacking(self, space: int, kind: int, most: int, coming: Floats | None = None) -> int:
        """How many units of a kind a garrison of ours lacks to hold a space, at most `most`."""
        garrison = self.standing(space)
        if coming is not None:
            garrison += coming
        prize = float(values.prize(self.bare, space, self.p))
        limit = float(self.p[doctrine.CAPITAL_RISK])
        return int(threats.lacking(self.bare, space, garrison, kind, most, self.threats, prize, limit))
