"""Forward chaining: as long as some rule applies, the most urgent one fires.

The trace has everything considered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, NoReturn

from partie.core.errors import PartieError
from partie.core.parameters import Text, both
from partie.core.phrases import filled
from partie.expert.facts import Bindings, Fact, Facts, OutOfStock
from partie.expert.rules import Absent, Present, Rule, Test

Verdict = Literal["fired", "refused", "waiting"]
Words = Callable[[Any], Any]
"""Returns the name of a value in sentences: the value itself, or a text in every language."""
MOST_FIRINGS = 10_000
_NO_FACT = both("Nothing fits {pattern}.", "Rien ne correspond à {pattern}.")
_TAKEN = both("What it needs is used elsewhere: {what}", "Ce qu’il lui faut sert ailleurs : {what}")
_WORDS = {
    "fired": both("applied", "appliquée"),
    "refused": both("refused", "écartée"),
    "waiting": both("not applicable", "sans objet"),
}


def _as_it_is(value: Any) -> Any:
    return value


def _fill(text: Text, data: Mapping[str, Any], words: Words) -> Text:
    return filled(text, {name: words(value) for name, value in data.items()})


class Refused(PartieError):
    """Raised by a rule's action that turns out to be impossible. Its changes are undone."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason["en"])
        self.reason = reason


class Order(NamedTuple):
    """Something that a rule orders, with a sentence about it."""

    what: Any
    rule: str
    text: Text


@dataclass(frozen=True)
class Step:
    """One rule in one case: the facts it matched, the verdict and its reason, and the orders it gave."""

    rule: Rule
    facts: tuple[Fact, ...]
    bindings: Bindings
    verdict: Verdict
    reason: Text
    orders: tuple[Order, ...] = ()

    def line(self, language: str, words: Words = _as_it_is) -> str:
        """The step as a line of text."""
        colon = " : " if language == "fr" else ": "
        on = "; ".join(_fact_line(one, language, words) for one in self.facts)
        verdict = _WORDS[self.verdict][language]
        return (
            f"{self.rule.title[language]}{colon}{verdict}. {self.reason[language]}{f' [{on}]' if on else ''}"
        )


def _fact_line(one: Fact, language: str, words: Words) -> str:
    called = [words(value) for value in one.values]
    return str(Fact(one.relation, tuple(c[language] if isinstance(c, Mapping) else c for c in called)))


@dataclass
class Trace:
    """All steps in the order they were taken; rules that never came to apply at the end."""

    steps: list[Step] = field(default_factory=list)
    words: Words = _as_it_is

    @property
    def orders(self) -> list[Order]:
        return [order for step in self.steps for order in step.orders]

    def of(self, rule: str, verdict: Verdict | None = None) -> list[Step]:
        """The steps of a rule, by its name."""
        return [s for s in self.steps if s.rule.name == rule and verdict in (None, s.verdict)]

    def lines(self, language: str = "en") -> list[str]:
        """The trace as text."""
        return [step.line(language, self.words) for step in self.steps]


class Firing:
    """The context of a rule's action: its variables, the facts, and the `world` passed to `run`."""

    def __init__(self, rule: Rule, bindings: Bindings, facts: Facts, world: Any, words: Words) -> None:
        self.rule, self.facts, self.world, self._words = rule, facts, world, words
        self.data: dict[str, Any] = dict(bindings)
        """The data for the rule's sentence: its variables, and what the action adds."""
        self.orders: list[Order] = []

    def __getitem__(self, variable: str) -> Any:
        return self.data[variable]

    def order(self, what: Any, text: Text | None = None) -> None:
        """Order something, with its own sentence or that of the rule."""
        self.orders.append(Order(what, self.rule.name, _fill(text or self.rule.text, self.data, self._words)))

    def refuse(self, reason: Text, **data: Any) -> NoReturn:
        """Give up with a reason: raises `Refused`."""
        raise Refused(_fill(reason, {**self.data, **data}, self._words))


class _Case(NamedTuple):
    """A rule with facts that match its patterns."""

    rule: Rule
    facts: tuple[Fact, ...]
    bindings: Bindings

    @property
    def key(self) -> tuple[str, tuple[Fact, ...]]:
        return (self.rule.name, self.facts)


