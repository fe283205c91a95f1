"""`germany-2026`: the rule base of 2009 with aircraft weighed. What its author regretted, four fighters and a
submarine spent in the North Sea in the first round, came of counting units: here every attack is worth what
it brings in IPC, with aircraft at their price, and aircraft land where the threat map calls it safe.
"""

from __future__ import annotations

from partie.core.game import View
from partie.expert import Rule, Trace
from partie.games.axisallies.odds.words import GOOD_TAKE
from partie.games.axisallies.players import germany2009
from partie.games.axisallies.players.germany2026.weighing import (
    LANDING,
    WEIGHED_AT_SEA,
    WEIGHED_ON_LAND,
    Staff,
)
from partie.games.axisallies.players.staff.assaults import Ordered
from partie.games.axisallies.rules.state import COMBAT_MOVE, NONCOMBAT

NAME = "germany-2026"
"""The name of the family."""
_NEW = {rule.name: rule for rule in (WEIGHED_AT_SEA, WEIGHED_ON_LAND, LANDING)}
RULES: dict[int, tuple[Rule, ...]] = {
    phase: tuple(_NEW.get(rule.name, rule) for rule in rules) if phase in (COMBAT_MOVE, NONCOMBAT) else rules
    for phase, rules in germany2009.RULES.items()
}
"""The rule base, by phase: that of 2009 with three rules replaced by others of the same name."""


def reason(view: View, seed: object = 0, least_chance: float = GOOD_TAKE) -> Trace:
    """Fire the rules of this phase for Germany; `least_chance` as for `germany-2009`."""
    return germany2009.fire(Staff(view, least_chance), seed, RULES)


def plan(view: View, seed: object = 0, least_chance: float = GOOD_TAKE) -> list[Ordered]:
    """The orders of this phase, each with its rule; those of `greedy` for other powers and boards."""
    return germany2009.plan_with(view, lambda: reason(view, seed, least_chance))
