"""`hybrid`: several sets of attacks, each played on to the power's next turn with the same dice; the best is
made. It buys and moves as the general does."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.game import View
from partie.core.parameters import Text
from partie.core.phrases import filled
from partie.games.axisallies.players.general import doctrine
from partie.games.axisallies.players.general.agent import PLAIN, SENTENCES, Attack, General, Style
from partie.games.axisallies.players.general.imagine import play_on
from partie.games.axisallies.players.staff.assaults import Ordered
from partie.games.axisallies.players.staff.patience import OutOfTime, until
from partie.games.axisallies.rules.board import POWERS
from partie.games.axisallies.rules.orders import END, plain
from partie.games.axisallies.rules.state import COMBAT_MOVE
from partie.games.axisallies.text.names import space_list

WAYS: list[dict[str, float]] = [
    {},
    {"least_gain": 1000.0},
    {"least_chance": 0.85, "seen": 1.0, "strip": 1.0},
    {"own_loss": 1.4, "least_chance": 0.8},
    {"least_chance": 0.55, "seen": 0.25, "strip": 0.3},
]
"""Ways to attack, by the settings of the doctrine they change: as the general does, not at all, with more
caution, with as few losses as possible, and with less caution."""
STAGES = ((12, 1), (6, 2), (4, 4), (2, 8), (1, 12))
"""How a race goes on: how many rivals are left, and in how many worlds each has been played on then."""
SURE = 1.3
"""By how many standard errors a rival must be ahead of the general's own plan."""
MARGIN = 2.0
"""How much better it must be in any case, in IPC."""
DOUBT = 8.0
"""The standard deviation of a difference, in IPC, that is assumed before any was seen."""
TURNS = POWERS
"""How many turns a way is played on, this one included."""
PLAYOUTS = 64
"""How many times ways are played on in a phase unless told otherwise."""


def changed(style: Style, settings: Mapping[str, float]) -> Style:
    """A style with other settings for both sides."""
    rows = style.doctrine.copy()
    for name, value in settings.items():
        rows[:, doctrine.PLACES[name]] = value
    return replace(style, doctrine=rows)


@dataclass
class Tried:
    """A way to play the phase, the attacks it makes where they are known, and what it came to in every world
    so far."""

    general: General
    attacks: tuple[Attack, ...] = ()
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    def ahead_of(self, other: Tried) -> tuple[float, float]:
        """By how much it is better than another in the worlds both were played on in, and the standard error
        of that."""
        gaps = [a - b for a, b in zip(self.values, other.values, strict=False)]
        if not gaps:
            return 0.0, DOUBT
        mean = sum(gaps) / len(gaps)
        spread = DOUBT**2 + sum((gap - mean) ** 2 for gap in gaps)
        return mean, math.sqrt(spread / len(gaps) / len(gaps))


class Enough(Exception):
    """All playouts of the phase are used."""


class Hybrid:
    """A planner that imagines several ways to attack. `playouts`: how often, in all, ways are played on;
    `style`: of the general whose plans are varied, and which plays on."""

    def __init__(self, seed: object, playouts: int = PLAYOUTS, style: Style = PLAIN) -> None:
        self._seed, self._playouts, self._style = seed, playouts, style
        self._planned: tuple[int, int, int] | None = None

    def plan(self, view: View, budget: Budget) -> list[Ordered]:
        """The orders of a phase, by the way that came out best when it began."""
        phase = (int(view.record.round_number), int(view.record.power), int(view.record.phase))
        if self._planned != phase:
            self._planned = phase
            race = self.choose(view, budget)
            general = General(self._style) if race.best is None else race.best.general
            return [race.explained(line) for line in general.plan(view, budget)]
        return General(self._style).plan(view, budget)  # dice have changed what was chosen

    def choose(self, view: View, budget: Budget) -> Race:
        """The ways to play this phase there was time for, with the best of them."""
        race = Race(view, self._style, self._seed, self._playouts)
        with budget.running() as stop, until(stop):
            try:
                if view.record.phase == COMBAT_MOVE:
                    race.run()
            except (OutOfTime, Enough):
                pass
        race.decide()
        return race


