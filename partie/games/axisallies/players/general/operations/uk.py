"""The operations of the United Kingdom: Norway and France, Africa, India, and the German fleet."""

from __future__ import annotations

from partie.games.axisallies.players.general.operations.rules import (
    operation,
    ours,
    safe_at_home,
    ships_in,
    theirs,
    until,
)
from partie.games.axisallies.players.general.purchase import MORE_AIRCRAFT

RULES = (
    operation("norway_landing", theirs("finland-norway", 50), targets=("finland-norway",), priority=7.0),
    operation("france_landing", theirs("western-europe", 60), targets=("western-europe",), priority=6.0),
    operation("german_fleet", ships_in("north", 50), targets=("sz-baltic", "sz-united-kingdom", "sz-karelia", "sz-spain"), priority=5.0),
    operation("mediterranean_fleet", ships_in("mediterranean", 50), targets=("sz-west-med", "sz-central-med", "sz-east-med", "sz-black-sea"), priority=4.0),
    operation("libya", theirs("libya", 50), targets=("libya", "algeria"), priority=3.0),
    operation("burma", theirs("french-indochina-burma", 50), targets=("french-indochina-burma",), priority=3.0),
    operation("stand_in_india", ours("india"), until(3), spares=("french-indochina-burma", "east-indies", "borneo-celebes"), gathers=("india",), priority=2.0),
    operation("europe_first", until(2), spares=("east-indies", "borneo-celebes", "new-guinea"), priority=1.0),
    operation("fighter_for_the_fleet", safe_at_home(50), until(2), buys=MORE_AIRCRAFT),
)  # fmt: skip
