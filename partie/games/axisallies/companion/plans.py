"""The orders a program would give in a position, with the rule behind each and the rules it considered."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from partie.core.agent import Budget
from partie.core.errors import Over
from partie.core.game import State, View
from partie.core.parameters import Text
from partie.core.registry import build_agent, check_agent
from partie.core.words import read_words, section
from partie.expert import Trace
from partie.games.axisallies.companion import wording
from partie.games.axisallies.players import (
    germany2009,
    germany2026,
    greedy,
)
from partie.games.axisallies.players.roster import Commander
from partie.games.axisallies.players.staff import answers
from partie.games.axisallies.players.staff.assaults import Ordered
from partie.games.axisallies.players.staff.patience import until
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.rules.legality import scorched_space
from partie.games.axisallies.rules.orders import (
    END,
    FIGHT,
    LOAD,
    RESEARCH_DICE,
    kind_of,
    n_of,
    plain,
    row_of,
)
from partie.games.axisallies.rules.state import (
    BUY,
    RESEARCH,
)
from partie.games.axisallies.rules.units import UNIT_IDS
from partie.games.axisallies.text.notation import order_text

_MOST_ORDERS = 200

_TITLES = section(read_words("partie.games.axisallies"), "rule")
"""Titles of the rules of `greedy` and of decisions in battles; rules of the expert system have their own."""


@dataclass(frozen=True)
class OrderLine:
    """One order of a plan. `text` is its notation; `path` lists the spaces from first to last."""

    text: str
    sentence: Text
    kind: str
    count: int
    unit: str | None
    path: list[str]
    marks: list[str]
    rule: str
    title: Text
    why: Text


@dataclass(frozen=True)
class Considered:
    """A rule that was considered, with its verdict and the reason."""

    rule: str
    title: Text
    verdict: str
    reason: Text


@dataclass(frozen=True)
class Plan:
    """The orders of a phase; `trace` is empty if the program keeps none."""

    orders: list[OrderLine] = field(default_factory=list)
    trace: list[Considered] = field(default_factory=list)


def make_plan(state: State, program: str, seed: int, budget: Budget) -> Plan:
    """The orders of this phase for the power to play, by any program of the game. In the research phase the
    plan includes the purchases. When time runs out, the orders so far.
    """
    check_agent(state.game, program)
    if state.over:
        raise Over("The game is over in this position.")
    view = state.view(int(state.record.power))
    if view.record.battle >= 0 or scorched_space(view.record) >= 0:
        return Plan(_written(Campaign(view), [answers.answer(view)], {}))
    if view.record.phase != RESEARCH:
        return _phase(view, program, seed, budget)
    ahead = Campaign(view)
    line = Ordered(int(plain(END)), "no_research", greedy.SENTENCES["no_research"])
    first = [replace(one, sentence=_TITLES["no_research"]) for one in _written(ahead, [line], {})]
    ahead.give(line.order)
    if ahead.record.phase != BUY:
        return Plan(first)
    rest = _phase(View(view.game, ahead.record, view.seat), program, seed, budget)
    return Plan([*first, *rest.orders], rest.trace)


def _phase(view: View, program: str, seed: int, budget: Budget) -> Plan:
    experts = {germany2009.NAME: germany2009.reason, germany2026.NAME: germany2026.reason}
    if (
        program not in experts
        or not germany2009.plays(view)
        or int(view.record.phase) not in germany2009.RULES
    ):
        titles = _rule_titles() if germany2009.plays(view) else {}
        return Plan(_written(Campaign(view), _orders(view, program, seed, budget), titles))
    with until(budget.stop):
        trace = experts[program](view, seed)
    end = Ordered(int(plain(END)), "end", greedy.SENTENCES["end"])
    lines = [*(Ordered(*line) for line in trace.orders), end]
    return Plan(_written(Campaign(view), lines, _rule_titles()), _told(trace))


def _rule_titles() -> dict[str, Text]:
    return {rule.name: rule.title for rules in germany2009.RULES.values() for rule in rules}


def _orders(view: View, program: str, seed: int, budget: Budget) -> list[Ordered]:
    """The orders of a program in this phase: its plan if it makes one, otherwise order by order until it ends
    the phase or throws dice.
    """
    agent = build_agent(view.game, program, seed)
    if isinstance(agent, Commander):
        return agent.orders(view, budget)
    ahead, given = Campaign(view), list[Ordered]()
    while len(given) < _MOST_ORDERS:
        now = View(view.game, ahead.record, view.seat)
        code = int(agent.decide(now, budget).move)
        given.append(Ordered(code, "program", _TITLES["program"]))
        if kind_of(code) in (END, FIGHT, RESEARCH_DICE):
            return given
        ahead.give(code)
    return [*given, Ordered(int(plain(END)), "end", greedy.SENTENCES["end"])]


def _written(campaign: Campaign, lines: list[Ordered], titles: dict[str, Text]) -> list[OrderLine]:
    """Describe orders, each in the position after those before it."""
    written, loaded = [], set[int]()
    for code, rule, why, operation in lines:
        record = campaign.record
        title = operation or titles.get(rule) or _TITLES.get(rule.removeprefix("greedy:"), _TITLES["program"])
        written.append(_line(record, int(code), rule, title, why, frozenset(loaded)))
        if kind_of(code) == LOAD:
            loaded.add(int(row_of(code)))
        if kind_of(code) not in (END, FIGHT) and record.battle < 0:
            campaign.give(int(code))
    return written


def _line(record: Any, code: int, rule: str, title: Text, why: Text, loaded: frozenset[int]) -> OrderLine:
    unit = wording.unit_of(code)
    return OrderLine(
        text=order_text(record, code),
        sentence=wording.sentence(record, code),
        kind=wording.KIND_NAMES[int(kind_of(code))],
        count=int(n_of(code)),
        unit=None if unit is None else UNIT_IDS[unit],
        path=wording.space_ids(record, wording.path_of(record, code)),
        marks=wording.marks(record, code, loaded),
        rule=rule,
        title=title,
        why=why,
    )


def _told(trace: Trace) -> list[Considered]:
    """The rules considered, without repetitions."""
    told: list[Considered] = []
    for step in trace.steps:
        one = Considered(step.rule.name, step.rule.title, step.verdict, step.reason)
        if one not in told:
            told.append(one)
    return told
