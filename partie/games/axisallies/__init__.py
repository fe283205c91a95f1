"""Axis & Allies."""
