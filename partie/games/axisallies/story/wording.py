"""The sentences of explanations, and their numbers."""

from __future__ import annotations

from typing import Any

from partie.core.commentary import Line
from partie.core.parameters import Text
from partie.core.phrases import filled
from partie.core.words import read_words, section
from partie.games.axisallies.players.staff.warfare import Force, Outlook, fighting
from partie.games.axisallies.text.names import joined, listed_and

_SENTENCES = section(read_words("partie.games.axisallies"), "why")
_SLIGHT = 0.05
"""A difference in IPC that is not worth a word."""


def said(key: str, **data: Any) -> Text:
    """A sentence of an explanation with its data."""
    return filled(_SENTENCES[key], data)


def line(label: str, text: Text) -> Line:
    """A line of an explanation: why, odds, what would be otherwise, or the best alternative."""
    return Line(_SENTENCES[f"label_{label}"], text)


def odds(view: Outlook) -> Line:
    """The odds of a battle as a line."""
    ours, theirs = ipc(view.attacker_loss), ipc(view.defender_loss)
    return line("odds", said("odds", chance=percent(view.take), ours=ours, theirs=theirs))


def percent(chance: float) -> int:
    return round(100 * chance)


def ipc(value: float) -> float:
    """IPC with one digit; nothing if it is less than a word is worth."""
    return 0.0 if abs(value) < _SLIGHT else round(value, 1)


def army_words(force: Force) -> Text:
    """The units of a force that fight."""
    counts = {kind: n for kind, n in enumerate(fighting(force)) if n}
    return listed_and(counts) if counts else joined([said("nobody")])
