"""Matches of many games, statistics about them, and benchmarks."""

from partie.arena.study import Study
from partie.arena.tournament import Tournament

__all__ = ["Study", "Tournament"]
