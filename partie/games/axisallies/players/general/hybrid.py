"""`hybrid`: several ways to spend a phase, each played on to the power's next turn with the same dice; the
best is taken."""

from __future__ import annotations

from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.game import View
from partie.games.axisallies.players.general import attack, march, purchase
from partie.games.axisallies.players.general.agent import General, Style
from partie.games.axisallies.players.general.imagine import play_on
from partie.games.axisallies.players.general.situation import Floats
from partie.games.axisallies.players.staff.assaults import Ordered
from partie.games.axisallies.players.staff.patience import OutOfTime, until
from partie.games.axisallies.rules.board import POWERS
from partie.games.axisallies.rules.state import BUY, COMBAT_MOVE, NONCOMBAT


def _with(defaults: Floats, **changes: float) -> Floats:
    out = defaults.copy()
    names = vars(attack) if defaults is attack.DEFAULTS else vars(march)
    for name, value in changes.items():
        out[names[name]] = value
    return out


def _attacks(**changes: float) -> Style:
    return Style(attacks=_with(attack.DEFAULTS, **changes))


def _marches(**changes: float) -> Style:
    return Style(marches=_with(march.DEFAULTS, **changes))


WAYS: dict[int, list[Style]] = {
    BUY: [
        Style(),
        Style(purchase=purchase.INFANTRY_ONLY),
        Style(purchase=purchase.MORE_ARMOR),
        Style(purchase=purchase.MORE_AIRCRAFT),
    ],
    COMBAT_MOVE: [
        Style(),
        _attacks(LEAST_CHANCE=0.85, SEEN=1.0, STRIP=1.0),
        _attacks(LEAST_CHANCE=0.6, SEEN=0.4, STRIP=0.2),
        _attacks(LEAST_GAIN=1000.0),
        _attacks(HOLD=4.0, DENIAL=2.0, SEEN=0.5),
        _attacks(OWN_LOSS=1.4, LEAST_CHANCE=0.8),
        _attacks(LEAST_CHANCE=0.4, HOLD=6.0, DENIAL=6.0, COUNTER=0.3, OWN_LOSS=0.6, STRIP=0.0, SEEN=0.2),
    ],
    NONCOMBAT: [
        Style(),
        _marches(RISK=0.05, CAPITAL_RISK=0.02),
        _marches(RISK=0.5, MARGIN=8.0, CAPITAL_RISK=0.1),
    ],
}
"""Ways to buy, to attack and to move: as the general does; with more and with less caution; the last to
attack is for income at any price."""


class Hybrid:
    """A planner that imagines several ways. `worlds`: how often each is played on."""

    def __init__(self, seed: object, worlds: int = 1) -> None:
        self._seed, self._worlds = seed, worlds
        self._others = General()
        self._chosen: tuple[tuple[int, int, int], General] | None = None

    def plan(self, view: View, budget: Budget) -> list[Ordered]:
        """The orders of a phase, by the way that came out best when it began."""
        phase = (int(view.record.round_number), int(view.record.power), int(view.record.phase))
        if self._chosen is None or self._chosen[0] != phase:
            self._chosen = (phase, self.choose(view, budget))
        return self._chosen[1].plan(view, budget)

    def choose(self, view: View, budget: Budget) -> General:
        """The best way for this phase; when time runs out, of those that were played on as often as the
        best."""
        ways = [General(style) for style in WAYS.get(int(view.record.phase), [Style()])]
        if len(ways) == 1:
            return ways[0]
        totals = [0.0] * len(ways)
        left = list(range(len(ways)))
        with budget.running() as stop, until(stop):
            for world in range(self._worlds):
                found = list(totals)
                try:
                    for i in left:
                        chance = new_chance(
                            self._seed, int(view.record.round_number), int(view.record.power), world
                        )
                        found[i] += play_on(view, ways[i], self._others, POWERS, chance)
                except OutOfTime:
                    break
                totals = found
                left.sort(key=lambda i: (-totals[i], i))
                left = left[: max(2, (len(left) + 1) // 2)]
        return ways[max(left, key=lambda i: (totals[i], -i))]
