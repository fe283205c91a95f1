"""The programs that play Axis & Allies: families and levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from partie.core.agent import Budget, Decision, Why
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.game import Family, Game, View
from partie.core.levels import levels
from partie.core.parameters import choice, integer, number
from partie.core.words import all_described, read_words
from partie.games.axisallies.odds.words import GOOD_TAKE
from partie.games.axisallies.players import (
    germany2009,
    germany2026,
    greedy,
)
from partie.games.axisallies.players.general import agent as general
from partie.games.axisallies.players.general import doctrine, hybrid
from partie.games.axisallies.players.general.operations import repertoire
from partie.games.axisallies.players.staff.answers import answer
from partie.games.axisallies.players.staff.assaults import Ordered
from partie.games.axisallies.players.staff.patience import until
from partie.games.axisallies.players.staff.trial import duplicate
from partie.games.axisallies.players.strategist import agent as strategist
from partie.games.axisallies.rules.board import GERMANY
from partie.games.axisallies.rules.legality import (
    check,
    scorched_space,
)
from partie.games.axisallies.rules.orders import (
    END,
    FIGHT,
    LOAD,
    SAIL,
    UNLOAD,
    kind_of,
    row_of,
)
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import (
    LAST_ROUND,
    O_AA_OVERFLIGHT,
    State,
)
from partie.games.axisallies.rules.transports import first_alike
from partie.search import agents as search

_NO_DICE = new_chance("a plan")
Planner = Callable[[View, Budget], list[Ordered]]
Answer = Callable[[View], Ordered]
Officer = TypeVar("Officer")
_SEEN = ("phase", "power", "units", "owner", "cash", "bought", "fresh", "flown", "ship_zone", "cargo_kind", "landing")  # fmt: skip
"""Fields that a plan relies on: if they are not as it expected, a new plan is made."""
_PARTS = [slice(State.fields[name][1], State.fields[name][1] + State[name].itemsize) for name in _SEEN]  # type: ignore[index]
"""The positions of these fields in a record."""

_ROW = 40
"""Where the number of a transport is in an order."""
_ORDER_BYTES = 1000
"""The approximate size in bytes of an order of a plan, with its reason in two languages."""
_RETRACING = 0.5
"""The share of the time that may go into repeating earlier plans of the phase."""


class Commander:
    """Plans a phase once and gives its orders one by one; when dice have changed something, it plans again.
    In battles it makes the decisions it is asked for.

    Its plan is kept between decisions (`Lasting`). An agent that starts in the middle of a phase repeats the
    plan from the beginning of the phase. A planner depends only on the view and its seed, so it makes the
    same plan.
    """

    def __init__(self, planner: Planner, answer: Answer = answer) -> None:
        self._planner, self._answer = planner, answer
        self._orders: list[Ordered] = []
        self._expected: bytes | None = None
        self._missed: list[View] = []

    def resume(self, turns: Sequence[View]) -> None:
        self._missed.extend(turns)

    @property
    def weight(self) -> int:
        return _ORDER_BYTES * len(self._orders)

    def orders(self, view: View, budget: Budget) -> list[Ordered]:
        """All orders it would give in this phase if dice changed nothing."""
        with budget.running() as stop, until(stop):
            return self._planner(view, budget)

    def decide(self, view: View, budget: Budget) -> Decision:
        with budget.running() as stop:
            self._retrace(view, budget.part(_RETRACING))
            with until(stop):
                return _decision(self._next(view, budget))

    def _retrace(self, view: View, budget: Budget) -> None:
        """Restore the plan that led to the orders of this phase so far; without enough time there is none."""
        turns = [turn for turn in self._missed if _phase(turn) == _phase(view)]
        self._missed = []
        if not turns:
            return
        with budget.running() as stop, until(stop):
            for turn in turns:
                self._next(turn, budget)
                if stop[0]:
                    self._expected = None
                    return

    def _next(self, view: View, budget: Budget) -> Ordered:
        if view.record.battle >= 0 or scorched_space(view.record) >= 0:
            self._expected = None
            return self._answer(view)
        for planned in self._plan(view, budget):
            line = planned._replace(order=_listed(view.record, planned.order))
            if check(view.record, line.order) == LEGAL:
                self._expected = _after(view, line.order)
                return line
        self._expected = None
        return Ordered(view.moves[0], "end", greedy.SENTENCES["end"])

    def _plan(self, view: View, budget: Budget) -> Iterator[Ordered]:
        """The orders left of the plan, taken one by one; a new plan if the position is not the expected
        one.
        """
        if not self._orders or _seen(view.record) != self._expected:
            self._orders = self._planner(view, budget)
        while self._orders:
            yield self._orders.pop(0)


def _listed(record: Any, code: int) -> int:
    """The order as the rules list it: of transports that can stand for each other, for the first."""
    if kind_of(code) not in (SAIL, LOAD, UNLOAD):
        return code
    return code & ~(127 << _ROW) | int(first_alike(record, row_of(code))) << _ROW


def _phase(view: View) -> tuple[int, int, int]:
    return int(view.record.round_number), int(view.record.power), int(view.record.phase)


def _after(view: View, code: int) -> bytes | None:
    """The fields a plan relies on after an order; None if dice decide or the phase ends."""
    if kind_of(code) in (END, FIGHT):
        return None
    ahead = duplicate(view.record)
    ahead["options"][0, O_AA_OVERFLIGHT] = 0  # hits of guns are not known in advance
    after = ahead.view(np.recarray)[0]
    verbs.play(after, code, _NO_DICE)
    return _seen(after) if _phase(View(view.game, after, view.seat)) == _phase(view) else None


def _seen(record: Any) -> bytes:
    whole = record.tobytes()
    return b"".join([whole[part] for part in _PARTS])


def _decision(line: Ordered) -> Decision:
    data = {"rule": dict(line.text)}
    if line.operation is not None:
        data["operation"] = dict(line.operation)
    return Decision(line.order, why=Why("axisallies.rule", data))


def _greedy(
    game: Game, seed: object, odds: float = GOOD_TAKE, judges: str = "odds", fronts: str = "all"
) -> Commander:
    style = greedy.Style(odds, judges == "count", fronts == "one")
    return Commander(lambda view, budget: greedy.plan(view, style))


GREEDY = Family(
    "greedy",
    _greedy,
    params=(
        number("odds", GOOD_TAKE, 0.0, 1.0),
        choice("judges", "odds", "count"),
        choice("fronts", "all", "one"),
    ),
)


def _germany(game: Game, seed: object, odds: float = GOOD_TAKE) -> Commander:
    return Commander(lambda view, budget: germany2009.plan(view, seed, odds))


GERMANY_2009 = Family(
    germany2009.NAME, _germany, params=(number("odds", GOOD_TAKE, 0.0, 1.0),), seats=(GERMANY,)
)


def _germany_2026(game: Game, seed: object, odds: float = GOOD_TAKE) -> Commander:
    return Commander(lambda view, budget: germany2026.plan(view, seed, odds))


GERMANY_2026 = Family(
    germany2026.NAME, _germany_2026, params=(number("odds", GOOD_TAKE, 0.0, 1.0),), seats=(GERMANY,)
)


def _strategist(game: Game, seed: object, ways: int, worlds: int, rounds: int) -> Commander:
    return Commander(strategist.Strategist(seed, ways, worlds, rounds).plan)


STRATEGIST = Family(
    "strategist",
    _strategist,
    params=(
        integer("ways", len(strategist.WAYS), 1, len(strategist.WAYS)),
        integer("worlds", 1, 1, 100),
        integer("rounds", 1, 1, 5),
    ),
)


STRATEGIST_V1 = Family(
    "strategist@v1", lambda game, seed: _strategist(game, seed, len(strategist.WAYS), 1, 1)
)
"""The program that was `expert` before `general`, as it was, for comparison."""


class Staff(Generic[Officer]):
    """Who plans on which board, made when there is first something to plan there."""

    def __init__(self, enlist: Callable[[int], Officer]) -> None:
        self._enlist, self._known = enlist, dict[int, Officer]()

    def on(self, view: View) -> Officer:
        board = int(view.record.board)
        if board not in self._known:
            self._known[board] = self._enlist(board)
        return self._known[board]


def _general(game: Game, seed: object, doctrine: str, operations: str, **how: Any) -> Commander:
    last = {"off": 0, "opening": repertoire.OPENING, "on": LAST_ROUND}[operations]
    aims = repertoire.Repertoire(seed, last) if last else None
    return command(
        lambda board: general.General(general.style(doctrine, board=board, **how), operations=aims)
    )


def command(enlist: Callable[[int], general.General]) -> Commander:
    """A commander that plans and answers as the general of the board does."""
    staff = Staff(enlist)
    return Commander(
        lambda view, budget: staff.on(view).plan(view, budget), lambda view: staff.on(view).answer(view)
    )


GENERAL = Family(
    "general",
    _general,
    params=(
        *(
            number(name, general.AS_THE_DOCTRINE, general.AS_THE_DOCTRINE, most)
            for name, most in general.MOST.items()
        ),
        choice("complexes", "on", "off"),
        choice("overlooks", *general.OVERLOOKED),
        choice("doctrine", doctrine.TUNED, doctrine.PLAIN),
        choice("operations", "off", "opening", "on"),
    ),
)


def _hybrid(game: Game, seed: object, doctrine: str, hits: str, phases: str, **how: Any) -> Commander:
    search = hybrid.Search(dice=hits == "dice", every=phases == "all", **how)
    planners = Staff(lambda board: hybrid.Hybrid(seed, search, general.style(doctrine, board=board)))
    generals = Staff(lambda board: general.General(general.style(doctrine, board=board)))
    return Commander(
        lambda view, budget: planners.on(view).plan(view, budget), lambda view: generals.on(view).answer(view)
    )


HYBRID = Family(
    "hybrid",
    _hybrid,
    params=(
        integer("playouts", hybrid.USUAL.playouts, 1, 10_000),
        integer("turns", hybrid.USUAL.turns, 1, 25),
        number("behind", hybrid.USUAL.behind, 0.0, 50.0),
        number("spread", hybrid.USUAL.spread, 1.0, 50.0),
        number("sure", hybrid.USUAL.sure, 0.0, 10.0),
        choice("hits", "expected", "dice"),
        choice("phases", "attacks", "all"),
        choice("doctrine", doctrine.TUNED, doctrine.PLAIN),
    ),
)

_WORDS = read_words("partie.games.axisallies")
FAMILIES = {
    family.name: family
    for family in (
        search.RANDOM,
        *all_described(
            _WORDS,
            "family",
            GREEDY,
            GERMANY_2009,
            GERMANY_2026,
            STRATEGIST,
            STRATEGIST_V1,
            GENERAL,
            HYBRID,
        ),
    )
}

LEVELS = levels(
    _WORDS,
    {
        "beginner": "greedy:judges=count,fronts=one",
        "intermediate": "greedy",
        "expert": "general:doctrine=plain,operations=on",
        "master": "general",
    },
)
