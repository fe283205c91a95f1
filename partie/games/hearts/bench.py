"""How fast deals are played and guessed."""

from __future__ import annotations


def bench_rows() -> list[tuple[str, str]]:
    """What only this game measures."""
    return []
