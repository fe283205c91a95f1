"""`strategist`: simulates several attack plans for a round and picks the best. Everything else it does as
`greedy` does.
"""

from __future__ import annotations

from functools import partial

from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.game import View
from partie.games.axisallies.players import (
    germany2009,
    greedy,
)
from partie.games.axisallies.players.greedy import Book
from partie.games.axisallies.players.staff.assaults import Ordered
from partie.games.axisallies.players.staff.patience import (
    OutOfTime,
    until,
)
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.players.strategist.lookahead import (
    Way,
    play_on,
)
from partie.games.axisallies.players.strategist.weighing import (
    SENTENCES,
    Weigher,
)
from partie.games.axisallies.rules.state import COMBAT_MOVE


def _greedy_from(odds: float) -> Way:
    style = greedy.Style(odds)
    return lambda view: greedy.plan(view, style)


def _weighed(wary: bool) -> Way:
    def way(view: View) -> list[Ordered]:
        campaign = Campaign(view)
        book = Book(campaign, SENTENCES)
        try:
            Weigher(campaign, wary).attack(book)
        except OutOfTime:
            return book.break_off()
        return book.close()

    return way


WAYS: dict[str, Way] = {
    "greedy": greedy.plan,
    "weighed": _weighed(wary=False),
    "sure": _greedy_from(0.9),
    "daring": _greedy_from(0.55),
    "wary": _weighed(wary=True),
}
"""Attack plans: as `greedy`; by the gain in IPC; with higher and with lower odds; by the gain after
counter-attacks. With all of them, Germany also considers the plan of `germany-2009`.
"""


class Strategist:
    """A planner. `ways`: how many plans of `WAYS` are simulated, in their order; `worlds`: how often the best
    of them are; `rounds`: for how many rounds.
    """

    def __init__(self, seed: object, ways: int, worlds: int, rounds: int) -> None:
        self._seed, self._ways, self._worlds, self._rounds = seed, ways, worlds, rounds
        self._chosen: tuple[tuple[int, int], Way] | None = None
        self._plans: dict[tuple[Way, bytes], list[Ordered]] = {}
        """The orders of each plan by position, so that a plan need not be made twice."""

    def plan(self, view: View, budget: Budget) -> list[Ordered]:
        """The orders of a phase. The plan chosen first is kept for the whole turn, even if guns have hit."""
        if int(view.record.phase) != COMBAT_MOVE:
            return greedy.plan(view)
        self._plans.clear()
        turn = (int(view.record.round_number), int(view.record.power))
        if self._chosen is None or self._chosen[0] != turn:
            self._chosen = (turn, self.choose(view, budget))
        return self.planned(self._chosen[1], view)

    def planned(self, way: Way, view: View) -> list[Ordered]:
        """The orders of a plan in a position."""
        key = (way, bytes(view))
        if key not in self._plans:
            self._plans[key] = way(view)
        return list(self._plans[key])

    def choose(self, view: View, budget: Budget) -> Way:
        """The plan with the best result; of equals the first. All are simulated once, then the better half
        (at least two) again, and so on; when time runs out, the best so far.
        """
        ways = list(WAYS.values())[: self._ways]
        if germany2009.plays(view) and self._ways >= len(WAYS):
            ways.append(lambda view: germany2009.plan(view, self._seed))
        totals: dict[int, float] = {}
        left, number = list(range(len(ways))), int(view.record.round_number)
        with budget.running() as stop, until(stop):
            for world in range(self._worlds):
                found = dict(totals)
                for i in left:
                    if stop[0] and found:
                        return ways[_best(totals or found)]
                    chance = new_chance(self._seed, number, world)
                    try:
                        found[i] = found.get(i, 0.0) + play_on(
                            view, partial(self.planned, ways[i]), self._rounds, chance
                        )
                    except OutOfTime:
                        return ways[_best(totals or found)] if found else ways[0]
                left.sort(key=lambda i: (-found[i], i))
                totals = {i: found[i] for i in left}
                left = left[: max(2, (len(left) + 1) // 2)]
                totals = {i: totals[i] for i in left}
        return ways[_best(totals)]


def _best(totals: dict[int, float]) -> int:
    return max(totals, key=lambda i: (totals[i], -i))
