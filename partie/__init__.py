"""Partie: five table games, opponents that think, and the workshop in which they are made."""

from partie.core.agent import Agent, Budget, Candidate, Decision, Why
from partie.core.game import Game, State, View
from partie.core.match import Match
from partie.core.record import Record, read_record
from partie.core.registry import build_agent, game, games

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
    "games",
    "read_record",
]
__version__ = "0.1.0"
