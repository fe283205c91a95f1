"""Measure the weights of Coinche's program `scores` before and after tuning, and compare training runs.

python benchmarks/coinche_scores.py --games 4000                        # matches
python benchmarks/coinche_scores.py --runs runs/cma-1 runs/genetic-1    # training runs as well

The tables go into docs/coinche-scores.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from pages import DOCS, fill
from training import read_runs, table

import partie
from partie.arena.match import play_match
from partie.games.coinche.players.scores.matches import (
    bid_deals,
    play_lines,
    policy,
)
from partie.learn.plots import plot_comparison

PAGE = DOCS / "coinche-scores.md"
OPTIONS = {"marking": "trick_points", "deals": 1}
DEALS = 50_000
PAIRS = (
    ("scores:weights=handset", "random"),
    ("scores", "random"),
    ("scores", "scores:weights=handset"),
)


def matches(games: int) -> str:
    """A table with one line per match, in card points without regard to the contract."""
    lines = [
        "| pair | against | deals | won, 95 % | points | against |",
        "|---|---|---|---|---|---|",
    ]
    game = partie.game("coinche")
    for specs in PAIRS:
        report = play_match(game, specs, games=games, seed=1, options=OPTIONS, jobs=2)
        first, second = report.results
        low, high = first.win_share_ci95
        lines.append(
            f"| `{first.spec}` | `{second.spec}` | {report.games:,} "
            f"| {first.win_share:.1%} [{low:.1%}, {high:.1%}] | {first.mean:.1f} | {second.mean:.1f} |"
        )
        print(lines[-1], flush=True)
    return "\n".join(lines)


def roles() -> str:
    """A table of how often the takers win, by the programs on both sides."""
    deals, _ = bid_deals(DEALS, ("roles",))
    every, took = np.arange(DEALS), deals["bidder"].astype(np.int64) & 1
    lines = ["| takers | defenders | deals the takers win |", "|---|---|---|"]
    for takers, defenders in (
        ("scores", "random"),
        ("scores", "scores"),
        ("random", "random"),
        ("random", "scores"),
    ):
        sides = np.where(np.arange(2)[None, :] == took[:, None], policy(takers), policy(defenders))
        points = play_lines(deals, np.column_stack([every, sides]), np.zeros((1, 1)), ("roles",))
        won = points[every, took] > points[every, 1 - took]
        lines.append(f"| `{takers}` | `{defenders}` | {won.mean():.1%} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--runs", type=Path, nargs="*", default=[])
    arguments = parser.parse_args()
    if arguments.runs:
        runs, games = read_runs(arguments.runs)
        fill(PAGE, "training", table(runs, games))
        plot_comparison(runs, DOCS / "images" / "coinche-scores", "deals won against the panel")
    fill(PAGE, "roles", roles())
    if arguments.games:
        fill(PAGE, "matches", matches(arguments.games))


if __name__ == "__main__":
    main()
