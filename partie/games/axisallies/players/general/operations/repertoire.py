"""Which operation a turn follows: it is planned with those that the rules propose, and without, and what
comes of each is compared. In the opening the seed chooses among those that are about as good."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from partie.core.compiled.chance import below, new_chance
from partie.core.parameters import Text
from partie.core.phrases import filled
from partie.core.words import read_words, section
from partie.expert import Rule, run
from partie.games.axisallies.players.general import odds, values
from partie.games.axisallies.players.general.attack import LEFT_ALONE
from partie.games.axisallies.players.general.doctrine import (
    COUNTER,
    LEAST_CHANCE,
    LEAST_GAIN,
    RUIN,
    SEEN,
    STRIP,
)
from partie.games.axisallies.players.general.operations import germany, japan, uk, usa, ussr
from partie.games.axisallies.players.general.operations.outlook import outlook
from partie.games.axisallies.players.general.operations.rules import (
    Operation,
    facts_of,
    words,
)
from partie.games.axisallies.players.general.purchase import BY_NEED
from partie.games.axisallies.players.general.situation import Floats
from partie.games.axisallies.players.staff.assaults import Ordered
from partie.games.axisallies.players.staff.patience import flag
from partie.games.axisallies.rules.board import GERMANY, JAPAN, SPACES, UK, USA, USSR, WORLD
from partie.games.axisallies.rules.orders import END, kind_of, plain, to_of
from partie.games.axisallies.rules.state import LAST_ROUND

if TYPE_CHECKING:
    from partie.games.axisallies.players.general.agent import Attack, War

RULES: dict[int, tuple[Rule, ...]] = {
    USSR: ussr.RULES,
    GERMANY: germany.RULES,
    UK: uk.RULES,
    JAPAN: japan.RULES,
    USA: usa.RULES,
}
"""The rules of each power."""
SENTENCES = section(read_words("partie.games.axisallies"), "general")
OPENING = 2
"""Rounds in which the seed chooses."""
TOLERANCE = 1.5
"""How much less than the usual plan, in IPC, one may come to that the seed chooses in the opening; more where
income counts more (`values.urgency`)."""
MARGIN = 4.0
"""By how much the plan of an operation must be better than the usual one after the opening, in IPC; more
where income counts more. Both are only estimates, and of many estimates the best is often merely lucky."""
MOST = 3
"""How many operations a turn is planned with."""
BOLD = ((LEAST_CHANCE, 0.55), (LEAST_GAIN, 0.0), (STRIP, 0.2), (RUIN, 0.2), (COUNTER, 0.7), (SEEN, 0.3))
"""The settings of a doctrine that are smaller for the attacks of an operation."""
USUAL = 2
"""How many chances the usual purchase has in the opening, for each of an operation."""
GATHERING = 8.0
"""How much more a space pulls where an operation gathers."""


class Proposal(NamedTuple):
    """An operation with the sentence of the rule that proposed it."""

    operation: Operation
    title: Text
    why: Text


@cache
def _titles(power: int) -> dict[str, Text]:
    return {rule.name: rule.title for rule in RULES[power]}


def proposals(war: War) -> list[Proposal]:
    """What the rules propose for the power to play, the most urgent first."""
    rules = RULES[war.power]
    trace = run(rules, facts_of(war, rules), war, words, lambda: bool(flag()[0]))
    titles = _titles(war.power)
    return [Proposal(order.what, titles[order.rule], order.text) for order in trace.orders]


class Repertoire:
    """The operations a general may follow, with the seed that chooses among good openings, and the last round
    for which it asks the rules."""

    def __init__(self, seed: object, last: int = LAST_ROUND) -> None:
        self._seed, self._last = seed, last

    def knows(self, war: War) -> bool:
        """Whether there are rules for a position: for the board of the world, and its round."""
        return int(war.fields.board) == WORLD and int(war.array["round_number"][0]) <= self._last

    def choose(
        self,
        war: War,
        usual: list[Attack],
        plan: Callable[[Operation], list[Attack]],
        launch: Callable[[Sequence[int]], bool],
    ) -> list[Attack]:
        """The attacks to make: the usual ones, or those of an operation that the rules propose. `plan`: plans
        attacks for an operation, and gives their orders; `launch`: gives the orders of one."""
        if not self.knows(war):
            return usual
        mark, found = war.mark(), self._order(war, proposals(war))
        before = mark[0][0]
        for attack in usual:
            launch(attack.orders)
        sets, seen = [(outlook(war, before), usual)], {_orders(usual)}
        for each in found:
            if len(sets) > MOST:
                break
            if not self._is_tried(war, each) or _follows(each, usual):
                continue
            war.back_to(mark)
            lean(war, each.operation)
            made = plan(each.operation)
            if _follows(each, made) and _orders(made) not in seen:
                seen.add(_orders(made))
                sets.append((outlook(war, before), made))
        lean(war, None)
        war.back_to(mark)
        chosen = self._pick(war, sets)
        war.followed = [each for each in found if each.operation.aims and _follows(each, chosen)]
        return chosen

    def _is_tried(self, war: War, proposal: Proposal) -> bool:
        """Whether a plan is made for an operation."""
        late = proposal.operation.late and self._opens(war)
        return proposal.operation.buys == BY_NEED and not late

    def purchase(self, war: War, usual: int) -> int:
        """How to spend what no garrison needs: in the opening as usual, or as an operation wants it."""
        if not (self.knows(war) and self._opens(war)):
            return usual
        found = [each for each in proposals(war) if each.operation.buys != BY_NEED]
        number = int(below(self._chance(war, "purchase"), USUAL + len(found)))
        if number < USUAL:
            return usual
        war.followed = [found[number - USUAL]]
        return found[number - USUAL].operation.buys

    def gather(self, war: War) -> None:
        """Let the position lean to where the operation of this turn gathers, as far as what was taken in
        this turn agrees with it."""
        if not self.knows(war):
            return
        taken = np.flatnonzero((war.fields.owner == war.power) & (war.fields.began != war.power)).tolist()
        for each in self._order(war, proposals(war)):
            if each.operation.gathers and each.operation.is_followed_by(taken):
                lean(war, each.operation)
                war.look_around()
                war.followed = [each]
                return

    def _order(self, war: War, found: list[Proposal]) -> list[Proposal]:
        """Proposals in the order in which they are tried: in the opening that of the seed."""
        if not self._opens(war):
            return found
        chance, out = self._chance(war, "order"), list(found)
        for last in range(len(out) - 1, 0, -1):
            other = int(below(chance, last + 1))
            out[last], out[other] = out[other], out[last]
        return out

    def _pick(self, war: War, sets: Sequence[tuple[float, list[Attack]]]) -> list[Attack]:
        """The usual set, which comes first, unless another is clearly better; in the opening one of those
        that are about as good, or better."""
        unit = float(values.urgency(war.bare, war.p))
        most, best = max(sets, key=lambda each: each[0])
        if not self._opens(war):
            return best if most > sets[0][0] + MARGIN * unit else sets[0][1]
        good = [made for value, made in sets if value >= sets[0][0] - TOLERANCE * unit]
        return good[int(below(self._chance(war, "opening"), len(good)))]

    def _opens(self, war: War) -> bool:
        return int(war.array["round_number"][0]) <= OPENING

    def _chance(self, war: War, what: str) -> Any:
        return new_chance(self._seed, what, int(war.array["round_number"][0]), war.power)


def lean(war: War, operation: Operation | None) -> None:
    """Let the spaces where an operation gathers pull more; with none, all as usual."""
    war.lean[:] = 0.0
    war.bonus[:] = 0.0
    if operation is not None:
        war.lean[list(operation.gathers)] = GATHERING


def stand_by(war: War, there: Floats) -> None:
    """Forget the operations of a march after which no land unit stands where they gather. `there`: who will
    be in every land space."""
    walking = list(odds.WALKING)
    war.followed = [each for each in war.followed if there[list(each.operation.gathers)][:, walking].any()]


def only(operation: Operation) -> Floats:
    """What attacks are worth beyond what they promise if only the targets of an operation are attacked."""
    out = np.full(SPACES, LEFT_ALONE)
    out[list(operation.targets)] = 0.0
    return out


def without(operation: Operation) -> Floats:
    """The same if all but what the operation spares is attacked."""
    out = np.zeros(SPACES)
    out[list(operation.spares)] = LEFT_ALONE
    return out


def bold(p: Floats) -> Floats:
    """The numbers of a doctrine for the attacks of an operation: what strikes back and what they leave open
    count less, as whole turns are compared afterwards."""
    out = p.copy()
    for place, most in BOLD:
        out[place] = min(float(out[place]), most)
    return out


def _orders(made: Sequence[Attack]) -> frozenset[int]:
    return frozenset(code for attack in made for code in attack.orders)


def _follows(proposal: Proposal, made: Sequence[Attack]) -> bool:
    return proposal.operation.is_followed_by(attack.target for attack in made)


def signed(war: War, lines: list[Ordered]) -> list[Ordered]:
    """Orders with the operation they belong to, before the reason they have; the last line says
    what is left alone, or how money is spent."""
    if not war.followed:
        return lines
    named: dict[int, Proposal] = {}  # by the identity of a reason: all orders of an attack have the same
    for line in lines:
        for each in war.followed:
            if int(kind_of(line.order)) != END and int(to_of(line.order)) in each.operation.aims:
                named.setdefault(id(line.text), each)
    out = []
    for line in lines:
        found = named.get(id(line.text))
        if line.order == plain(END):
            found = next((each for each in war.followed if not each.operation.targets), None)
        if found is not None:
            data = {"operation": found.title, "why": found.why, "reason": line.text}
            line = line._replace(text=filled(SENTENCES["operation"], data), operation=found.title)
        out.append(line)
    return out
