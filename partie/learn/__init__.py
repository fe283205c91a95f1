"""Tuning and learning. Nothing here knows a game."""
