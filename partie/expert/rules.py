"""Rules: when something holds, do something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from partie.core.parameters import Text
from partie.expert.facts import Bindings, Facts, Pattern

if TYPE_CHECKING:
    from partie.expert.engine import Firing


@dataclass(frozen=True)
class Present:
    """Some fact fits the pattern. Every way to fit it is a case of its own."""

    pattern: Pattern


@dataclass(frozen=True)
class Absent:
    """No fact fits the pattern; `because` says what it means that one does."""

    pattern: Pattern
    because: Text


@dataclass(frozen=True)
class Test:
    """A question about the variables, asked when it is the rule's turn; `because` says what a no means."""

    question: Callable[[Facts, Bindings], Any]
    because: Text

    __test__ = False  # not for pytest


Condition = Present | Absent | Test


def fact(relation: str, *terms: Any) -> Present:
    """The condition that some fact fits a pattern: `fact("owner", "?space", "uk")`."""
    return Present(Pattern(relation, terms))


def absent(relation: str, *terms: Any, because: Text) -> Absent:
    """The condition that no fact fits a pattern."""
    return Absent(Pattern(relation, terms), because)


def test(question: Callable[[Facts, Bindings], Any], because: Text) -> Test:
    """The condition that a question is answered with yes."""
    return Test(question, because)


test.__test__ = False  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Rule:
    """`title` names it and `text` says what it does, both in every language; `text` and the reasons of its conditions may name variables: `{space}`.
    A higher priority comes first; it may depend on the variables, so that one rule takes its cases in an order."""

    name: str
    title: Text
    text: Text
    when: tuple[Condition, ...]
    then: Callable[[Firing], None]
    priority: float | Callable[[Bindings], float] = 0.0

    def urgency(self, bindings: Bindings) -> float:
        """Its priority in this case."""
        return float(self.priority(bindings) if callable(self.priority) else self.priority)
