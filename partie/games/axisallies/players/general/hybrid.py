"""`hybrid`: several sets of attacks, each played on to the power's next turn with the same dice; the best is
made. It buys and moves as the general does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.game import View
from partie.core.parameters import Text
from partie.core.phrases import filled
from partie.games.axisallies.players.general import doctrine
from partie.games.axisallies.players.general.agent import SENTENCES, Attack, General, Style, War
from partie.games.axisallies.players.general.imagine import play_on
from partie.games.axisallies.players.staff.assaults import Ordered
from partie.games.axisallies.players.staff.patience import OutOfTime, until
from partie.games.axisallies.rules.board import POWERS
from partie.games.axisallies.rules.orders import END, plain
from partie.games.axisallies.rules.state import COMBAT_MOVE
from partie.games.axisallies.text.names import space_list

_END = int(plain(END))


def _attacks(**changes: float) -> Style:
    rows = doctrine.plain()
    for name, value in changes.items():
        rows[:, doctrine.PLACES[name]] = value
    return Style(rows)


ATTACKS = [
    Style(),
    _attacks(least_gain=1000.0),
    _attacks(least_chance=0.85, seen=1.0, strip=1.0),
    _attacks(own_loss=1.4, least_chance=0.8),
]
"""Ways to attack: as the general does, not at all, with more caution, and with as few losses as possible."""
WORLDS = 3
"""How often a way must be played on before it replaces the best so far."""
HOPELESS = 6.0
"""How much a way may be behind the best so far, in IPC, to be played on again."""
MARGIN = 6.0
"""How much better than the best so far a way must be, in IPC: what is less may be chance."""
TURNS = POWERS
"""How many turns a way is played on, this one included."""
PLAYOUTS = 24
"""How many times ways are played on in a phase unless told otherwise."""


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


class Enough(Exception):
    """All playouts of the phase are used."""


class Hybrid:
    """A planner that imagines several ways to attack. `playouts`: how often, in all, ways are played on."""

    def __init__(self, seed: object, playouts: int = PLAYOUTS) -> None:
        self._seed, self._playouts = seed, playouts
        self._others = General(quick=True)
        self._planned: tuple[int, int, int] | None = None

    def plan(self, view: View, budget: Budget) -> list[Ordered]:
        """The orders of a phase, by the way that came out best when it began."""
        phase = (int(view.record.round_number), int(view.record.power), int(view.record.phase))
        if self._planned != phase:
            self._planned = phase
            race = self.choose(view, budget)
            general = General() if race.best is None else race.best.general
            return [race.explained(line) for line in general.plan(view, budget)]
        return General().plan(view, budget)  # dice have changed what was chosen

    def choose(self, view: View, budget: Budget) -> Race:
        """The ways to play this phase there was time for, with the best of them."""
        race = Race(view, self._others, self._seed, self._playouts)
        with budget.running() as stop, until(stop):
            try:
                if view.record.phase == COMBAT_MOVE:
                    race.run()
            except (OutOfTime, Enough):
                pass
        return race


class Race:
    """Ways to play a phase, compared with each other as they come. Whoever comes later must beat the best so
    far in the same worlds."""

    def __init__(self, view: View, others: General, seed: object, playouts: int) -> None:
        self._view, self._others, self._seed, self._left = view, others, seed, playouts
        self._entered: list[Tried] = []
        self.best: Tried | None = None

    def enter(self, way: Tried) -> bool:
        """Play a way on and compare it; whether it is the best now."""
        self._entered.append(way)
        if self.best is None:
            self.best = way
            return True
        for world in range(WORLDS):
            if self._play(way, world) - self._play(self.best, world) < -HOPELESS:
                return False
        if sum(way.values) - sum(self.best.values[:WORLDS]) <= MARGIN * WORLDS:
            return False
        self.best = way
        return True

    def _play(self, way: Tried, world: int) -> float:
        """What a way comes to in a world; played on only once."""
        if world == len(way.values):
            if self._left == 0:
                raise Enough
            self._left -= 1
            record = self._view.record
            chance = new_chance(self._seed, int(record.round_number), int(record.power), world)
            value = play_on(self._view, way.general, self._others, TURNS, chance)
            way.values.append(value - sum(attack_.luck for attack_ in way.attacks))
        return way.values[world]

    def run(self) -> None:
        """Compare sets of attacks: first those of all styles, then the best with one attack left out or one
        of another set added."""
        seen: set[frozenset[tuple[int, ...]]] = set()
        known: dict[tuple[int, ...], Attack] = {}
        for style in ATTACKS:
            found = General(style).choose_attacks(War(self._view))
            known.update((made.orders, made) for made in found)
            self._enter_attacks(found, seen)
        better = True
        while better and self.best is not None:
            better = any(self._enter_attacks(ways, seen) for ways in _variations(self.best.attacks, known))

    def _enter_attacks(self, made: list[Attack], seen: set[frozenset[tuple[int, ...]]]) -> bool:
        key = frozenset(attack_.orders for attack_ in made)
        if key in seen:
            return False
        seen.add(key)
        return self.enter(Tried(General(fixed=made), tuple(made)))

    def explained(self, line: Ordered) -> Ordered:
        """An order with what the best other plan would have come to."""
        rivals = [way for way in self._entered if way is not self.best and way.values]
        if self.best is None or not self.best.values or not rivals or line.order == _END:
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
