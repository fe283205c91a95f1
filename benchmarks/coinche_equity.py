"""Compute the chance to win a match of Coinche by what both sides still miss.

python benchmarks/coinche_equity.py        # writes partie/games/coinche/players/net/equity.npy

Deals are bid by the table bidder and played by `scores`; their marks, seen from both sides, are taken as the
results of any deal, and chances follow backwards from the end of a match.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import partie
from partie.core.compiled.chance import new_chance
from partie.games.coinche.players.searching import SCORES
from partie.games.coinche.rules import ROW_MARKS

FILE = Path(partie.__file__).parent / "games" / "coinche" / "players" / "net" / "equity.npy"
STEP, STEPS = 50, 60


def results(deals: int, seed: str) -> NDArray[np.int64]:
    """The marks of both sides in many deals, those thrown in left out."""
    from partie.games.coinche.players.net.task import TASK
    from partie.learn.net.play import Simulator

    simulator = Simulator(TASK, {"deals": 1})
    luck = new_chance(seed, "deal")
    states = simulator.begin(deals, luck)
    simulator.play_on([SCORES], np.zeros((deals, 4), np.int8), states, luck, new_chance(seed, "choice"))
    taken = states[states.bid > 0]
    marks: NDArray[np.int64] = taken.sheet[:, 0, ROW_MARKS : ROW_MARKS + 2].astype(np.int64)
    return np.concatenate([marks, marks[:, ::-1]])


def chances(marks: NDArray[np.int64]) -> NDArray[np.float64]:
    """The chance to win for every pair of steps missing, from 0 (which stands for one mark) to STEPS."""
    found = np.full((STEPS + 1, STEPS + 1), 0.5)
    missing = np.maximum(np.arange(STEPS + 1) * STEP, 1)
    for total in range(2 * STEPS + 1):
        for i in range(max(0, total - STEPS), min(total, STEPS) + 1):
            j = total - i
            own, other = missing[i] - marks[:, 0], missing[j] - marks[:, 1]
            ended = (own <= 0) | (other <= 0)
            won = np.where(own == other, 0.5, own < other)
            x, y = np.maximum(own, 0) / STEP, np.maximum(other, 0) / STEP
            a, b = np.minimum(x.astype(int), STEPS - 1), np.minimum(y.astype(int), STEPS - 1)
            x, y = x - a, y - b
            later = (found[a, b] * (1 - x) + found[a + 1, b] * x) * (1 - y) + (
                found[a, b + 1] * (1 - x) + found[a + 1, b + 1] * x
            ) * y
            found[i, j] = np.where(ended, won, later).mean()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=4000)
    found = chances(results(parser.parse_args().deals, "equity"))
    np.save(FILE, np.round(10_000 * found).astype(np.int16))
    print(np.round(found[::10, ::10], 2))


if __name__ == "__main__":
    main()
