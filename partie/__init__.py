"""Partie: five table games, programs that play them, and the tools to build and measure such programs."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from partie.core.agent import Agent, Budget, Candidate, Decision, Why
    from partie.core.compiled.chance import new_chance
    from partie.core.game import Game, State, View
    from partie.core.match import Match
    from partie.core.record import Record, read_record
    from partie.core.registry import build_agent, game

__all__ = [
    "Agent",
    "Budget",
    "Candidate",
    "Decision",
    "Game",
    "Match",
    "Record",
    "State",
    "View",
    "Why",
    "build_agent",
    "game",
    "new_chance",
    "read_record",
]
__version__ = "0.1.0"

_HOMES = {
    "agent": ("Agent", "Budget", "Candidate", "Decision", "Why"),
    "compiled.chance": ("new_chance",),
    "game": ("Game", "State", "View"),
    "match": ("Match",),
    "record": ("Record", "read_record"),
    "registry": ("build_agent", "game"),
}
"""The modules of `core` that define the names of this package."""


def __getattr__(name: str) -> Any:
    """Import a name when it is first used, so that `partie --help` does not wait for the compiler."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"partie.core.{module}"), name)
    raise AttributeError(f"module 'partie' has no attribute {name!r}")