class Race:
    """Ways to play a phase, compared in the same worlds: few worlds for all of them, more for those that do
    best, most for the last. The first is the general's own."""

    def __init__(self, view: View, style: Style, seed: object, playouts: int) -> None:
        self._view, self._style, self._seed, self._left = view, style, seed, playouts
        self._others = General(style, quick=True)
        self.entered: list[Tried] = []
        self.best: Tried | None = None

    def decide(self) -> None:
        """The best is the rival that is better than the general's own plan for sure and by most; else that
        plan."""
        if not self.entered:
            return
        own, most = self.entered[0], MARGIN
        self.best = own
        for rival in self.entered[1:]:
            lead, error = rival.ahead_of(own)
            if len(rival.values) > STAGES[0][1] and lead - SURE * error > 0.0 and lead > most:
                self.best, most = rival, lead

    def _play(self, way: Tried) -> None:
        """Play a way on in the next world."""
        if self._left == 0:
            raise Enough
        self._left -= 1
        record = self._view.record
        chance = new_chance(self._seed, int(record.round_number), int(record.power), len(way.values))
        value = play_on(self._view, way.general, self._others, TURNS, chance)
        way.values.append(value - sum(attack_.luck for attack_ in way.attacks))

    def run(self) -> None:
        """Compare sets of attacks: those of all styles, and the general's own with one attack left out or one
        of another set added."""
        for attacks in self._sets():
            self.entered.append(Tried(General(self._style, attacks), tuple(attacks)))
        own = self.entered[0]
        for most, worlds in STAGES:
            rivals = [way for way in self.entered[1:] if len(way.values) == len(own.values)]
            rivals = [way for way in rivals if sum(way.ahead_of(own)) > 0.0]
            rivals = sorted(rivals, key=lambda way: -way.ahead_of(own)[0])[:most]
            if not rivals:
                return
            while len(own.values) < worlds:
                for way in (own, *rivals):
                    self._play(way)

    def _sets(self) -> list[list[Attack]]:
        """The sets of attacks to compare, the general's own first."""
        sets: list[list[Attack]] = []
        seen: set[frozenset[tuple[int, ...]]] = set()
        known: dict[tuple[int, ...], Attack] = {}

        def enter(made: list[Attack]) -> None:
            key = frozenset(attack_.orders for attack_ in made)
            if key not in seen:
                seen.add(key)
                sets.append(made)

        for way in WAYS:
            general = General(changed(self._style, way))
            found = general.choose_attacks(general.situation(self._view))
            known.update((made.orders, made) for made in found)
            enter(found)
        for variation in _variations(tuple(sets[0]), known):
            enter(variation)
        return sets

    def explained(self, line: Ordered) -> Ordered:
        """An order with what the best other plan would have come to."""
        rivals = [way for way in self.entered if way is not self.best and way.values]
        if self.best is None or not self.best.values or not rivals or line.order == plain(END):
            return line
        rival = max(rivals, key=lambda way: way.mean)
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
                return filled(SENTENCES[key], {"spaces": space_list(sorted(spaces))})
        return SENTENCES["otherwise"]


def _variations(made: tuple[Attack, ...], known: dict[tuple[int, ...], Attack]) -> Iterator[list[Attack]]:
    """A set of attacks with one left out, the least promising first; with one of another set added or put in
    the place of one on the same target."""
    for out in sorted(made, key=lambda made_: made_.gain):
        yield [made_ for made_ in made if made_ is not out]
    for new in sorted(known.values(), key=lambda made_: -made_.gain):
        if new not in made:
            yield [new, *(made_ for made_ in made if made_.target != new.target)]
