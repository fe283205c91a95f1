"""The speed of `weighted`: five of them at a table, compiled, on one core."""

from __future__ import annotations

import time

import numpy as np

from partie.games.liarsdice.players.weighted.genes import DEFAULT, STORED
from partie.games.liarsdice.players.weighted.matches import play_tables
from partie.games.liarsdice.players.weighted.training import SEATS

GAMES = 20_000


def bench_rows() -> list[tuple[str, str]]:
    """Games per second of processor time with five `weighted` players, on one thread."""
    weights = STORED.load(DEFAULT).vector[None, :]
    lineups = np.zeros((GAMES, SEATS), np.int64)
    play_tables(weights, lineups[:10], ("bench",), threads=1)  # compiles
    began = time.thread_time()
    _, _, rounds = play_tables(weights, lineups, ("bench",), threads=1)
    took = time.thread_time() - began
    return [
        (
            f"five weighted, one thread, {rounds.mean():.1f} rounds per game",
            f"{GAMES / took:,.0f} games/s, {1e9 * took / rounds.sum():,.0f} ns per round",
        )
    ]
