"""The speed of `weighted`: five of them at a table, compiled, on one core."""

from __future__ import annotations

import time

import numpy as np

from partie.games.liarsdice.players.matches import WEIGHTED, play_matches, player
from partie.games.liarsdice.players.weighted.genes import DEFAULT, STORED
from partie.games.liarsdice.players.weighted.training import SEATS

GAMES = 20_000


def bench_rows() -> list[tuple[str, str]]:
    """Games per second of processor time with five `weighted` players, on one thread."""
    players = [player(WEIGHTED, STORED.load(DEFAULT).vector)]
    lineups = np.zeros((GAMES, SEATS), np.int64)
    play_matches(players, lineups[:10], ("bench",), threads=1)  # compiles
    began = time.process_time()
    play_matches(players, lineups, ("bench",), threads=1)
    took = time.process_time() - began
    return [("five weighted, one thread", f"{GAMES / took:,.0f} games/s")]
