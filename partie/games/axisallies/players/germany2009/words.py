"""The sentences of the rule base, from the catalogues beside this file."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from partie.core.parameters import Text
from partie.core.words import read_words, section
from partie.expert import Firing, Rule
from partie.expert.facts import Bindings
from partie.expert.rules import Condition

WORDS = read_words("partie.games.axisallies.players.germany2009")
BECAUSE, REFUSED = section(WORDS, "because"), section(WORDS, "refused")
"""Reasons why a condition does not hold, and why an action turned out to be impossible."""


def rule(
    name: str,
    when: tuple[Condition, ...],
    then: Callable[[Firing], None],
    priority: float | Callable[[Bindings], float] = 0.0,
    words: Mapping[str, Text] = WORDS,
) -> Rule:
    """A rule with its title and its text from a catalogue."""
    return Rule(name, words[f"rule.{name}.title"], words[f"rule.{name}.text"], when, then, priority)
