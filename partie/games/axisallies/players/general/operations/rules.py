"""What rules of operations are made of: the operation a rule proposes, its conditions, and the facts they
ask about.

| fact | meaning |
|---|---|
| `round(n)` | the round |
| `danger(percent)` | the chance to lose the own capital until the next turn, as all stand |
| `ours(space)` | land of our side |
| `reach(space, percent)` | land of the enemy, and the chance to take it with all that can come |
| `fleet(waters, percent)` | waters with enemy ships, and the best chance to sink those of a zone |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from partie.core.words import read_words, section
from partie.expert import Facts, Rule, fact, test
from partie.expert.rules import Condition, Present
from partie.games.axisallies.players.general import odds, threats
from partie.games.axisallies.players.general.purchase import BY_NEED
from partie.games.axisallies.players.general.situation import Floats, Situation
from partie.games.axisallies.rules.board import LANDS, POWERS, SPACE_NAMES, SPACES, space
from partie.games.axisallies.rules.units import AA_GUN, KINDS

WORDS = section(read_words("partie.games.axisallies"), "operation")
Conditions = tuple[Condition, ...]
WATERS: dict[str, tuple[str, ...]] = {
    "north": ("sz-united-kingdom", "sz-baltic", "sz-karelia", "sz-spain", "sz-eastern-canada"),
    "baltic": ("sz-baltic",),
    "mediterranean": ("sz-west-med", "sz-central-med", "sz-east-med", "sz-black-sea"),
    "hawaii": ("sz-hawaii",),
    "pacific": ("sz-japan", "sz-soviet-far-east", "sz-caroline-islands", "sz-philippines", "sz-solomon-islands", "sz-wake-island", "sz-okinawa", "sz-midway", "sz-alaska", "sz-hawaii"),
}  # fmt: skip
"""Waters that rules speak of, by the ids of their zones."""


class Place(int):
    """A space, which rules and their sentences name."""

    def __str__(self) -> str:
        return SPACE_NAMES[self]["en"]

    __repr__ = __str__


class Operation(NamedTuple):
    """What to attack first, what to leave alone, where to gather, and how to spend what no garrison needs
    (`purchase.MORE_ARMOR`, …), in a turn; `late`: in the opening no plan is made for it, but the
    usual one may follow it."""

    name: str
    targets: tuple[int, ...] = ()
    spares: tuple[int, ...] = ()
    gathers: tuple[int, ...] = ()
    buys: int = BY_NEED
    late: bool = False

    @property
    def aims(self) -> tuple[int, ...]:
        """The spaces it is about."""
        return self.targets + self.spares + self.gathers

    def is_followed_by(self, attacked: Iterable[int]) -> bool:
        """Whether who attacks these spaces, and no others, acts as the operation says."""
        spaces = set(attacked)
        if spaces & set(self.spares):
            return False
        return not self.targets or bool(spaces & set(self.targets))


def operation(
    name: str,
    *when: Conditions,
    targets: Sequence[str] = (),
    spares: Sequence[str] = (),
    gathers: Sequence[str] = (),
    buys: int = BY_NEED,
    late: bool = False,
    priority: float = 0.0,
) -> Rule:
    """The rule that proposes an operation, with its words from the catalogue: `operation.<name>.…`."""
    proposed = Operation(name, _numbers(targets), _numbers(spares), _numbers(gathers), buys, late)
    return Rule(
        name,
        WORDS[f"{name}.title"],
        WORDS[f"{name}.why"],
        tuple(condition for conditions in when for condition in conditions),
        lambda firing: firing.order(proposed),
        priority,
    )


def _numbers(names: Sequence[str]) -> tuple[int, ...]:
    return tuple(space(name) for name in names)


def until(last: int) -> Conditions:
    """In the first rounds only."""
    return (
        fact("round", "?round"),
        test(lambda facts, case: case["round"] <= last, because=WORDS["late"]),
    )


def ours(name: str) -> Conditions:
    """A land space is of our side."""
    return (fact("ours", Place(space(name))),)


def theirs(name: str, least: int = 0) -> Conditions:
    """A land space is of the enemy, and would be taken so many times in 100."""
    return (
        fact("reach", Place(space(name)), "?chance"),
        test(lambda facts, case: case["chance"] >= least, because=WORDS["weak"]),
    )


def ships_in(waters: str, least: int) -> Conditions:
    """There are enemy ships in some waters, and those of a zone would be sunk so many times in 100."""
    return (
        fact("fleet", waters, "?chance"),
        test(lambda facts, case: case["chance"] >= least, because=WORDS["weak"]),
    )


def safe_at_home(most: int) -> Conditions:
    """The own capital would fall at most so many times in 100."""
    return (
        fact("danger", "?danger"),
        test(lambda facts, case: case["danger"] <= most, because=WORDS["danger"]),
    )


def named_by(rules: Sequence[Rule]) -> tuple[set[int], set[str]]:
    """The land spaces and the waters that the conditions of rules ask about."""
    lands, waters = set(), set()
    for rule in rules:
        for condition in rule.when:
            if isinstance(condition, Present) and condition.pattern.relation in ("ours", "reach"):
                lands.add(int(condition.pattern.terms[0]))
            elif isinstance(condition, Present) and condition.pattern.relation == "fleet":
                waters.add(str(condition.pattern.terms[0]))
    return lands, waters


def facts_of(war: Situation, rules: Sequence[Rule]) -> Facts:
    """The facts that some rules of the power to play ask about."""
    facts = Facts()
    facts.add("round", int(war.array["round_number"][0]))
    garrison = war.standing(war.home)
    facts.add("danger", round(100 * float(war.storm(war.home, garrison)[threats.P_LOST])))
    able = np.zeros((POWERS, SPACES, threats.WIDTH))
    threats.survey(war.bare, 1 - war.side, war.air, war.p, able)
    lands, waters = named_by(rules)
    for each in sorted(lands):
        if war.is_friendly(each):
            facts.add("ours", Place(each))
        elif war.is_enemy(each):
            facts.add("reach", Place(each), chance_to_take(war, each, able[war.power, each]))
    for name in sorted(waters):
        found = [
            chance_to_take(war, zone, able[war.power, zone])
            for zone in _numbers(WATERS[name])
            if war.hostile(zone)
        ]
        if found:
            facts.add("fleet", name, max(found))
    return facts


def chance_to_take(war: Situation, target: int, force: Floats) -> int:
    """How many times in 100 all who can come would take a space, or sink all ships there."""
    theirs_ = np.zeros(KINDS)
    threats.stand(war.bare, target, 1 - war.side, theirs_)
    left, out = np.zeros((2, KINDS)), np.zeros(odds.ANSWERS)
    gun, bombard = int(theirs_[AA_GUN] > 0), float(force[odds.BOMBARDING])
    sea = int(target >= LANDS)
    take = odds.estimate(war.board.number, force[:KINDS], theirs_, sea, gun, bombard, left, out)
    return round(100 * float(take))


def words(value: Any) -> Any:
    """The names of spaces in sentences."""
    return SPACE_NAMES[value] if isinstance(value, Place) else value
