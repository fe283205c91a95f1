"""Benchmarks of the battle calculators."""

from __future__ import annotations

import time

from partie.games.axisallies.odds.battle import (
    Battle,
    force,
)
from partie.games.axisallies.odds.calculator import (
    exact_odds,
    simulated_odds,
)

BATTLES = 400_000
CALCULATIONS = 200

TEN_AGAINST_TEN = {
    "7 inf, 3 arm -> 8 inf, 2 arm": Battle(force(infantry=7, armor=3), force(infantry=8, armor=2)),
    "5 inf, 3 arm, 1 ftr, 1 bom -> 7 inf, 2 arm, 1 ftr, AA gun": Battle(
        force(infantry=5, armor=3, fighter=1, bomber=1), force(infantry=7, armor=2, fighter=1), aa=True
    ),
    "at sea, 3 sub, 2 trn, 2 ftr, 1 bom, 1 cv, 1 bb -> 3 sub, 2 trn, 2 ftr, 1 des, 1 cv, 1 bb": Battle(
        force(submarine=3, transport=2, fighter=2, bomber=1, carrier=1, battleship=1),
        force(submarine=3, transport=2, fighter=2, destroyer=1, carrier=1, battleship=1),
        sea=True,
    ),
}
"""Battles of ten units against ten: plain, with aircraft and a gun, and with everything the sea has."""


def odds_rows() -> list[tuple[str, str]]:
    """For each battle: simulated battles per second of processor time on one core, and the time of an exact
    calculation.
    """
    rows = []
    for name, battle in TEN_AGAINST_TEN.items():
        simulated_odds(battle, 10)  # compiles
        exact_odds(battle)
        began = time.thread_time()
        simulated_odds(battle, BATTLES)
        simulating = time.thread_time() - began
        began = time.thread_time()
        for _ in range(CALCULATIONS):
            exact_odds(battle)
        calculating = (time.thread_time() - began) / CALCULATIONS
        rows.append(
            (name, f"{BATTLES / simulating:,.0f} battles/s simulated, exact in {1e3 * calculating:.2f} ms")
        )
    return rows
