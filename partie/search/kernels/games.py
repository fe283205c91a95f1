"""Whole games under a fast policy, in one call: for measuring speed and comparing engines."""

from __future__ import annotations

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Ints, Moves, Record
from partie.core.compiled.verbs import choose, hash_bytes, mix, over, play, score, start


@jit
def play_games(
    state: Record, options: Ints, count: int, policy: int, out: Moves, totals: Floats, chance: Chance
) -> tuple[int, np.uint64]:
    """Play `count` games from the start with these options, each to its end; `state` holds the last one.

    Adds the scores to `totals`. Returns the number of moves played and a checksum of all final states."""
    plies, checksum = 0, mix(chance[0])
    for _ in range(count):
        start(state, options, chance)
        while not over(state):
            play(state, choose(state, policy, out, chance), chance)
            plies += 1
        for seat in range(len(totals)):
            totals[seat] += score(state, seat)
        checksum = mix(checksum ^ hash_bytes(state))
    return plies, checksum
