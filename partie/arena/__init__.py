"""Matches of many games, statistics about them, and benchmarks."""
