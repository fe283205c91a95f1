"""The operations of Germany: Karelia and Russia, Africa, and the fleets that could bring armies ashore."""

from __future__ import annotations

from partie.games.axisallies.players.general.operations.rules import (
    operation,
    ours,
    safe_at_home,
    ships_in,
    theirs,
    until,
)
from partie.games.axisallies.players.general.purchase import INFANTRY_ONLY

RULES = (
    operation("moscow", theirs("russia", 50), targets=("russia",), priority=9.0),
    operation("karelia_first", theirs("karelia", 55), targets=("karelia",), priority=8.0),
    operation("royal_navy", ships_in("north", 55), safe_at_home(10), until(3), targets=("sz-united-kingdom", "sz-karelia", "sz-baltic", "sz-spain", "sz-eastern-canada"), priority=6.0),
    operation("caucasus_raid", theirs("caucasus", 60), targets=("caucasus",), priority=5.0),
    operation("egypt", theirs("anglo-egypt-sudan", 50), targets=("anglo-egypt-sudan",), priority=4.0),
    operation("mediterranean", ships_in("mediterranean", 55), targets=("sz-west-med", "sz-central-med", "sz-east-med", "sz-black-sea"), priority=3.0),
    operation("spare_the_aircraft", ships_in("north", 30), until(2), spares=("sz-united-kingdom", "sz-karelia"), priority=2.0),
    operation("wall_in_the_east", ours("eastern-europe"), theirs("karelia"), until(2), spares=("karelia", "caucasus"), gathers=("eastern-europe",), priority=1.0),
    operation("infantry_for_the_east", safe_at_home(5), until(2), buys=INFANTRY_ONLY),
)  # fmt: skip
