"""`hybrid`: in every phase several plans, each played on for some turns as the general would play all powers,
in the same worlds; the general's own is made unless another is surely better."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from numpy.typing import NDArray

from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.game import View
from partie.core.parameters import Text
from partie.core.phrases import filled
from partie.games.axisallies.players.general import doctrine
from partie.games.axisallies.players.general.agent import PLAIN, SENTENCES, Attack, General, Style
from partie.games.axisallies.players.general.imagine import play_on
from partie.games.axisallies.players.general.purchase import (
    FLEET_FIRST,
    INFANTRY_ONLY,
    MORE_AIRCRAFT,
    MORE_ARMOR,
)
from partie.games.axisallies.players.greedy import Book
from partie.games.axisallies.players.staff.assaults import Ordered
from partie.games.axisallies.players.staff.patience import OutOfTime, until
from partie.games.axisallies.rules.board import POWERS, board_of
from partie.games.axisallies.rules.orders import END, plain
from partie.games.axisallies.rules.state import BUY, COMBAT_MOVE, NONCOMBAT
from partie.games.axisallies.text.names import space_list

ATTACKS: list[dict[str, float]] = [
    {"least_gain": 1000.0},
    {"least_chance": 0.85, "seen": 1.0, "strip": 1.0},
    {"own_loss": 1.4, "least_chance": 0.8},
    {"least_chance": 0.55, "seen": 0.25, "strip": 0.3},
]
"""Other ways to attack, by the settings of the doctrine they change: not at all, with more caution, with as
few losses as possible, and with less caution."""
MARCHES: list[dict[str, float]] = [
    {"risk": 0.05, "margin": 0.0},
    {"risk": 0.45, "margin": 8.0},
    {"garrison": 0.4},
    {"garrison": 2.5},
    {"decay": 0.45},
    {"decay": 0.8},
    {"enemy_coast": 0.8},
]
"""Other ways to march: with less and with more risk, with smaller and larger garrisons, to goals that are
nearer and farther away, and to enemy coasts."""
PURCHASES = (INFANTRY_ONLY, MORE_ARMOR, MORE_AIRCRAFT, FLEET_FIRST)
SHARES = {BUY: 0.25, COMBAT_MOVE: 0.5, NONCOMBAT: 0.25}
"""The phases in which plans are compared, and the share of the time and the playouts of a turn each gets."""
FEW = 4
"""How many worlds a plan is played on in at least."""
DOUBT, DOUBTS = 24.0, 4.0
"""The standard deviation of a difference between two plans in one world, in IPC, before any was seen, and how
many worlds that counts for."""


@dataclass(frozen=True)
class Search:
    """How plans are compared. `playouts`: how often, in all, plans of a turn are played on; `turns`: for how
    many turns. Before anything is played on, a rival is believed to be `behind` the general's own plan by so
    many IPC, give or take `spread`; it is made only if it was better by so many standard errors (`sure`).
    `dice`: with dice instead of expected hits; `every`: in all phases, not
    only in attacks."""

    playouts: int = 64
    turns: int = POWERS
    behind: float = 4.0
    spread: float = 10.0
    sure: float = 2.0
    dice: bool = False
    every: bool = False

    def share(self, phase: int) -> float:
        """Which part of the time of a turn a phase gets."""
        if self.every:
            return SHARES.get(phase, 0.0)
        return float(phase == COMBAT_MOVE)

    def believed(self, gaps: Sequence[float]) -> float:
        """By how much a rival is believed to be better, in IPC, after these differences in worlds: the mean
        of a normal distribution that began as this search believes."""
        if not gaps:
            return -self.behind
        n, mean = len(gaps), sum(gaps) / len(gaps)
        spread = (DOUBTS * DOUBT**2 + sum((gap - mean) ** 2 for gap in gaps)) / (DOUBTS + n - 1.0)
        seen, known = n / spread, 1.0 / self.spread**2
        return (mean * seen - self.behind * known) / (seen + known)

    def is_sure(self, gaps: Sequence[float]) -> bool:
        """Whether a rival was better by enough in these worlds, and not by luck."""
        if len(gaps) < FEW:
            return False
        n, mean = len(gaps), sum(gaps) / len(gaps)
        error = math.sqrt(sum((gap - mean) ** 2 for gap in gaps) / (n - 1) / n)
        return mean > self.sure * error


USUAL = Search()


def changed(style: Style, settings: Mapping[str, float]) -> Style:
    """A style with other settings for both sides."""
    rows = style.doctrine.copy()
    for name, value in settings.items():
        rows[:, doctrine.PLACES[name]] = value
    return replace(style, doctrine=rows)


@dataclass
class Tried:
    """A plan of a phase: its orders, the position after them, its attacks, and what it came to in every world
    so far."""

    lines: list[Ordered]
    position: NDArray[Any]
    attacks: tuple[Attack, ...] = ()
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    def gaps(self, other: Tried) -> list[float]:
        """By how much it is better than another in every world both were played on in."""
        return [a - b for a, b in zip(self.values, other.values, strict=False)]


class Enough(Exception):
    """All playouts of the phase are used."""


class Hybrid:
    """A planner that imagines several plans. `style`: of the general whose plans are varied, and which plays
    on."""

    def __init__(self, seed: object, search: Search = USUAL, style: Style = PLAIN) -> None:
        self._seed, self._search, self._style = seed, search, style
        self._planned: tuple[int, int, int] | None = None

    def plan(self, view: View, budget: Budget) -> list[Ordered]:
        """The orders of a phase, by the plan that came out best when it began."""
        phase = (int(view.record.round_number), int(view.record.power), int(view.record.phase))
        if self._planned != phase and self._search.share(phase[2]) > 0.0:
            self._planned = phase
            race = self.choose(view, budget)
            if race.best is not None:
                return [race.explained(line) for line in race.best.lines]
        return General(self._style).plan(view, budget)  # dice have changed what was chosen, or nothing was

    def choose(self, view: View, budget: Budget) -> Race:
        """The plans of this phase there was time for, with the best of them."""
        race = Race(view, self._style, self._seed, self._search)
        part = budget.part(self._search.share(int(view.record.phase)))
        with part.running() as stop, until(stop), contextlib.suppress(OutOfTime, Enough):
            race.run()
        race.decide()
        return race


class Race:
    """Plans of a phase, compared in the same worlds: few worlds for all of them, more for those that do best,
    most for the last. The first is the general's own."""

    def __init__(self, view: View, style: Style, seed: object, search: Search) -> None:
        self._view, self._style, self._seed, self._search = view, style, seed, search
        self._phase = int(view.record.phase)
        self._left = math.ceil(search.share(self._phase) * search.playouts)
        self._others = General(style, quick=True)
        self.entered: list[Tried] = []
        self.best: Tried | None = None

    def decide(self) -> None:
        """The best is the rival that is surely better than the general's own plan, and believed to be by
        most; else that plan."""
        if self.entered:
            own = self.entered[0]
            sure = [plan for plan in self.entered[1:] if self._search.is_sure(plan.gaps(own))]
            self.best = max([own, *sure], key=self._belief)

    def _belief(self, plan: Tried) -> float:
        return 0.0 if plan is self.entered[0] else self._search.believed(plan.gaps(self.entered[0]))

    def run(self) -> None:
        """Compare all plans by successive halving: in every stage those that are left share the same number
        of playouts."""
        self._enter()
        rivals, halvings = self.entered[1:], max(1, math.ceil(math.log2(max(2, len(self.entered)))))
        each = self._left / halvings
        while rivals and self._left > 0:
            for _ in range(max(FEW, int(each / (1 + len(rivals))))):
                for plan in (self.entered[0], *rivals):
                    self._play(plan)
            rivals = sorted(rivals, key=lambda plan: -self._belief(plan))[: (1 + len(rivals)) // 2]

    def _enter(self) -> None:
        """Make all plans, those that give the same orders once, and no more than can be played on."""
        seen: set[frozenset[int]] = set()
        for plan in self._plans():
            key = frozenset(line.order for line in plan.lines)
            if key not in seen:
                seen.add(key)
                self.entered.append(plan)
            if len(self.entered) * FEW > self._left:
                return

    def _play(self, plan: Tried) -> None:
        """Play a plan on in the next world."""
        if self._left == 0:
            raise Enough
        self._left -= 1
        record, search = self._view.record, self._search
        chance = new_chance(self._seed, int(record.round_number), int(record.power), len(plan.values))
        value = play_on(self._view, plan.position, self._others, search.turns, chance, not search.dice)
        if not search.dice:
            value -= sum(attack_.luck for attack_ in plan.attacks)
        plan.values.append(value)

    def _plans(self) -> Iterator[Tried]:
        """The plans to compare, the general's own first."""
        if self._phase == COMBAT_MOVE:
            for attacks in self.sets():
                yield self._planned(self._style, attacks)
            return
        yield self._planned(self._style)
        if self._phase == BUY:
            for purchase in PURCHASES:
                yield self._planned(replace(self._style, purchase=purchase))
        if self._phase == NONCOMBAT:
            for settings in MARCHES:
                yield self._planned(changed(self._style, settings))

    def _planned(self, style: Style, attacks: Sequence[Attack] | None = None) -> Tried:
        general = General(style, attacks)
        war = general.situation(self._view)
        book = Book(war, SENTENCES)
        general.order(war, book)
        return Tried(book.close(), war.array, tuple(attacks or ()))

    def sets(self) -> list[list[Attack]]:
        """Sets of attacks: the general's own, those of other styles, and its own with one attack left out or
        one of another set added."""
        known: dict[tuple[int, ...], Attack] = {}
        sets: list[list[Attack]] = []
        for way in [{}, *ATTACKS]:
            general = General(changed(self._style, way))
            found = general.choose_attacks(general.situation(self._view))
            known.update((made.orders, made) for made in found)
            sets.append(found)
        return [*sets, *_variations(tuple(sets[0]), known)]

    def explained(self, line: Ordered) -> Ordered:
        """An order with what the best other plan would have come to."""
        rivals = [plan for plan in self.entered if plan is not self.best and plan.values]
        if self.best is None or not self.best.values or not rivals or line.order == plain(END):
            return line
        rival = max(rivals, key=lambda plan: plan.mean)
        less = round(max(0.0, self.best.mean - rival.mean), 1)
        if less == 0.0:
            return line
        text = filled(
            SENTENCES["alternative"], {"reason": line.text, "other": self._difference(rival), "less": less}
        )
        return line._replace(text=text)

    def _difference(self, rival: Tried) -> Text:
        """What another plan does otherwise, in words."""
        ours = {attack_.target for attack_ in self.best.attacks} if self.best else set()
        theirs = {attack_.target for attack_ in rival.attacks}
        for key, spaces in (("without", ours - theirs), ("instead", theirs - ours)):
            if spaces:
                return filled(
                    SENTENCES[key], {"spaces": space_list(board_of(self._view.record), sorted(spaces))}
                )
        return SENTENCES["otherwise"]


def _variations(made: tuple[Attack, ...], known: dict[tuple[int, ...], Attack]) -> Iterator[list[Attack]]:
    """A set of attacks with one left out, the least promising first; with one of another set added or put in
    the place of one on the same target."""
    for out in sorted(made, key=lambda made_: made_.gain):
        yield [made_ for made_ in made if made_ is not out]
    for new in sorted(known.values(), key=lambda made_: -made_.gain):
        if new not in made:
            yield [new, *(made_ for made_ in made if made_.target != new.target)]
