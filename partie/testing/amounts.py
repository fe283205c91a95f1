"""How much the tests try: little every day, much when asked to be thorough.

With `PARTIE_THOROUGH=1` (`make thorough`) they play more random games, draw more examples and cover all games
where an everyday run takes one of a kind."""

from __future__ import annotations

import os

THOROUGH = os.environ.get("PARTIE_THOROUGH", "0") not in ("", "0")


def amount(everyday: int, thorough: int) -> int:
    """The number of games, positions or examples to try in this run."""
    return thorough if THOROUGH else everyday
