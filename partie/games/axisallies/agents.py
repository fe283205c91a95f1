"""The players of Axis & Allies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from partie.core import verbs
from partie.core.agent import Budget, Decision, Why
from partie.core.chance import new_chance
from partie.core.game import Family, Game, View
from partie.core.parameters import Text, both
from partie.games.axisallies import germany2009, greedy
from partie.games.axisallies.answers import answer
from partie.games.axisallies.display import PHRASES as TABLE_PHRASES
from partie.games.axisallies.legality import check, scorched_space
from partie.games.axisallies.orders import END, FIGHT, kind_of
from partie.games.axisallies.planning import Ordered, duplicate
from partie.games.axisallies.reasons import LEGAL
from partie.games.axisallies.state import O_AA_OVERFLIGHT, State
from partie.search import agents as search

_NO_DICE = new_chance("a plan")
Planner = Callable[[View], list[Ordered]]
_SEEN = ("phase", "power", "units", "owner", "cash", "bought", "fresh", "flown", "ship_zone", "cargo_kind", "landing")  # fmt: skip
"""What must be as a plan expected it, or it is made anew."""
_PARTS = [slice(State.fields[name][1], State.fields[name][1] + State[name].itemsize) for name in _SEEN]  # type: ignore[index]
"""Where that is in a record."""


class Commander:
    """Plans a phase once and hands out its orders one by one; when dice have changed something, plans again. In battles it answers what it is asked."""

    def __init__(self, planner: Planner) -> None:
        self._planner = planner
        self._orders: list[Ordered] = []
        self._expected: list[bytes] | None = None

    def decide(self, view: View, budget: Budget) -> Decision:
        return _decision(self._next(view))

    def _next(self, view: View) -> Ordered:
        if view.record.battle >= 0 or scorched_space(view.record) >= 0:
            self._expected = None
            return answer(view)
        if self._expected is None or not self._orders or _seen(view.record) != self._expected:
            self._orders = self._planner(view)
        while self._orders:
            line = self._orders.pop(0)
            if check(view.record, line.order) == LEGAL:
                self._expected = _after(view, line.order)
                return line
        self._expected = None
        return Ordered(view.moves[0], "end", greedy.SENTENCES["end"])


def _after(view: View, code: int) -> list[bytes] | None:
    """What a view will look like after an order; None where dice decide, or a phase ends."""
    if kind_of(code) in (END, FIGHT):
        return None
    ahead = duplicate(view.record)
    ahead["options"][0, O_AA_OVERFLIGHT] = 0  # what guns hit is seen when they have
    verbs.play(ahead.view(np.recarray)[0], code, _NO_DICE)
    return _seen(ahead)


def _seen(record: Any) -> list[bytes]:
    whole = record.tobytes()
    return [whole[part] for part in _PARTS]


def _decision(line: Ordered) -> Decision:
    return Decision(line.order, why=Why("axisallies.rule", {"rule": dict(line.text)}))


PHRASES: dict[str, Text] = {
    **search.PHRASES,
    **TABLE_PHRASES,
    "axisallies.rule": both("{rule}", "{rule}"),
}


def _greedy(game: Game, seed: object) -> Commander:
    return Commander(greedy.plan)


GREEDY = Family(
    "greedy",
    _greedy,
    both(
        "Buys infantry and tanks, attacks where the odds are good and the space is worth most, otherwise walks towards the nearest enemy capital.",
        "Achète infanterie et blindés, attaque là où les chances sont bonnes et l’espace vaut le plus, sinon marche vers la capitale ennemie la plus proche.",
    ),
)


def _germany(game: Game, seed: object) -> Commander:
    return Commander(lambda view: germany2009.plan(view, seed))


GERMANY_2009 = Family(
    "germany-2009",
    _germany,
    both(
        "Plays Germany by the rules of an expert system of 2009 and says which; other powers as greedy plays them.",
        "Joue l’Allemagne selon les règles d’un système expert de 2009 et dit lesquelles ; les autres puissances comme greedy.",
    ),
)

FAMILIES = {family.name: family for family in (search.RANDOM, GREEDY, GERMANY_2009)}
