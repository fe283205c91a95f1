"""The operations of the U.S.S.R.: where to meet Germany, and how to delay Japan. Strikes in the west
leave Karelia open; tried in the opening they lost wars, so there they are left to the usual plan."""

from __future__ import annotations

from partie.games.axisallies.players.general.operations.rules import (
    operation,
    ours,
    safe_at_home,
    ships_in,
    theirs,
    until,
)

RULES = (
    operation("take_back_karelia", theirs("karelia", 50), targets=("karelia",), priority=9.0),
    operation("ukraine_strike", theirs("ukraine", 60), targets=("ukraine",), late=True, priority=6.0),
    operation("eastern_europe_strike", theirs("eastern-europe", 60), targets=("eastern-europe",), late=True, priority=5.0),
    operation("stand_in_karelia", ours("karelia"), safe_at_home(5), until(3), spares=("eastern-europe", "ukraine", "finland-norway"), gathers=("karelia",), priority=4.0),
    operation("norway_strike", theirs("finland-norway", 60), targets=("finland-norway",), late=True, priority=3.0),
    operation("baltic_fleet", ships_in("baltic", 60), until(2), targets=("sz-baltic",), spares=("eastern-europe",), priority=2.0),
    operation("manchuria_strike", theirs("manchuria", 50), targets=("manchuria",), priority=1.0),
    operation("watch_in_yakut", ours("yakut"), ours("soviet-far-east"), until(2), spares=("manchuria",), gathers=("yakut",), priority=0.0),
)  # fmt: skip
