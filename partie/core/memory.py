"""What programs of a game keep about people from one game to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from partie.core.agent import Why
from partie.core.match import Match

Memory = Mapping[str, Any]
"""What is known of a person: plain data that can be written as JSON."""


@dataclass(frozen=True)
class Memories:
    """How a game keeps and tells what people have shown.

    Agents that can use it have a method `recall(memories)`, which is called before their first decision with
    the memory of every person at the table that there is one of, by seat."""

    learn: Callable[[Match, int, Memory | None], Memory | None]
    """Returns what is known of the person in a seat after a finished game, with what was known before; None
    for nothing."""
    describe: Callable[[Memory], Sequence[Why]]
    """Returns what is known, as reasons to be read by the person themselves."""
