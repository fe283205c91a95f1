"""Compare training runs of several methods after equal numbers of games.

python benchmarks/training.py runs/genetic-1 runs/genetic-2 … runs/cma-1 …

The table and the plot go into docs/liarsdice-training.md.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import fmean

from pages import DOCS, fill

from partie.learn.plots import plot_comparison
from partie.learn.tuning.run import (
    Generation,
    read_log,
)

LAST = 10
"""The end of a run is the mean of its last generations, of which this is the number."""

Runs = dict[str, list[list[Generation]]]


def read_runs(folders: list[Path]) -> tuple[Runs, int]:
    """Read the runs by method, cut to the number of games that all of them have played.

    Returns them and that number."""
    runs: Runs = {}
    for folder in folders:
        method = json.loads((folder / "settings.json").read_text())["method"]
        runs.setdefault(method, []).append(read_log(folder))
    games = min(history[-1].games for histories in runs.values() for history in histories)
    equal = {
        method: [[one for one in history if one.games <= games] for history in histories]
        for method, histories in runs.items()
    }
    return equal, games


def table(runs: Runs, games: int) -> str:
    """A table of the best favourite and the end of every run."""
    lines = [
        f"| after {games:,} games | best favourite of each run | mean of the last {LAST} generations |",
        "|---|---|---|",
    ]
    for method, histories in runs.items():
        best = ", ".join(f"{max(one.judged for one in history):.1%}" for history in histories)
        end = ", ".join(f"{fmean(one.judged for one in history[-LAST:]):.1%}" for history in histories)
        lines.append(f"| {method} | {best} | {end} |")
    return "\n".join(lines)


def main() -> None:
    """Read the run folders named on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="+", type=Path, help="folders of training runs")
    runs, games = read_runs(parser.parse_args().runs)
    found = table(runs, games)
    print(found)
    fill(DOCS / "liarsdice-training.md", "training", found)
    plot_comparison(runs, DOCS / "images" / "liarsdice-training", "win share against the panel")


if __name__ == "__main__":
    main()
