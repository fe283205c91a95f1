"""The operations of Japan: Asia by one of three roads, or the islands and the American fleet."""

from __future__ import annotations

from partie.games.axisallies.players.general.operations.rules import (
    operation,
    ships_in,
    theirs,
    until,
)

RULES = (
    operation("china", theirs("china", 55), targets=("china",), priority=7.0),
    operation("india", theirs("india", 55), targets=("india",), priority=6.0),
    operation("siberia", theirs("soviet-far-east", 55), targets=("soviet-far-east", "yakut"), priority=5.0),
    operation("sinkiang", theirs("sinkiang", 55), targets=("sinkiang",), priority=4.0),
    operation("pearl_harbor", ships_in("hawaii", 60), until(3), targets=("sz-hawaii",), priority=3.0),
    operation("australia", theirs("australia", 55), targets=("australia",), priority=2.0),
    operation("fleet_at_home", ships_in("hawaii", 1), until(2), spares=("sz-hawaii", "sz-midway"), priority=1.0),
    operation("peace_in_siberia", theirs("soviet-far-east"), until(2), spares=("soviet-far-east", "yakut"), priority=0.0),
)  # fmt: skip
