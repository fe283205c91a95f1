"""Rules: conditions and an action."""

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
    """The condition that some fact matches a pattern. Every match is a case of its own."""

    pattern: Pattern


@dataclass(frozen=True)
class Absent:
    """The condition that no fact matches a pattern. `because` is the reason given if one does."""

    pattern: Pattern
    because: Text


@dataclass(frozen=True)
class Test:
    """The condition that a question about the variables is true, checked when it is the rule's turn.

    `because` is the reason given if it is not."""

    question: Callable[[Facts, Bindings], Any]
    because: Text

    __test__ = False  # not for pytest


Condition = Present | Absent | Test


def fact(relation: str, *terms: Any) -> Present:
    """The condition that some fact matches a pattern: `fact("owner", "?space", "uk")`."""
    return Present(Pattern(relation, terms))


def absent(relation: str, *terms: Any, because: Text) -> Absent:
    """The condition that no fact matches a pattern."""
    return Absent(Pattern(relation, terms), because)


def test(question: Callable[[Facts, Bindings], Any], because: Text) -> Test:
    """The condition that a question is true."""
    return Test(question, because)


test.__test__ = False  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Rule:
    """A rule: its conditions (`when`) and its action (`then`).

    `title` is its name and `text` says what it does, both in every language; `text` and the reasons of its
    conditions may contain variables: `{space}`. The rule with the highest priority fires first; a priority
    may depend on the variables, to order the cases of one rule."""

    name: str
    title: Text
    text: Text
    when: tuple[Condition, ...]
    then: Callable[[Firing], None]
    priority: float | Callable[[Bindings], float] = 0.0

    def urgency(self, bindings: Bindings) -> float:
        """The priority of the rule in this case."""
        return float(self.priority(bindings) if callable(self.priority) else self.priority)
