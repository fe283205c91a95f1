"""`germany-2009`: Germany by the rule base of an expert system of 2009. Every rule is here under its name;
docs/axis-and-allies-expert.md explains how each was interpreted.

Each phase has its rules, which the expert system of `partie.expert` fires over the facts of the position.
Other powers play as `greedy`.
"""

from __future__ import annotations

from collections.abc import Callable

from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.game import View
from partie.core.phrases import filled
from partie.expert import Rule, Trace, run
from partie.games.axisallies.odds.words import GOOD_TAKE
from partie.games.axisallies.players import greedy
from partie.games.axisallies.players.germany2009.buying import (
    BUYING,
    LUCK,
)
from partie.games.axisallies.players.germany2009.common import (
    HOME,
    KARELIA,
    RUSSIA,
    SOUTH,
    WEST,
    Theatre,
)
from partie.games.axisallies.players.germany2009.knowledge import (
    Kind,
    facts_of,
    words,
)
from partie.games.axisallies.players.germany2009.land import ON_LAND
from partie.games.axisallies.players.germany2009.moves import AFTERWARDS
from partie.games.axisallies.players.germany2009.opening import OPENING
from partie.games.axisallies.players.germany2009.placing import PLACING
from partie.games.axisallies.players.germany2009.sea import AT_SEA
from partie.games.axisallies.players.germany2009.words import WORDS
from partie.games.axisallies.players.staff.assaults import Ordered
from partie.games.axisallies.players.staff.patience import flag
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.rules.board import (
    GERMANY,
    POWER_IDS,
    WORLD,
)
from partie.games.axisallies.rules.orders import (
    END,
    plain,
)
from partie.games.axisallies.rules.state import (
    BUY,
    COMBAT_MOVE,
    NONCOMBAT,
    PLACE,
)
from partie.games.axisallies.rules.units import FACTORY

NAME = "germany-2009"
"""The name of the family."""

RULES: dict[int, tuple[Rule, ...]] = {
    BUY: BUYING,
    COMBAT_MOVE: (*OPENING, *AT_SEA, *ON_LAND),
    NONCOMBAT: AFTERWARDS,
    PLACE: PLACING,
}
"""The rule base, by phase."""


def plays(view: View) -> bool:
    """Whether the rules are for the power to play: for Germany, on the board of the world."""
    return int(view.record.power) == GERMANY and int(view.record.board) == WORLD


def luck(seed: object, number: int) -> int:
    """The die that decides on aircraft in a round; the same for the same seed, so that a plan can be
    repeated.
    """
    return int(below(new_chance(seed, "luck", number), LUCK))


def reason(view: View, seed: object = 0, least_chance: float = GOOD_TAKE) -> Trace:
    """Fire the rules of this phase for Germany; the trace has the orders, and every refusal with its reason.
    `least_chance`: the smallest chance to take a space that makes an attack on land good, besides the
    author's own conditions; 0: his definition to the letter.
    """
    return fire(Theatre(view, least_chance), seed, RULES)


def fire(campaign: Campaign, seed: object, rules: dict[int, tuple[Rule, ...]]) -> Trace:
    """Fire the rules of this phase, from a rule base by phase, over the facts of a campaign of Germany."""
    facts = facts_of(campaign)
    facts.add("luck", luck(seed, int(campaign.record.round_number)))
    for name, place in (("capital_threatened", HOME), ("west_threatened", WEST), ("south_threatened", SOUTH)):
        if facts.holds("owner", place, POWER_IDS[GERMANY]):
            facts.add("guarded", place, name)
    for place in (KARELIA, RUSSIA):
        if facts.holds("owner", place, POWER_IDS[GERMANY]) and facts.holds("mine", place, Kind(FACTORY), "?"):
            facts.add("forward", place)
    for kind in range(len(campaign.fields.bought[GERMANY])):
        if campaign.fields.bought[GERMANY, kind]:
            facts.add("waiting", Kind(kind), int(campaign.fields.bought[GERMANY, kind]))
    return run(rules[int(campaign.record.phase)], facts, campaign, words, lambda: bool(flag()[0]))


def plan(view: View, seed: object = 0, least_chance: float = GOOD_TAKE) -> list[Ordered]:
    """The orders of this phase, each with its rule; those of `greedy` for other powers, boards and phases
    without rules.
    """
    return plan_with(view, lambda: reason(view, seed, least_chance))


def plan_with(view: View, think: Callable[[], Trace]) -> list[Ordered]:
    """The orders of a trace, with the end of the phase; those of `greedy` where there are no rules."""
    if not plays(view):
        return [_as_greedy(line) for line in greedy.plan(view)]
    if int(view.record.phase) not in RULES:
        return greedy.plan(view)
    orders = [Ordered(*line) for line in think().orders]
    if flag()[0]:
        return orders
    return [*orders, Ordered(int(plain(END)), "end", greedy.SENTENCES["end"])]


def _as_greedy(line: Ordered) -> Ordered:
    return Ordered(line.order, f"greedy:{line.rule}", filled(WORDS["as_greedy"], {"reason": line.text}))
