"""Tuning of parameters and training of networks, for any game."""
