"""The operations of the United States: the Atlantic shuttle to Africa, Norway or France, or the Pacific."""

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
    operation("france_landing", theirs("western-europe", 60), targets=("western-europe",), priority=7.0),
    operation("norway_landing", theirs("finland-norway", 50), targets=("finland-norway",), priority=6.0),
    operation("torch", theirs("algeria", 50), targets=("algeria", "libya"), priority=5.0),
    operation("west_africa", theirs("french-west-africa", 50), targets=("french-west-africa", "french-equatorial-africa"), priority=4.0),
    operation("japanese_fleet", ships_in("pacific", 55), targets=("sz-japan", "sz-soviet-far-east", "sz-hawaii", "sz-midway", "sz-wake-island", "sz-solomon-islands"), priority=3.0),
    operation("burma_road", theirs("french-indochina-burma", 50), targets=("french-indochina-burma",), priority=2.0),
    operation("hold_sinkiang", ours("sinkiang"), until(2), spares=("french-indochina-burma", "china"), gathers=("sinkiang",), priority=1.0),
    operation("fleet_in_being", ships_in("pacific", 30), until(2), spares=("sz-soviet-far-east", "sz-japan"), priority=0.0),
    operation("fighter_for_the_fleet", safe_at_home(50), until(2), buys=MORE_AIRCRAFT),
)  # fmt: skip