def run(
    rules: Sequence[Rule],
    facts: Facts,
    world: Any = None,
    words: Words = _as_it_is,
    interrupted: Callable[[], bool] = lambda: False,
) -> Trace:
    """Fire rules until none applies, and return the trace.

    Among the rules that apply, the one with the highest priority fires; in a tie the one with the most
    conditions, then the one with the newest facts, then the first. A rule considers the same facts only once,
    whether it fires or refuses. When `interrupted()` is true, no further rule fires."""
    trace, done = Trace(words=words), set[tuple[str, tuple[Fact, ...]]]()
    for _ in range(MOST_FIRINGS):
        if interrupted():
            return trace
        agenda = [case for case in _cases(rules, facts) if case.key not in done]
        ready = [case for case in agenda if _blocked(case, facts, words) is None]
        if not ready:
            _explain_the_rest(rules, agenda, facts, trace)
            return trace
        case = max(ready, key=lambda case: _rank(case, rules, facts))
        done.add(case.key)
        trace.steps.append(_consider(case, facts, world, words))
    raise PartieError(
        f"The rules do not terminate: {trace.steps[-1].rule.name} was the last of {MOST_FIRINGS} to fire."
    )


def _rank(case: _Case, rules: Sequence[Rule], facts: Facts) -> tuple[float, int, int, int]:
    newest = max((facts.age(one) for one in case.facts), default=0)
    return (case.rule.urgency(case.bindings), len(case.rule.when), newest, -rules.index(case.rule))


def _cases(rules: Iterable[Rule], facts: Facts) -> Iterable[_Case]:
    """Every rule with every combination of facts that matches its patterns."""
    for rule in rules:
        found: list[tuple[tuple[Fact, ...], dict[str, Any]]] = [((), {})]
        for condition in rule.when:
            if isinstance(condition, Present):
                found = [
                    ((*used, one), bindings)
                    for used, known in found
                    for one, bindings in facts.fitting(condition.pattern, known)
                ]
        for used, bindings in found:
            yield _Case(rule, used, bindings)


def _blocked(case: _Case, facts: Facts, words: Words) -> Text | None:
    """The reason why a case is not ready, because a fact holds that must not; or None."""
    for condition in case.rule.when:
        if isinstance(condition, Absent) and facts.fitting(condition.pattern, case.bindings):
            return _fill(condition.because, case.bindings, words)
    return None


def _consider(case: _Case, facts: Facts, world: Any, words: Words) -> Step:
    """Check the tests of a rule and run its action."""
    rule, used, bindings = case
    for condition in rule.when:
        if isinstance(condition, Test) and not condition.question(facts, bindings):
            return Step(rule, used, bindings, "refused", _fill(condition.because, bindings, words))
    firing, mark = Firing(rule, bindings, facts, world, words), facts.mark()
    try:
        rule.then(firing)
    except (Refused, OutOfStock) as refusal:
        facts.roll_back(mark)
        reason = refusal.reason if isinstance(refusal, Refused) else filled(_TAKEN, {"what": refusal})
        return Step(rule, used, bindings, "refused", reason)
    return Step(rule, used, bindings, "fired", _fill(rule.text, firing.data, words), tuple(firing.orders))


def _explain_the_rest(rules: Iterable[Rule], agenda: Iterable[_Case], facts: Facts, trace: Trace) -> None:
    """Add to the trace the cases that were never ready and the rules without a case, each with its reason."""
    for case in agenda:
        reason = _blocked(case, facts, trace.words)
        if reason is not None:
            trace.steps.append(Step(case.rule, case.facts, case.bindings, "refused", reason))
    seen = {step.rule.name for step in trace.steps}
    for rule in rules:
        if rule.name not in seen:
            pattern = _first_missing(rule, facts)
            trace.steps.append(Step(rule, (), {}, "waiting", filled(_NO_FACT, {"pattern": pattern})))


def _first_missing(rule: Rule, facts: Facts) -> str:
    """The first pattern of a rule that no fact matches, given the patterns before it."""
    found: list[dict[str, Any]] = [{}]
    for condition in rule.when:
        if isinstance(condition, Present):
            found = [b for known in found for _, b in facts.fitting(condition.pattern, known)]
            if not found:
                return str(condition.pattern)
    return ""
