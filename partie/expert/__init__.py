"""A small expert system with facts, rules, an agenda, and a trace that gives reasons.

`docs/expert.md` has an example."""

from partie.expert.engine import Firing, Order, Refused, Step, Trace, run
from partie.expert.facts import Fact, Facts, OutOfStock, Pattern
from partie.expert.rules import Rule, absent, fact, test

__all__ = [
    "Fact",
    "Facts",
    "Firing",
    "Order",
    "OutOfStock",
    "Pattern",
    "Refused",
    "Rule",
    "Step",
    "Trace",
    "absent",
    "fact",
    "run",
    "test",
]
